"""ALiBi as one mask: slopes by the paper's rule, nothing of the future."""

import math

import torch


def slopes(n_heads):
    def geometric(n):
        first = 2.0 ** (-8.0 / n)
        return [first ** (k + 1) for k in range(n)]

    power = 2 ** math.floor(math.log2(n_heads))
    rest = geometric(2 * power)[0::2][: n_heads - power]
    return torch.tensor(geometric(power) + rest)


def alibi_mask(n_heads, n):
    position = torch.arange(n)
    distance = (position[None, :] - position[:, None]).float()
    bias = slopes(n_heads).view(n_heads, 1, 1) * distance
    return bias.masked_fill(torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1), float("-inf"))


def results(numbers, fill):
    mask = alibi_mask(8, 128)
    return {
        "slopes of 8": slopes(8),
        "slopes of 12": slopes(12),
        "mask": mask.clamp(min=-1e4),
        "share": torch.softmax(numbers(8, 128, 128) + mask, dim=-1),
        "both sides": -slopes(4)[:, None, None] * (torch.arange(9)[:, None] - torch.arange(9)).abs(),
    }
