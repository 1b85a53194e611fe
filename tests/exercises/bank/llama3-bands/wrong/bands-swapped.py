import math

import torch


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    wavelength = 2 * math.pi / w
    short = original_max_position / high_freq_factor
    long = original_max_position / low_freq_factor
    s = (original_max_position / wavelength - low_freq_factor) / (
        high_freq_factor - low_freq_factor
    )
    out = (1 - s) * w / factor + s * w
    out = torch.where(wavelength < short, w / factor, out)
    return torch.where(wavelength > long, w, out)
