import math

import torch


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    return -slopes_of(n_heads).view(-1, 1, 1) * (p[:, None] - p[None, :]).abs()
