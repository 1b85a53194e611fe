import math

import torch


def get_alibi_slopes(n_heads):
    m = 2 ** math.floor(math.log2(n_heads))
    h = torch.arange(n_heads)
    exponent = torch.where(h < m, 8 * (h + 1) / m, 8 * (2 * (h - m) + 1) / (2 * m))
    return torch.pow(0.5, exponent)


def get_alibi_bias(seq_len, n_heads):
    line = (torch.arange(2 * seq_len - 1) - (seq_len - 1)).abs().float().neg()
    table = line.as_strided((seq_len, seq_len), (1, 1)).flip(0)
    return get_alibi_slopes(n_heads)[:, None, None] * table
