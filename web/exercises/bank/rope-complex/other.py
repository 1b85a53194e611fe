import torch


def precompute_freqs(dim, max_seq_len, base=10000.0):
    one_step = torch.tensor(
        [base ** (-2 * k / dim) for k in range(dim // 2)], dtype=torch.float64
    )
    angles = torch.arange(max_seq_len, dtype=torch.float64)[:, None] * one_step
    return torch.complex(angles.cos().float(), angles.sin().float())


def apply_rotary_emb(x, freqs):
    out = torch.zeros_like(x)
    for t in range(x.shape[1]):
        c, s = freqs[t].real, freqs[t].imag
        re, im = x[:, t, :, ::2], x[:, t, :, 1::2]
        out[:, t, :, ::2] = re * c - im * s
        out[:, t, :, 1::2] = re * s + im * c
    return out
