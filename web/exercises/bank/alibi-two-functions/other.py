import math

import torch


def get_alibi_slopes(n_heads):
    p = 2 ** int(math.log2(n_heads))
    exponents = [8 * h / p for h in range(1, p + 1)] + [
        4 * h / p for h in range(1, 2 * p + 1, 2)
    ]
    return torch.tensor([2**-e for e in exponents[:n_heads]])


def get_alibi_bias(seq_len, n_heads):
    bias = torch.zeros(n_heads, seq_len, seq_len)
    for i in range(seq_len):
        for j in range(seq_len):
            bias[:, i, j] = -abs(i - j) * get_alibi_slopes(n_heads)
    return bias
