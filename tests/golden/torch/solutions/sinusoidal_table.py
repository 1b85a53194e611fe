"""The table of sines and cosines, and the block rotation that moves it along."""

import math

import torch


def sinusoidal_table(n_positions, width):
    pair = torch.arange(0, width, 2, dtype=torch.float32)
    frequency = torch.exp(pair * (-math.log(10000.0) / width))
    angle = torch.arange(n_positions, dtype=torch.float32)[:, None] * frequency
    table = torch.empty(n_positions, width)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table


def results(numbers, fill):
    table = sinusoidal_table(100, 512)
    return {
        "table": table,
        "small": sinusoidal_table(7, 6),
        "added": numbers(2, 100, 512) + table[None],
        "nearness": table[:12, :64] @ table[:12, :64].T,
    }
