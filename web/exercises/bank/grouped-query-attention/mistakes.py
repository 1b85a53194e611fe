# ==== heads-in-turn
# The key heads are taken in turn: 0, 1, 0, 1. Neighbouring query heads share one:
# 0, 0, 1, 1, as repeat_interleave puts them.
# change: k.repeat_interleave(group, dim=0) -> k.repeat(group, 1, 1)
# change: v.repeat_interleave(group, dim=0) -> v.repeat(group, 1, 1)


# ==== mask-from-the-corner
# The mask begins at the upper left corner. Query 0 is not the first token when there
# is a cache: the diagonal is n_key - n_query further right.
# change: .tril(n_key - n_query) -> .tril()


# ==== not-causal
# There is no mask: queries see keys after their own position.
# change: .masked_fill(~visible, float("-inf")) ->


# ==== zero-for-infinity
# Hidden scores are 0, and exp(0) = 1: they take a part of the weight. They should be -inf.
# change: float("-inf") -> 0.0


# ==== no-scale
# The scores are not divided by √d.
# change:  / math.sqrt(d) ->


# ==== scaled-by-width
# The scores are divided by d, not by its root.
# change: math.sqrt(d) -> d


# ==== values-in-turn
# The value heads are taken in turn, the key heads are not. Both are shared by neighbours.
# change: v.repeat_interleave(group, dim=0) -> v.repeat(group, 1, 1)


# ==== one-token-ahead
# A query sees the key after its own position.
# change: .tril(n_key - n_query) -> .tril(n_key - n_query + 1)


# ==== softmax-over-queries
# The softmax runs over the queries. It should run over the keys, the last axis.
# change: float("-inf")).softmax(dim=-1) -> -1e9).softmax(dim=-2)


# ==== itself-hidden
# A query does not see the key at its own position.
# change: .tril(n_key - n_query) -> .tril(n_key - n_query - 1)
# change: float("-inf") -> -1e9


# ==== first-head-for-all
# All query heads use key head 0.
# change: k.repeat_interleave(group, dim=0), v.repeat_interleave(group, dim=0) -> k[:1], v[:1]


# ==== scaled-by-keys
# The scores are divided by the root of the number of keys. It is that of the width.
# change: math.sqrt(d) -> math.sqrt(n_key)


# ==== scaled-by-group
# The scores are divided by the root of d times the group. It is √d: the heads of a group are not
# one.
# change: math.sqrt(d) -> math.sqrt(d * group)


# ==== heads-dealt
# The query heads are dealt to the key heads in turn, and the outputs are in the order of the key
# heads. Neighbouring query heads share one: view them as (n_kv_heads, group), not the other way.


def grouped_attention(q, k, v):
    n_heads, n_query, d = q.shape
    n_key, n_kv = k.shape[1], k.shape[0]
    q = q.reshape(n_heads // n_kv, n_kv, n_query, d).transpose(0, 1)
    scores = q @ k[:, None].transpose(-1, -2) / math.sqrt(d)
    visible = torch.ones(n_query, n_key, dtype=torch.bool).tril(n_key - n_query)
    weights = scores.masked_fill(~visible, float("-inf")).softmax(dim=-1)
    return (weights @ v[:, None]).reshape(n_heads, n_query, d)


# ==== scaled-by-group-alone
# The scores are divided by the root of the number of heads in a group. It is that of the width, d.
# change: math.sqrt(d) -> math.sqrt(group)


# ==== scaled-by-heads
# The scores are divided by the root of the number of heads. It is that of the width, d.
# change: math.sqrt(d) -> math.sqrt(n_heads)


# ==== weights-averaged
# The weights of the heads of a group are averaged. They share keys and values, but each query head
# has weights of its own.
# change: .softmax(dim=-1) @ v -> .softmax(dim=-1).unflatten(0, (-1, group)).mean(1, True) @ v
# change: (-1, group)).mean(1, True) @ v -> (-1, group)).mean(1).repeat_interleave(group, dim=0) @ v


# ==== queries-averaged
# The queries of a group are averaged. They share keys and values, but each keeps its own queries.
# change: scores = q @ -> q = q.unflatten(0, (-1, group)).mean(1, True); scores = q @
# change: .mean(1, True); -> .mean(1).repeat_interleave(group, dim=0);


# ==== softmax-over-heads
# The softmax runs over the heads. It runs over the keys, the last axis.
# change: .softmax(dim=-1) -> .softmax(dim=0)


# ==== keys-as-values
# The keys are summed, weighted by the softmax. The values should be.
# change: softmax(dim=-1) @ v -> softmax(dim=-1) @ k
