import math

import torch


def rotate(x: torch.Tensor, base: float = 10000.0) -> torch.Tensor:
    """x (batch, time, heads, width): channels 2i and 2i + 1 turned by time * base^(-2i / width)."""
    n_time, width = x.shape[1], x.shape[-1]
    frequencies = base ** (-torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_time).float(), frequencies)
    cos, sin = angles.cos()[:, None, :], angles.sin()[:, None, :]  # (time, 1, pairs)
    a, b = x[..., 0::2], x[..., 1::2]
    new_a = a * cos - b * sin
    new_b = a * sin + b * cos
    return torch.stack([new_a, new_b], dim=-1).flatten(-2)


def test_rotate(implementation):
    x = torch.randn(1, 7, 3, 2)
    y = implementation(x)
    for t in range(7):
        a, b = x[:, t, :, 0], x[:, t, :, 1]
        assert torch.allclose(y[:, t, :, 0], a * math.cos(t) - b * math.sin(t), atol=1e-4)
        assert torch.allclose(y[:, t, :, 1], a * math.sin(t) + b * math.cos(t), atol=1e-4)
