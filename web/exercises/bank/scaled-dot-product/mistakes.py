# ==== no-scale
# The scores are not divided by √d.
# change:  / math.sqrt(q.shape[-1]) ->


# ==== scaled-by-width
# The scores are divided by d, not by its root.
# change: math.sqrt(q.shape[-1]) -> q.shape[-1]


# ==== mask-reversed
# The mask is taken as True where a key is hidden. Here True means visible.
# change: ~mask -> mask


# ==== masked-after
# The weights are hidden after the softmax, so they do not add up to 1.


def attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


# ==== nan-where-all-hidden
# A query that sees no key gets nan. Its weights are 0.
# change: torch.nan_to_num(scores.softmax(dim=-1)) -> scores.softmax(dim=-1)


# ==== average-where-all-hidden
# A large negative number replaces -inf: a query that sees no key gives all keys equal
# weight, instead of none.
# change: float("-inf") -> -1e9


# ==== softmax-over-queries
# The softmax runs over the queries. Each query shares its weight among the keys: dim=-1.
# change: scores.softmax(dim=-1) -> scores.softmax(dim=-2)


# ==== base-2
# The weights are powers of 2. Softmax takes powers of e.
# change: scores.softmax(dim=-1) -> (scores * math.log(2)).softmax(dim=-1)


# ==== mask-added
# The mask is added as 0 and 1. Hidden keys must get -inf.
# change: scores.masked_fill(~mask, float("-inf")) -> scores + mask


# ==== small-for-infinity
# Hidden keys get 1e-9, which is nearly 0: a score like any other. -1e9 is what is meant, or -inf.
# change: float("-inf") -> 1e-9


# ==== cosines
# The scores are cosines: queries and keys are divided by their lengths. They are products divided
# by √d.
# change: q @ k -> q / q.norm(dim=-1, keepdim=True) @ k
# change: @ k.transpose -> @ (k / k.norm(dim=-1, keepdim=True)).transpose
# change:  / math.sqrt(q.shape[-1]) ->


# ==== scaled-by-value-width
# The scores are divided by the root of the width of the values. It is that of the queries.
# change: math.sqrt(q.shape[-1]) -> math.sqrt(v.shape[-1])


# ==== scaled-by-keys
# The scores are divided by the root of the number of keys. It is that of the width.
# change: math.sqrt(q.shape[-1]) -> math.sqrt(k.shape[-2])


# ==== overflow
# exp is taken of the scores themselves: beyond 88 it is inf, and inf / inf is nan. Subtract the
# largest score of the row, or use softmax.


def attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.exp(scores)
    total = weights.sum(dim=-1, keepdim=True)
    weights = torch.where(total == 0, 0.0, weights / total)
    return weights @ v, weights
