import torch


def multi_head(x, w_qkv, w_out, n_heads, causal=False):
    w_q, w_k, w_v = w_qkv.chunk(3)
    n, d = x.shape[1:]
    width = d // n_heads
    out = torch.zeros_like(x)
    for s in (slice(h * width, (h + 1) * width) for h in range(n_heads)):
        logits = (x @ w_q[s].T) @ (x @ w_k[s].T).mT / width**0.5
        if causal:
            logits.masked_fill_(torch.arange(n)[None] > torch.arange(n)[:, None], float("-inf"))
        out += torch.softmax(logits, 2) @ (x @ w_v[s].T) @ w_out[:, s].T
    return out
