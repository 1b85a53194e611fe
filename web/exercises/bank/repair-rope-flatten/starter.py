import torch


def rotate_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """x (..., time, width): channels 2i and 2i + 1 rotated by the tables (rows, width /
    2)."""
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return rotated.flatten(3)


def test_rotate_pairs(implementation):
    """Raises an AssertionError where the implementation is broken. This one is too
    weak."""
    angles = torch.outer(torch.arange(10.0), 10000 ** (-torch.arange(4) / 4))
    x = torch.randn(2, 3, 6, 8)
    y = implementation(x, angles.cos(), angles.sin())
    assert y.shape == x.shape
    assert torch.allclose(y[..., 0, :], x[..., 0, :]), "position 0 must stay as it is"


if __name__ == "__main__":
    test_rotate_pairs(rotate_pairs)
    print("The test passes. And yet:")
    angles = torch.outer(torch.arange(8.0), 10000 ** (-torch.arange(32) / 32))
    print(rotate_pairs(torch.randn(2, 8, 64), angles.cos(), angles.sin()).shape)
