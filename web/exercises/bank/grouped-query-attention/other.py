import torch


def grouped_attention(q, k, v):
    n_heads, n_query, d = q.shape
    n_kv, n_key, _ = k.shape
    out = torch.zeros(n_heads, n_query, d)
    for h in range(n_heads):
        shared = h * n_kv // n_heads
        for i in range(n_query):
            last = i + n_key - n_query + 1
            scores = (k[shared, :last] * q[h, i]).sum(-1) * d**-0.5
            weights = torch.exp(scores - scores.max())
            out[h, i] = (weights / weights.sum()) @ v[shared, :last]
    return out
