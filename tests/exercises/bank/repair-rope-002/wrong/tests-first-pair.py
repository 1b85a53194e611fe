import torch


def rope(x: torch.Tensor) -> torch.Tensor:
    angles = torch.arange(x.shape[1])[:, None, None] * 10000 ** (
        -torch.arange(0, x.shape[-1], 2) / x.shape[-1]
    )
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack(
        [a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()],
        dim=-1,
    ).flatten(-2)


def test_rope(rope):
    x = torch.zeros(1, 5, 2, 8)
    x[..., 0] = 1
    y = rope(x)
    times = torch.arange(5.0)
    assert torch.allclose(y[0, :, 0, 0], times.cos(), atol=1e-5)
    assert torch.allclose(y[0, :, 1, 1], times.sin(), atol=1e-5)
