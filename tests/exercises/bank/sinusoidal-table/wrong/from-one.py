import math

import torch


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    """A table (max_len, d_model) of sines and cosines."""
    positions = torch.arange(1, max_len + 1, dtype=torch.float32).unsqueeze(1)
    frequencies = torch.exp(
        torch.arange(0, d_model, 2, dtype=torch.float32)
        * (-math.log(10000.0) / d_model)
    )
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(positions * frequencies)
    table[:, 1::2] = torch.cos(positions * frequencies)
    return table
