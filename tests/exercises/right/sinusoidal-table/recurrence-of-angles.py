import math

import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    w = torch.tensor([10000 ** (-2 * i / d_model) for i in range(d_model // 2)], dtype=torch.float64)
    c, s = w.cos(), w.sin()
    rows = [(torch.zeros_like(w), torch.ones_like(w))]
    for _ in range(max_len - 1):
        a, b = rows[-1]
        rows.append((a * c + b * s, b * c - a * s))
    return torch.stack([torch.stack(row, -1).flatten() for row in rows]).float()
