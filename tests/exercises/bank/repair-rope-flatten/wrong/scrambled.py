import torch


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.stack([new_a, new_b]).reshape(x.shape)


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
