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
    x = torch.ones(1, 9, 4, 8) * torch.randn(8)
    y = implementation(x)
    assert torch.allclose(y[:, 0], x[:, 0], atol=1e-5)
    assert torch.allclose(y.norm(dim=-1), x.norm(dim=-1), rtol=1e-4)
    scores = torch.einsum("mhd,nhd->hmn", y[0], y[0])
    assert torch.allclose(scores[:, 0, 3], scores[:, 5, 8], atol=1e-4)
    assert torch.allclose(scores[:, 0, 6], scores[:, 2, 8], atol=1e-4)
