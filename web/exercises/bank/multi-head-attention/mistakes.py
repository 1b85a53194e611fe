# ==== cut-across-tokens
# The heads are cut across the tokens: view(n_texts, n_heads, n, width) reads the memory as
# it lies. First (n_texts, n, n_heads, width), then transpose.
# change: view(n_texts, n, n_heads, width).transpose(1, 2) -> reshape(n_texts, n_heads, n, width)


# ==== joined-across-tokens
# The heads are not transposed back before they are put side by side.
# change: (weights @ v).transpose(1, 2).reshape(x.shape) -> (weights @ v).reshape(x.shape)


# ==== scaled-by-model
# The scores are divided by the root of d_model. A head is d_model / n_heads wide.
# change: math.sqrt(width) -> math.sqrt(d_model)


# ==== no-scale
# The scores are not divided by the root of the head's width.
# change:  / math.sqrt(width) ->


# ==== output-not-projected
# w_out is missing: the heads' outputs come back side by side.
# change: out @ w_out.T -> out


# ==== weights-not-transposed
# x is multiplied by the weights as they are. As in nn.Linear a row is an output: x @ w.T.
# change: out @ w_out.T -> out @ w_out


# ==== causal-ignored
# Tokens see what comes after them: causal is not used.
# change: if causal: -> if False:


# ==== always-causal
# Tokens never see what comes after them. That is right with causal only.
# change: if causal: -> if True:


# ==== one-head
# All channels form one head: n_heads is not used.
# change: d_model // n_heads -> d_model
# change: part.view(n_texts, n, n_heads, width) -> part.view(n_texts, n, 1, width)


# ==== channels-before-heads
# The channels are cut so that the number of the head runs fastest. The heads stand one after
# the other, each with its channels together: view(n_texts, n, n_heads, width).
# change: (n_texts, n, n_heads, width) -> (n_texts, n, width, n_heads).transpose(2, 3)


# ==== qkv-by-head
# The rows are read as queries, keys and values of head 0, then of head 1, as some models store
# them. Here all queries come first, then all keys, then all values.
# change: (x @ w_qkv.T).chunk -> (x @ w_qkv.T).view(n_texts, n, n_heads, 3 * width).chunk


# ==== softmax-over-queries
# The softmax runs over the queries. It should run over the keys, the last axis.
# change: scores.softmax(dim=-1) -> scores.softmax(dim=-2)


# ==== masked-after
# The mask comes after the softmax, so what is left does not add up to 1.
# change: scores = scores.masked_fill(~visible, float("-inf")) -> seen = visible
# change: scores.softmax(dim=-1) -> scores.softmax(dim=-1) * (seen if causal else 1)


# ==== one-head-for-all
# Each head is given the output of the last one. A head has its own.
# change: (weights @ v).transpose -> (weights @ v)[:, -1:].expand(-1, n_heads, -1, -1).transpose


# ==== heads-added
# The outputs of the heads are averaged. They are put side by side.
# change: v) -> v).mean(1, keepdim=True).expand(-1, n_heads, -1, -1)


# ==== heads-backwards
# The heads are put side by side in the opposite order. Head 0 is first.
# change: (weights @ v).transpose -> (weights @ v).flip(1).transpose


# ==== queries-and-keys-exchanged
# Queries and keys have changed places: the first block of rows is that of the queries.
# change: q @ k.transpose -> k @ q.transpose


# ==== keys-and-values-exchanged
# Keys and values have changed places: the blocks of rows are queries, keys, values.
# change:     q, k, v = ( ->     q, v, k = (


# ==== itself-hidden
# With causal a token does not see itself. It does: only what comes after it is hidden.
# change: .tril() -> .tril(-1)
# change: float("-inf") -> -1e9


# ==== one-token-ahead
# With causal a token sees the one after it.
# change: .tril() -> .tril(1)


# ==== values-as-keys
# The scores are products of queries with queries. The keys are not used.
# change: q @ k.transpose -> q @ q.transpose


# ==== projections-not-transposed
# x is multiplied by the three blocks as they are. As in nn.Linear a row is an output: x @ w.T.
# change: (x @ w_qkv.T).chunk(3, dim=-1) -> [x @ w for w in w_qkv.chunk(3)]


# ==== transposed-scores
# The scores are transposed before the softmax, so that it runs over the queries. A row belongs to
# a query, and its weights over the keys add up to 1.
# change: scores.softmax(dim=-1) -> scores.mT.softmax(dim=-1)


# ==== heads-dealt-out
# The outputs of the heads are dealt out channel by channel. They are put side by side: all
# channels of head 0 first.
# change: (weights @ v).transpose(1, 2) -> (weights @ v).permute(0, 2, 3, 1)


# ==== values-first
# The first block of rows is taken for the values, the last one for the queries. They are queries,
# keys, values.
# change: q, k, v = ( -> v, k, q = (


# ==== softmax-over-heads
# The softmax runs over the heads. It runs over the keys, the last axis.
# change: softmax(dim=-1) -> softmax(dim=1)
