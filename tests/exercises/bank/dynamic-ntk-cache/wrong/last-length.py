import math

import torch


def inverse_frequencies(d, length, max_position, factor, base):
    m = max(length, max_position)
    grown = base * (factor * m / max_position - (factor - 1)) ** (d / (d - 2))
    return grown ** (-torch.arange(0, d, 2) / d)


def rotated(x, w, first=0):
    angles = torch.outer(torch.arange(first, first + len(x)), w)
    a, b = x.chunk(2, dim=-1)
    return torch.cat(
        [a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()],
        dim=-1,
    )


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    w = inverse_frequencies(d, n, max_position, factor, base)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    return (rotated(q, w) @ rotated(k, w).T).masked_fill(future, -math.inf)
