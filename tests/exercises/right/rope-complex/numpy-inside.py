import numpy as np
import torch


def precompute_freqs(dim, max_seq_len, base=10000.0):
    theta = np.outer(np.arange(max_seq_len), base ** (-np.arange(0, dim, 2) / dim))
    return torch.from_numpy(np.exp(1j * theta)).to(torch.complex64)


def apply_rotary_emb(x, freqs):
    z = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous()).transpose(1, 2)
    return torch.view_as_real(z * freqs[: x.size(1)]).flatten(3).transpose(1, 2)
