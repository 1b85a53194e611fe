import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    k = torch.arange(d_model).float()
    angles = p / 10000 ** (k / d_model)
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(angles[:, 0::2])
    table[:, 1::2] = torch.cos(angles[:, 1::2])
    return table
