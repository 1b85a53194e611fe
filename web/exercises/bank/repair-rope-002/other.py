import torch


def rope(x):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous())
    k = torch.arange(pairs.shape[-1])
    angles = torch.arange(x.shape[1])[:, None] * 10000.0 ** (-2 * k / x.shape[-1])
    rotations = torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(pairs * rotations[:, None, :]).flatten(-2)


def test_rope(rope):
    for n_heads in (1, 3, 5):
        x = torch.randn(2, 5, n_heads, 8)
        y = rope(x)
        assert y.shape == x.shape
        for t in range(5):
            for i in range(4):
                angle = torch.tensor(t * 10000 ** (-2 * i / 8))
                a, b = x[:, t, :, 2 * i], x[:, t, :, 2 * i + 1]
                want = a * torch.cos(angle) - b * torch.sin(angle)
                assert (y[:, t, :, 2 * i] - want).abs().max() < 1e-4
                want = a * torch.sin(angle) + b * torch.cos(angle)
                assert (y[:, t, :, 2 * i + 1] - want).abs().max() < 1e-4
