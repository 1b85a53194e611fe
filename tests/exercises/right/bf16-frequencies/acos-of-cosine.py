import torch


def frequencies(head_dim, base):
    return torch.tensor([base ** (-2 * i / head_dim) for i in range(head_dim // 2)], dtype=torch.float64)


def phase_error(head_dim, positions, base=10000.0):
    w = frequencies(head_dim, base)
    r = w.to(torch.bfloat16).to(w.dtype)
    off = torch.einsum("n,i->ni", positions.to(w.dtype), r - w)
    rotation = torch.exp(1j * off)
    return torch.angle(rotation).abs().float()


def safe_tables(head_dim, positions, base=10000.0):
    a = torch.einsum("n,i->ni", positions.to(torch.float64), frequencies(head_dim, base))
    return tuple(f(a).to(dtype=torch.bfloat16) for f in (torch.cos, torch.sin))
