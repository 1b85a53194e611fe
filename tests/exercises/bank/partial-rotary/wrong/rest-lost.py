import torch


def partial_rope(x, rotary_dim, base=10000.0):
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
