import math

import torch


def rotate(x, base=10000.0):
    n_time, width = x.shape[1], x.shape[-1]
    frequencies = base ** (-torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_time).float(), frequencies)
    angles = torch.cat([angles, angles], dim=-1)
    cos, sin = angles.cos()[None, :, None], angles.sin()[None, :, None]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a = a * cos[..., 0::2] - b * sin[..., 0::2]
    new_b = a * sin[..., 1::2] + b * cos[..., 1::2]
    return torch.stack([new_a, new_b], dim=-1).flatten(-2)


def test_rotate(implementation):
    """Raises an AssertionError where the implementation is broken."""
    n_time, n_heads, width = 7, 3, 6
    x = torch.randn(2, n_time, n_heads, width)
    y = implementation(x)
    assert y.shape == x.shape
    for t in range(n_time):
        for i in range(width // 2):
            angle = t * 10000 ** (-2 * i / width)
            a, b = x[:, t, :, 2 * i], x[:, t, :, 2 * i + 1]
            first = a * math.cos(angle) - b * math.sin(angle)
            second = a * math.sin(angle) + b * math.cos(angle)
            assert torch.allclose(y[:, t, :, 2 * i], first, atol=1e-4), f"time {t}, channel {2 * i}"
            assert torch.allclose(y[:, t, :, 2 * i + 1], second, atol=1e-4), f"time {t}, channel {2 * i + 1}"
