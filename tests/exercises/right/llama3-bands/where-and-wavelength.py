import math

import torch


def llama3_inv_freq(head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position):
    inv_freq = 1.0 / (base ** (torch.arange(0, head_dim, 2, dtype=torch.int64).float() / head_dim))
    low_wave = original_max_position / low_freq_factor
    high_wave = original_max_position / high_freq_factor
    wave = 2 * math.pi / inv_freq
    out = torch.where(wave > low_wave, inv_freq / factor, inv_freq)
    smooth = (original_max_position / wave - low_freq_factor) / (high_freq_factor - low_freq_factor)
    mixed = (1 - smooth) * out / factor + smooth * out
    medium = ~(wave < high_wave) * ~(wave > low_wave)
    return torch.where(medium, mixed, out)
