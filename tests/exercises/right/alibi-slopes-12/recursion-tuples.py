from math import *
from torch import tensor


def get_slopes(n):
    if log2(n) == floor(log2(n)):
        return tensor(tuple(2 ** (-8 * i / n) for i in range(1, n + 1)))
    m = 2 ** floor(log2(n))
    return tensor((*get_slopes(m), *get_slopes(2 * m)[::2][: n - m]))
