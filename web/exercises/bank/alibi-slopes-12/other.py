import torch


def get_slopes(n_heads):
    m = 1 << (n_heads.bit_length() - 1)
    slopes = []
    for h in range(n_heads):
        if h < m:
            slopes.append(2 ** (-8 * (h + 1) / m))
        else:
            slopes.append(2 ** (-4 * (2 * (h - m) + 1) / m))
    return torch.tensor(slopes)
