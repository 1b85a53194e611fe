import torch


def partial_rope(x, rotary_dim, base=10000.0):
    n_rest = x.shape[-1] - rotary_dim
    rest, part = x[..., :n_rest], x[..., n_rest:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([rest, a * cos - b * sin, a * sin + b * cos], dim=-1)
