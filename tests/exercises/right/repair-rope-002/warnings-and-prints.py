import warnings
import numpy as np
import torch


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, width), pairs of neighbours rotated by their time."""
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = (
        cos.unsqueeze(1),
        sin.unsqueeze(1),
    )  # (time, 1, width / 2): the same for every head
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out


def test_rope(rope):
    warnings.warn("a test begins")
    np.array([1.0]) / 0
    torch.set_printoptions(precision=3)
    x = torch.randn(2, 5, 3, 8)
    y = rope(x)
    print(y[0, 0, 0])
    assert y.shape == x.shape and y.dtype == x.dtype
    for t in range(5):
        angles = t * 10000 ** (-torch.arange(0, 8, 2) / 8)
        z = torch.view_as_complex(x[:, t].reshape(2, 3, 4, 2).contiguous()) * torch.polar(torch.ones(4), angles)
        assert (torch.view_as_real(z).flatten(-2) - y[:, t]).abs().max() < 1e-4
    class Net(torch.nn.Module):
        def forward(self, x):
            return rope(x)
    with torch.no_grad():
        assert torch.equal(Net()(torch.nn.Parameter(x)), y)
