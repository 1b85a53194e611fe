import math

import torch


def shift_keys(keys, delta, rotary_dim, base=10000.0):
    out, half = keys.clone(), rotary_dim // 2
    for j in range(half):
        angle = delta * base ** (-j / half)
        x, y = keys[..., j], keys[..., j + half]
        out[..., j] = math.cos(angle) * x - math.sin(angle) * y
        out[..., j + half] = math.sin(angle) * x + math.cos(angle) * y
    return out
