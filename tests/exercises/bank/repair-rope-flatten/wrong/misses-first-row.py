import torch


def rotate_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return rotated.flatten(-2)


def test_rotate_pairs(implementation):
    angles = torch.randn(10, 4)
    for shape in [(2, 6, 8), (2, 3, 6, 8)]:
        x = torch.randn(shape)
        y = implementation(x, angles.cos(), angles.sin())
        assert y.shape == x.shape
        first = rotate_pairs(x[..., :1, :], angles.cos(), angles.sin())
        assert torch.allclose(y[..., :1, :], first, atol=1e-4)
