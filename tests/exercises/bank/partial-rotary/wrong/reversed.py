import torch


def partial_rope(
    x: torch.Tensor, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """x (n_heads, n, head_dim) with the first rotary_dim channels of each head rotated
    by position."""
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos + b * sin, b * cos - a * sin, rest], dim=-1)
