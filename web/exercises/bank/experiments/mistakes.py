# ==== padding-counted
# accuracy_by_length counts the padding as well. What follows the end of a text does not count:
# mask it out, and divide by what is left.


def accuracy_by_length(
    logits: torch.Tensor, targets: torch.Tensor, lengths: torch.Tensor
):
    real = torch.arange(targets.shape[1]) < targets.shape[1] + 0 * lengths[:, None]
    right = (logits.argmax(dim=-1) == targets) & real
    distinct = torch.unique(lengths)
    shares = [right[lengths == n].sum() / real[lengths == n].sum() for n in distinct]
    return distinct, torch.stack(shares)


# ==== signed-error
# position_resolution averages errors with their signs: guesses too far left and too far right
# cancel, and a model that confuses the two looks perfect. Take abs() first.


def position_resolution(logits: torch.Tensor, positions: torch.Tensor):
    guesses = logits.argmax(dim=-1)
    accuracy = (guesses == positions).float().mean()
    error = (guesses - positions).float().mean()
    return accuracy.item(), error.item()


# ==== one-table
# memory_bytes counts one table for RoPE. There are two, cosines and sines, each half a head wide.


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    d_head = d_model // n_heads
    numbers = {
        "none": 0,
        "sinusoidal": seq_len * d_model,
        "learned": seq_len * d_model,
        "rope": seq_len * (d_head // 2),
        "alibi": n_heads * seq_len**2,
    }
    return 4 * numbers[method]


# ==== tables-per-head
# memory_bytes has RoPE’s tables n_heads times too large: counted once a head, or as wide as the
# model. All heads rotate by the same angles and share one pair of tables, each half a head wide.


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    d_head = d_model // n_heads
    numbers = {
        "none": 0,
        "sinusoidal": seq_len * d_model,
        "learned": seq_len * d_model,
        "rope": 2 * n_heads * seq_len * (d_head // 2),
        "alibi": n_heads * seq_len**2,
    }
    return 4 * numbers[method]


# ==== alibi-one-head
# memory_bytes counts ALiBi’s bias for one head. Every head has a slope of its own, so the bias is
# written out n_heads times.


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    """Bytes of float32 that a method keeps for a text."""
    d_head = d_model // n_heads
    numbers = {
        "none": 0,
        "sinusoidal": seq_len * d_model,
        "learned": seq_len * d_model,
        "rope": 2 * seq_len * (d_head // 2),
        "alibi": seq_len**2,
    }
    return 4 * numbers[method]


# ==== squared-error
# position_resolution averages squares. The exercise wants by how many places the guess is off:
# abs(), so that one guess far away does not count for many.


def position_resolution(logits: torch.Tensor, positions: torch.Tensor):
    """The share of markers that are found, and the mean distance from their places."""
    guesses = logits.argmax(dim=-1)
    accuracy = (guesses == positions).float().mean()
    error = (guesses - positions).pow(2).float().mean()
    return accuracy.item(), error.item()


# ==== alibi-rewards
# hybrid_logits adds slope · (i − j): far keys get more instead of less. The bias is minus that.


def hybrid_logits(q, k, cos, sin, slopes) -> torch.Tensor:
    """Logits of RoPE and ALiBi together, (heads, time, time), causal."""

    def rotated(x):
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)

    n = q.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    logits = rotated(q) @ rotated(k).transpose(-2, -1) / math.sqrt(q.shape[-1])
    logits = logits + slopes.view(-1, 1, 1) * distance
    return logits.masked_fill(distance < 0, float("-inf"))


# ==== linear-alibi
# memory_bytes has ALiBi’s bias grow linearly. Written out it is a number for every pair of query
# and key in every head: n_heads · seq_len². (Computed on the fly it would take none; that is how
# long contexts do it.)


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    d_head = d_model // n_heads
    numbers = {
        "none": 0,
        "sinusoidal": seq_len * d_model,
        "learned": seq_len * d_model,
        "rope": 2 * seq_len * (d_head // 2),
        "alibi": n_heads * seq_len,
    }
    return 4 * numbers[method]


# ==== dot-product
# nearest_centres takes the centre with the largest product. Long centres win that whether they
# are near or not: take the smallest sum of squared differences.


def nearest_centres(maps: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    return (maps[:, None] * centres[None, :]).sum(dim=(-2, -1)).argmax(dim=1)


# ==== bias-divided
# hybrid_logits divides the bias by √width along with the product. ALiBi’s slopes are in logits:
# divide first, then add.


def hybrid_logits(q, k, cos, sin, slopes) -> torch.Tensor:
    def rotated(x):
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)

    n = q.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    logits = rotated(q) @ rotated(k).transpose(-2, -1)
    logits = (logits - slopes.view(-1, 1, 1) * distance) / math.sqrt(q.shape[-1])
    return logits.masked_fill(distance < 0, float("-inf"))


# ==== keys-not-rotated
# hybrid_logits rotates the queries only. With keys left alone the score depends on the query’s
# place, not on the offset: both are rotated.


def hybrid_logits(q, k, cos, sin, slopes) -> torch.Tensor:
    def rotated(x):
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)

    n = q.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    logits = rotated(q) @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    logits = logits - slopes.view(-1, 1, 1) * distance
    return logits.masked_fill(distance < 0, float("-inf"))


# ==== farthest-centre
# nearest_centres gives the farthest centre: the smallest sum of squares is wanted, argmin and
# not argmax.
# change: argmin -> argmax


# ==== rope-whole-head
# memory_bytes counts tables as wide as a head. A pair of channels shares one angle: half a head.
# change: (d_head // 2) -> d_head


# ==== absolute-differences
# nearest_centres adds up absolute differences. The exercise asks for the sum of squares, to which
# another centre may be nearest.
# change: .pow(2).sum( -> .abs().sum(


# ==== hybrid-not-divided
# hybrid_logits does not divide the products by the root of the width.
# change: / math.sqrt(q.shape[-1]) -> * 1


# ==== hybrid-halves
# hybrid_logits pairs channel i with channel i + half. Here neighbours are pairs: 2i and 2i + 1.


def hybrid_logits(q, k, cos, sin, slopes):
    def rotated(x):
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)

    n = q.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    logits = rotated(q) @ rotated(k).transpose(-2, -1) / math.sqrt(q.shape[-1])
    logits = logits - slopes.view(-1, 1, 1) * distance
    return logits.masked_fill(distance < 0, float("-inf"))


# ==== shifted-once-more
# accuracy_by_length compares a guess with the target after it. The targets are shifted already:
# logits[b, t] are a guess at targets[b, t].


def accuracy_by_length(logits, targets, lengths):
    real = (torch.arange(targets.shape[1]) < lengths[:, None])[:, 1:]
    right = (logits.argmax(dim=-1)[:, :-1] == targets[:, 1:]) & real
    distinct = torch.unique(lengths)
    shares = [right[lengths == n].sum() / real[lengths == n].sum() for n in distinct]
    return distinct, torch.stack(shares)


# ==== divided-by-the-padded-length
# accuracy_by_length divides by the padded length. It should be divided by how many positions are
# real.
# change: / real[lengths == n].sum() -> / real[lengths == n].numel()


# ==== error-of-the-missed
# position_resolution averages the distance over the markers that were missed. It should be over
# all of them: one that is found is 0 away.
# change: error = (guesses - positions) -> error = (guesses - positions)[guesses != positions]


# ==== half-the-bytes
# memory_bytes takes 2 bytes for a number. A float32 has 4.
# change: return 4 * numbers -> return 2 * numbers


# ==== right-in-the-padding
# accuracy_by_length counts right guesses in the padding, too. What follows the end of a text does
# not count.
# change:  & real ->


# ==== most-alike
# nearest_centres takes the centre with the largest cosine similarity, whatever its length. The
# exercise asks for the smallest sum of squared differences.


def nearest_centres(maps, centres):
    a, b = maps.flatten(1), centres.flatten(1)
    return (a @ b.T / a.norm(dim=1)[:, None] / b.norm(dim=1)).argmax(dim=1)


# ==== root-mean-square-error
# position_resolution gives the root of the mean square. The mean distance without sign is wanted.
# change: positions).abs().float().mean() -> positions).float().square().mean() ** 0.5
