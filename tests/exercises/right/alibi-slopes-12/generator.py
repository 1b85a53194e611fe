from itertools import chain, islice

import torch


def powers(n, *, step=1):
    base, value = 2 ** (-8 / n), 1.0
    for k in range(n):
        value *= base
        if k % step == 0:
            yield value


def get_slopes(n_heads):
    m = 1
    while m * 2 <= n_heads:
        m *= 2
    return torch.FloatTensor(list(islice(chain(powers(m), powers(2 * m, step=2)), n_heads)))
