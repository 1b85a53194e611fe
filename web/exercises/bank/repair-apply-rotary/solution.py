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
        x = torch.randn(2, n, n_heads, 8)
        freqs = precompute_freqs(8, n)
        out = implementation(x, freqs)
        assert out.shape == x.shape
        for p in range(n):
            for i in range(4):
                a, b = x[:, p, :, 2 * i], x[:, p, :, 2 * i + 1]
                cos, sin = freqs[p, i].real, freqs[p, i].imag
                assert torch.allclose(out[:, p, :, 2 * i], a * cos - b * sin, atol=1e-5)
                assert torch.allclose(
                    out[:, p, :, 2 * i + 1], a * sin + b * cos, atol=1e-5
                )


if __name__ == "__main__":
    x = torch.randn(1, 4, 4, 8)
    rotated = apply_rotary_emb(x, precompute_freqs(8, 4))
    print((rotated - x).abs().amax(-1))  # which rows or columns stay at 0?
    test_apply_rotary_emb(apply_rotary_emb)
