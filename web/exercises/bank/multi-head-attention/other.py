import torch
import torch.nn.functional as F


def multi_head(x, w_qkv, w_out, n_heads, causal=False):
    w_q, w_k, w_v = w_qkv.chunk(3)
    width = x.shape[-1] // n_heads
    result = torch.zeros_like(x)
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        q, k, v = (F.linear(x, w[own]) for w in (w_q, w_k, w_v))
        scores = torch.bmm(q, k.transpose(1, 2)) * width**-0.5
        if causal:
            scores += torch.full(scores.shape[1:], float("-inf")).triu(1)
        result += F.softmax(scores, dim=-1) @ v @ w_out[:, own].T
    return result
