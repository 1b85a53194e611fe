import math

import torch


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    table = torch.zeros(max_len, d_model)
    for pos in range(max_len):
        for i in range(0, d_model, 2):
            table[pos, i] = math.sin(pos / 10000 ** (2 * i / d_model))
            table[pos, i + 1] = math.cos(pos / 10000 ** (2 * (i + 1) / d_model))
    return table
