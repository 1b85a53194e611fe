# ==== one-row
# This is one row of the average over heads: the layer gives (batch, n, n), so weights[0, head] is
# a query. Ask it for every head: average_attn_weights=False.


def attention_map(attention, x, head):
    _, weights = attention(x, x, x)
    return weights[0, head]


# ==== averaged
# A map now, but the average over all heads. One that looks left and one that looks right become a
# map that looks both ways; the exercise wants one head.


def attention_map(attention, x, head):
    _, weights = attention(x, x, x)
    return weights[0]


# ==== first-head
# It is always the first head’s map, whatever head is given.


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, 0]


# ==== keys-first
# Rows and columns have changed places: a row should be a query, and sum to 1.


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head].T


# ==== no-scale
# The logits are not divided by the root of the head’s width, so these weights are sharper than
# the layer’s own.


def attention_map(attention, x, head):
    n, d = x.shape[1:]
    width = d // attention.num_heads
    q, k, _ = torch.nn.functional.linear(
        x[0], attention.in_proj_weight, attention.in_proj_bias
    ).chunk(3, dim=-1)
    q = q.reshape(n, attention.num_heads, width)[:, head]
    k = k.reshape(n, attention.num_heads, width)[:, head]
    return torch.softmax(q @ k.T, dim=-1)


# ==== heads-cut-wrong
# The heads are cut across the tokens: reshape(n_heads, n, width) reads the memory as it lies.
# First (n, n_heads, width), then transpose.


import math


def attention_map(attention, x, head):
    n, d = x.shape[1:]
    width = d // attention.num_heads
    q, k, _ = torch.nn.functional.linear(
        x[0], attention.in_proj_weight, attention.in_proj_bias
    ).chunk(3, dim=-1)
    q = q.reshape(attention.num_heads, n, width)[head]
    k = k.reshape(attention.num_heads, n, width)[head]
    return torch.softmax(q @ k.T / math.sqrt(width), dim=-1)


# ==== scale-of-the-model
# The logits are divided by the root of the whole width, so these weights are more even than the
# layer’s own. Each head divides by the root of its own width, d / n_heads.


def attention_map(attention, x, head):
    n, d = x.shape[1:]
    width = d // attention.num_heads
    q, k, _ = (x[0] @ attention.in_proj_weight.T + attention.in_proj_bias).chunk(3, -1)
    q, k = (t.view(n, -1, width).transpose(0, 1)[head] for t in (q, k))
    return torch.softmax(q @ k.T / d**0.5, dim=-1)


# ==== without-bias
# The biases of the projections are left out. The layer adds in_proj_bias to queries and keys.


def attention_map(attention, x, head):
    n, d = x.shape[1:]
    width = d // attention.num_heads
    q, k, _ = (x[0] @ attention.in_proj_weight.T).chunk(3, -1)
    q, k = (t.view(n, -1, width).transpose(0, 1)[head] for t in (q, k))
    return torch.softmax(q @ k.T / width**0.5, dim=-1)


# ==== values-for-keys
# The values are used in place of the keys: in_proj_weight holds queries, keys and values, in
# this order.


def attention_map(attention, x, head):
    n, d = x.shape[1:]
    width = d // attention.num_heads
    q, _, k = (x[0] @ attention.in_proj_weight.T + attention.in_proj_bias).chunk(3, -1)
    q, k = (t.view(n, -1, width).transpose(0, 1)[head] for t in (q, k))
    return torch.softmax(q @ k.T / width**0.5, dim=-1)
