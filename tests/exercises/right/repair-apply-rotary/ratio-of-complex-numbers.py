import torch


def precompute_freqs(head_dim, n, base=10000.0):
    angles = torch.outer(torch.arange(n), base ** (-torch.arange(0, head_dim, 2) / head_dim))
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x, freqs):
    z = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(torch.einsum("b n h c, n c -> b n h c", z, freqs)).reshape(x.shape)


def test_apply_rotary_emb(implementation):
    for b, n, h, d in [(1, 3, 3, 4), (2, 5, 2, 8), (3, 2, 4, 6)]:
        x = torch.randn(b, n, h, d)
        before = x.clone()
        f = precompute_freqs(d, n)
        y = implementation(x, f)
        assert torch.equal(x, before)
        assert y.shape == x.shape and y.dtype == x.dtype
        z = torch.complex(x[..., ::2], x[..., 1::2])
        w = torch.complex(y[..., ::2].contiguous(), y[..., 1::2].contiguous())
        ratio = w / z
        torch.testing.assert_close(ratio, f[None, :, None].expand_as(ratio), atol=1e-3, rtol=1e-3)
