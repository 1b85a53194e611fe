import torch


def get_slopes(n_heads):
    m = 1
    while m * 2 <= n_heads:
        m <<= 1
    a = torch.logspace(-8 / m, -8, m, base=2)
    b = torch.logspace(-4 / m, -8, 2 * m, base=2)
    return torch.hstack((a, b[::2][: n_heads - m]))
