import torch


def multi_head(x, w_qkv, w_out, n_heads, causal=False):
    n, d = x.shape[1:]
    w = w_qkv.view(3, n_heads, d // n_heads, d)
    q, k, v = torch.einsum("bnd,thwd->tbhnw", x, w)
    s = torch.einsum("bhiw,bhjw->bhij", q, k) / (d // n_heads) ** 0.5
    if causal:
        s = s + torch.log(torch.ones(n, n).tril())
    e = torch.exp(s - s.amax(-1, keepdim=True))
    p = e / e.sum(-1, keepdim=True)
    return torch.einsum("bhij,bhjw,ohw->bio", p, v, w_out.view(d, n_heads, d // n_heads))
