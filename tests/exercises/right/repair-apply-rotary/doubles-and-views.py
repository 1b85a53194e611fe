import itertools
import torch.nn.functional as F
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


class Case:
    def __init__(self, n, heads):
        self.x = torch.randn(8, heads, n, 2, dtype=torch.float64).permute(3, 2, 1, 0)
        self.freqs = precompute_freqs(8, 2 * n)[::2].to(torch.complex128)

    def want(self):
        out = torch.empty(2, *self.x.shape[1:], dtype=torch.float64)
        for b, p, h, i in itertools.product(*map(range, (*self.x.shape[:3], 4))):
            z = complex(*self.x[b, p, h, 2 * i : 2 * i + 2].tolist()) * complex(self.freqs[p, i])
            out[b, p, h, 2 * i], out[b, p, h, 2 * i + 1] = z.real, z.imag
        return out


@torch.no_grad()
def test_apply_rotary_emb(implementation):
    old = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        for case in (Case(5, 5), Case(3, 2)):
            assert F.mse_loss(implementation(freqs=case.freqs, x=case.x), case.want()) < 1e-10
    finally:
        torch.set_default_dtype(old)
