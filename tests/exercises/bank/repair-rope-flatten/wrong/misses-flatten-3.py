import torch


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.stack([new_a, new_b], dim=-1).flatten(-2)


def test_rotate_pairs(implementation):
    angles = torch.outer(torch.arange(10.0), 10000 ** (-torch.arange(4) / 4))
    cos, sin = angles.cos(), angles.sin()
    x = torch.randn(2, 3, 6, 8)
    y = implementation(x, cos, sin)
    assert y.shape == x.shape
    assert torch.allclose(
        y[..., 0::2], x[..., 0::2] * cos[:6] - x[..., 1::2] * sin[:6], atol=1e-5
    )
