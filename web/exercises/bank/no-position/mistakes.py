# ==== no-scale
# The logits are not divided by √d_head: softmax gets too sharp as heads get wider.


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T, dim=-1)
    return weights @ v, weights


# ==== model-width-scale
# The logits are divided by √d_model. What is summed up in a dot product has d_head terms: the
# width of the head, w_q.shape[1].


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T / math.sqrt(x.shape[1]), dim=-1)
    return weights @ v, weights


# ==== softmax-over-queries
# Softmax runs over the queries: the columns sum to 1. Each query shares out its attention among
# the keys, dim=-1.


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T / math.sqrt(w_q.shape[1]), dim=0)
    return weights @ v, weights


# ==== causal
# The future is masked. A causal mask is knowledge of the order already, which is what the test
# shows: matched is no longer zero. The exercise asks for none.


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    logits = q @ k.T / math.sqrt(w_q.shape[1])
    future = torch.triu(torch.ones(len(x), len(x)), diagonal=1).bool()
    weights = torch.softmax(logits.masked_fill(future, float("-inf")), dim=-1)
    return weights @ v, weights


# ==== order-undone
# matched compares with the old outputs in the inverse order. Row i of f(x[order]) belongs to
# token order[i], so it is f(x)[order]. (Swapping two tokens hides this: such an order is its own
# inverse.)


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    return (after - before).abs().max().item(), (
        after - before[torch.argsort(order)]
    ).abs().max().item()


# ==== same-order
# raw is zero and matched is not. Either the two have changed places (raw comes first), or f was
# called twice with the same order: then nothing was tested, and the second call should get
# x[order].


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x, w_q, w_k, w_v)
    return (after - before).abs().max().item(), (
        after - before[order]
    ).abs().max().item()


# ==== no-abs
# The largest difference is taken with its sign: one that is far below 0 does not count. abs()
# comes before max().


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    raw = (after - before).max()
    matched = (after - before[order]).max()
    return raw.item(), matched.item()


# ==== mean-difference
# raw is a mean over all numbers. The exercise wants the largest difference.


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    raw = (after - before).abs().mean()
    matched = (after - before[order]).abs().mean()
    return raw.item(), matched.item()


# ==== divided-by-width
# The logits are divided by d_head itself: softmax gets too flat. The root of it keeps their size,
# √d_head.


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T / w_q.shape[1], dim=-1)
    return weights @ v, weights


# ==== pooled
# raw is zero: what it compares no longer depends on the order. A mean over the tokens does not,
# nor do outputs that were put back into the old order. Compare the outputs row by row, as they
# come.


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    return (after.mean(dim=0) - before.mean(dim=0)).abs().max().item(), (
        after - before[order]
    ).abs().max().item()


# ==== transposed-weights
# The logits are of keys by queries: K Qᵀ takes the place of Q Kᵀ.
# change: q @ k.T -> k @ q.T


# ==== values-of-keys
# The weights are applied to the keys, not to the values.
# change: weights @ v, weights -> weights @ k, weights


# ==== scaled-by-length
# The logits are divided by the root of the number of tokens. It should be that of the width.
# change: math.sqrt(w_q.shape[1]) -> math.sqrt(len(x))


# ==== queries-for-values
# The values are the queries. They are x w_v.
# change: q, k, v = x @ w_q, x @ w_k, x @ w_v -> q, k, v = x @ w_q, x @ w_k, x @ w_q


# ==== mean-difference
# permutation_test gives the mean difference. The largest is wanted.
# change: .abs().max() -> .abs().mean()


# ==== length-of-the-difference
# permutation_test gives the length of the difference, the root of all squares. The largest number
# is wanted.
# change: .abs().max() -> .norm()


# ==== raw-and-matched-exchanged
# raw and matched have changed places. raw compares with f(x) as it is and comes first.
# change: after - before[order] -> after - first
# change: after - before) -> after - before[order])
# change: after - first -> after - before


# ==== differences-summed
# The differences are summed. The largest one is required.
# change: .abs().max() -> .abs().sum()
