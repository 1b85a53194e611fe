# ==== junk-left
# Right up to the diagonal; above it are numbers of the next query. Under a causal mask they do no
# harm (kimiyoung/transformer-xl#8), in an encoder they do (espnet#2684). The exercise wants
# zeros.


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    return F.pad(x, (1, 0)).view(n_heads, n_key + 1, n_query)[:, 1:].reshape(x.shape)


# ==== no-shift
# Nothing has moved: column j still is a distance, not a key. Only the last query’s row is right
# as it stands.


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    return x.tril(n_key - n_query)


# ==== other-end
# Column 0 is read as distance 0. It is the farthest, n_key − 1; distance 0 is in the last column.


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    distance = torch.arange(n_query).view(-1, 1) + n_key - n_query - torch.arange(n_key)
    picked = torch.gather(x, 2, distance.clamp(min=0).expand(x.shape))
    return picked.tril(n_key - n_query)


# ==== memory-hidden
# Cut at the plain diagonal, j ≤ i. With a memory, query i is at place i + n_key − n_query, and
# sees that many more keys.


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    slipped = F.pad(x, (1, 0)).view(n_heads, n_key + 1, n_query)[:, 1:]
    return slipped.reshape(x.shape).tril()


# ==== last-row-dropped
# The last of the new rows is dropped instead of the first. Then no row has moved as far as it
# should (asked in annotated_deep_learning_paper_implementations#185).


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    slipped = F.pad(x, (1, 0)).view(n_heads, n_key + 1, n_query)[:, :-1]
    return slipped.reshape(x.shape).tril(n_key - n_query)


# ==== transposed
# transpose moves the numbers; view only reads the same memory in rows of another length. The
# trick needs the latter.


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    slipped = F.pad(x, (1, 0)).transpose(1, 2)[:, 1:]
    return slipped.reshape(x.shape).tril(n_key - n_query)


# ==== memory-forgotten
# The distance is i − j here: right without a memory. With one, query i is at i + n_key − n_query.


def relative_shift(x: torch.Tensor) -> torch.Tensor:
    n_heads, n_query, n_key = x.shape
    out = torch.zeros_like(x)
    for i in range(n_query):
        for j in range(i + 1):
            out[:, i, j] = x[:, i, n_key - 1 - (i - j)]
    return out


# ==== first-row-stays
# Row i moves i places, so the first row stays as it is. It is the last that stays: row i moves
# n_query − 1 − i places.


def relative_shift(x: torch.Tensor) -> torch.Tensor:
    n_heads, n_query, n_key = x.shape
    rows = []
    for i in range(n_query):
        rows.append(torch.roll(x[:, i], -i, dims=-1))
    future = torch.arange(n_key) > torch.arange(n_query)[:, None] + n_key - n_query
    gone = torch.arange(n_key) + torch.arange(n_query)[:, None] >= n_key
    return torch.stack(rows, dim=1).masked_fill(future | gone, 0.0)


# ==== padded-behind
# The column of zeros is behind, and the last row is dropped: the numbers move the other way. It is
# in front, and the first row is dropped.
# change: F.pad(x, (1, 0)) -> F.pad(x, (0, 1))
# change: [:, 1:] -> [:, :-1]


# ==== column-behind
# The column of zeros is behind. It is in front, so that every row slips by one more.
# change: F.pad(x, (1, 0)) -> F.pad(x, (0, 1))
