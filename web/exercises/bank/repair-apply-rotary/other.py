import torch


def precompute_freqs(head_dim, n, base=10000.0):
    angles = torch.outer(
        torch.arange(n), base ** (-torch.arange(0, head_dim, 2) / head_dim)
    )
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x, freqs):
    cos, sin = (part[None, :, None, :] for part in (freqs.real, freqs.imag))
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out


def test_apply_rotary_emb(f):
    ones = torch.zeros(1, 3, 3, 4)
    ones[..., 0] = 1
    p = torch.arange(3.0)
    out = f(ones, precompute_freqs(4, 3))
    for head in range(3):
        want = torch.stack([torch.cos(p), torch.sin(p), 0 * p, 0 * p], dim=-1)
        torch.testing.assert_close(out[0, :, head], want)
    many = torch.zeros(2, 7, 2, 4)
    many[..., 2] = 1
    out = f(many, precompute_freqs(4, 7))
    assert torch.allclose(out[1, :, 1, 3], torch.sin(torch.arange(7.0) / 100))
    assert torch.allclose(out[1, :, 1, 1], torch.zeros(7))
