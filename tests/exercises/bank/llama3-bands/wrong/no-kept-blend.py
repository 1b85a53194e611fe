import math

import torch


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    return torch.where(revolutions < high_freq_factor, w / factor, w)
