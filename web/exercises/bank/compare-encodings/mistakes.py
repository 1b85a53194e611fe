# ==== diagonal-counted
# Every row is compared with itself too: that is always 1 and lifts every number by about 1 /
# time. Leave the diagonal out.


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    return (unit @ unit.T).mean().item()


# ==== divided-by-square
# The sum leaves the diagonal out, but it is divided by time² all the same. There are time² − time
# pairs of different rows.


def similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    products = unit @ unit.T
    time = len(x)
    return ((products.sum() - time) / time**2).item()


def position_encoding_comparison_experiment(tokens, sinusoidal, learned):
    return {
        "tokens": similarity(tokens),
        "sinusoidal": similarity(tokens + sinusoidal),
        "learned": similarity(tokens + learned),
        "sinusoidal_only": similarity(sinusoidal),
        "learned_only": similarity(learned),
    }


# ==== half-counted
# Only the pairs above the diagonal are summed up, but the mean is taken over the whole square,
# zeros and all. Divide by the number of pairs that were summed.


def similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    products = unit @ unit.T
    return products.triu(1).mean().item()


def position_encoding_comparison_experiment(tokens, sinusoidal, learned):
    return {
        "tokens": similarity(tokens),
        "sinusoidal": similarity(tokens + sinusoidal),
        "learned": similarity(tokens + learned),
        "sinusoidal_only": similarity(sinusoidal),
        "learned_only": similarity(learned),
    }


# ==== dot-products
# These are dot products, not cosines: rows must be divided by their lengths first. Long vectors
# look alike otherwise.


def mean_similarity(x):
    unit = x
    n = len(x)
    return ((unit @ unit.T).sum().item() - (unit * unit).sum().item()) / (n * n - n)


# ==== whole-norm
# The whole matrix is divided by one length. Each row has its own: torch.linalg.norm(x, dim=-1,
# keepdim=True).


def mean_similarity(x):
    unit = x / torch.linalg.norm(x)
    n = len(x)
    return ((unit @ unit.T).sum().item() - (unit * unit).sum().item()) / (n * n - n)


# ==== neighbours-only
# Only neighbours are compared. Waves are most alike there; the measure takes every two different
# rows.


def mean_similarity(x):
    return torch.cosine_similarity(x[1:], x[:-1], dim=-1).mean().item()


# ==== no-baseline
# The baseline is written down as 0. Random tokens are alike by chance, one way or the other:
# measure it as the others are measured.


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": 0.0,
        "sinusoidal": mean_similarity(tokens + sinusoidal),
        "learned": mean_similarity(tokens + learned),
        "sinusoidal_only": mean_similarity(sinusoidal),
        "learned_only": mean_similarity(learned),
    }


# ==== sum-for-table
# The numbers that end in _only have the tokens in them. What a table does by itself is seen only
# without them.


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": mean_similarity(tokens),
        "sinusoidal": mean_similarity(tokens + sinusoidal),
        "learned": mean_similarity(tokens + learned),
        "sinusoidal_only": mean_similarity(tokens + sinusoidal),
        "learned_only": mean_similarity(tokens + learned),
    }


# ==== against-tokens
# Each row is compared with its own token. That tells how much the table changes, not how alike
# the rows of a text are: compare rows with each other.


def mean_similarity(x, y):
    return torch.cosine_similarity(x, y, dim=-1).mean().item()


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": mean_similarity(tokens, tokens),
        "sinusoidal": mean_similarity(tokens + sinusoidal, tokens),
        "learned": mean_similarity(tokens + learned, tokens),
        "sinusoidal_only": mean_similarity(sinusoidal, tokens),
        "learned_only": mean_similarity(learned, tokens),
    }


# ==== absolute-cosines
# Absolute values of the cosines are averaged; opposite vectors count as alike.
# change: (unit @ unit.T).sum() -> (unit @ unit.T).abs().sum()


# ==== centred
# The mean row is subtracted first. That gives the correlation of deviations; the cosine is of
# the vectors themselves.
# change: unit = x / -> x = x - x.mean(dim=0); unit = x /


# ==== columns-normalised
# Columns are divided by their length, not rows. The cosine is between rows: each row is divided
# by its own length.
# change: torch.linalg.norm(x, dim=-1, keepdim=True) -> torch.linalg.norm(x, dim=0, keepdim=True)


# ==== diagonal-in-triangle
# The triangle of pairs has its diagonal: every row is compared with itself too, which is always
# 1.


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    n = len(x)
    return (unit @ unit.T).triu().sum().item() / (n * (n + 1) / 2)


# ==== median
# This is the median. It should be the mean of all pairs.


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    pairs = ~torch.eye(len(x), dtype=torch.bool)
    return (unit @ unit.T)[pairs].median().item()


# ==== first-row-alone
# The first row alone is compared with the others. Every two rows are.


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    return (unit[1:] @ unit[0]).mean().item()


# ==== multiplied
# Tokens and tables are multiplied. Positions are added.
# change: tokens +  -> tokens *


# ==== tables-swapped
# The two tables have changed places.
# change: mean_similarity(tokens + sinusoidal) -> mean_similarity(tokens + 1 * learned)
# change: mean_similarity(tokens + learned) -> mean_similarity(tokens + sinusoidal)
# change: mean_similarity(sinusoidal) -> mean_similarity(1 * learned)
# change: mean_similarity(learned) -> mean_similarity(sinusoidal)


# ==== squared-length
# Each row is divided by the square of its length: the root is missing. A row of length 1 is
# needed, x / norm.


def mean_similarity(x):
    unit = x / x.square().sum(-1, keepdim=True)
    different = ~torch.eye(len(x), dtype=torch.bool)
    return (unit @ unit.T)[different].mean().item()


# ==== sum-of-sizes
# Each row is divided by the sum of its absolute values. The length is the root of the sum of
# squares.


def mean_similarity(x):
    unit = x / x.abs().sum(-1, keepdim=True)
    different = ~torch.eye(len(x), dtype=torch.bool)
    return (unit @ unit.T)[different].mean().item()


# ==== euclidean-distances
# These are distances, which are 0 for rows that are the same. The cosine is 1 there.


def mean_similarity(x):
    n = len(x)
    return torch.cdist(x, x).sum().item() / (n * n - n)


# ==== correlation
# The mean of each row is subtracted first, which makes it a correlation. A cosine similarity
# takes the rows as they are.


def mean_similarity(x):
    x = x - x.mean(dim=-1, keepdim=True)
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    n = len(x)
    return ((unit @ unit.T).sum().item() - n) / (n * n - n)


# ==== tokens-scaled
# The tokens are multiplied by the root of the width before the table is added, as the original
# Transformer does it. Here they are added as they are.
# change: mean_similarity(tokens + -> mean_similarity(tokens * tokens.shape[1] ** 0.5 +
