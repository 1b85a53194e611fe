import torch


def get_slopes(n_heads):
    return 2 ** (-8 * torch.arange(n_heads) / n_heads)
