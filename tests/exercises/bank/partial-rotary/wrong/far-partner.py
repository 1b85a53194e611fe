import torch


def partial_rope(x, rotary_dim, base=10000.0):
    n, d = x.shape[-2:]
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(n), w)
    cos, sin = torch.ones(n, d // 2), torch.zeros(n, d // 2)
    cos[:, : rotary_dim // 2] = angles.cos()
    sin[:, : rotary_dim // 2] = angles.sin()
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
