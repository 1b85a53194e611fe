import math

import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    w = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.cos(p * w)
    table[:, 1::2] = torch.sin(p * w)
    return table
