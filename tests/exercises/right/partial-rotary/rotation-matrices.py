import torch


def partial_rope(x, rotary_dim, base=10000.0):
    half, (h, n, d) = rotary_dim // 2, x.shape
    angles = torch.arange(n)[:, None] * base ** (-torch.arange(half) / half)
    rotation = torch.eye(d).repeat(n, 1, 1)
    i = torch.arange(half)
    rotation[:, i, i] = rotation[:, i + half, i + half] = angles.cos()
    rotation[:, i + half, i] = angles.sin()
    rotation[:, i, i + half] = -angles.sin()
    return (rotation @ x.unsqueeze(-1)).squeeze(-1)
