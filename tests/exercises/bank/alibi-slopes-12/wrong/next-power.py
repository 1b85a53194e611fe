import math

import torch


def get_slopes(n_heads):
    n = 2 ** math.ceil(math.log2(n_heads))
    return 2 ** (-8 * torch.arange(1, n_heads + 1) / n)
