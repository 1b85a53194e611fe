import math

import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    w = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    return torch.cat([torch.sin(p * w), torch.cos(p * w)], dim=1)
