import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).unsqueeze(1)
    k = torch.arange(0, d_model, 2)
    angles = p / 10000 ** (2 * k / d_model)
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles)
    return table
