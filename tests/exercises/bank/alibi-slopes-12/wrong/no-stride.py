import math

import torch


def get_slopes(n_heads):
    m = 2 ** int(math.log2(n_heads))
    first = [2 ** (-8 * h / m) for h in range(1, m + 1)]
    more = [2 ** (-4 * h / m) for h in range(1, 2 * m + 1)]
    return torch.tensor(first + more[: n_heads - m])
