import torch


def get_slopes(n_heads):
    return 2 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
