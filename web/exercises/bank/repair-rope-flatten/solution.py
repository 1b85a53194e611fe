import torch


def rotate_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """x (..., time, width): channels 2i and 2i + 1 rotated by the tables (rows, width /
    2)."""
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return rotated.flatten(-2)


def test_rotate_pairs(implementation):
    """Raises an AssertionError where the implementation is broken."""
    angles = torch.outer(torch.arange(10.0), 10000 ** (-torch.arange(4) / 4))
    cos, sin = angles.cos(), angles.sin()
    for shape in [(2, 6, 8), (2, 3, 6, 8), (1, 2, 3, 4, 8)]:
        x = torch.randn(shape)
        y = implementation(x, cos, sin)
        assert y.shape == x.shape, f"{tuple(y.shape)} came out of {shape}"
        for t in range(shape[-2]):
            a, b = x[..., t, 0::2], x[..., t, 1::2]
            assert torch.allclose(
                y[..., t, 0::2], a * cos[t] - b * sin[t], atol=1e-5
            ), f"time {t}"
            assert torch.allclose(
                y[..., t, 1::2], a * sin[t] + b * cos[t], atol=1e-5
            ), f"time {t}"


if __name__ == "__main__":
    test_rotate_pairs(rotate_pairs)
    angles = torch.outer(torch.arange(8.0), 10000 ** (-torch.arange(32) / 32))
    print(rotate_pairs(torch.randn(2, 8, 64), angles.cos(), angles.sin()).shape)
