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
