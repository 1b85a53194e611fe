import torch


def precompute_freqs(dim, max_seq_len, base=10000.0):
    exponents = torch.arange(dim // 2, dtype=torch.float64) * 2 / dim
    t = torch.arange(max_seq_len, dtype=torch.float64)
    return torch.exp(1j * (t[:, None] * base**-exponents)).to(torch.complex64)


def apply_rotary_emb(x, freqs):
    b, n, h, d = x.shape
    z = torch.complex(*x.float().view(b, n, h, d // 2, 2).unbind(-1))
    z = torch.einsum("bnhd,nd->bnhd", z, freqs[:n])
    return torch.stack((z.real, z.imag), -1).reshape(b, n, h, d).to(x)
