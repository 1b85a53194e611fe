import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    half = d_model // 2
    w = torch.logspace(0, -4 * (half - 1) / half, half) if half > 1 else torch.ones(1)
    z = torch.exp(1j * torch.arange(max_len)[:, None] * w)
    return torch.view_as_real(z).flip(-1).reshape(max_len, -1)
