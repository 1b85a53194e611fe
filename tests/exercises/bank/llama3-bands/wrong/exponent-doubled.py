import math

import torch


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-2 * torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    s = ((revolutions - low_freq_factor) / (high_freq_factor - low_freq_factor)).clamp(
        0, 1
    )
    return (1 - s) * w / factor + s * w
