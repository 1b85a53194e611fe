import torch


def rotate_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return rotated.flatten(-2)


def test_rotate_pairs(implementation):
    angles = torch.randn(6, 4)
    for shape in [(6, 8), (2, 6, 8), (2, 3, 6, 8), (2, 3, 2, 6, 8)]:
        x = torch.randn(shape)
        y = implementation(x, angles.cos(), angles.sin())
        assert y.shape == x.shape
        assert torch.allclose(y, rotate_pairs(x, angles.cos(), angles.sin()), atol=1e-4)
