import math

import torch


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    out = []
    for i in range(head_dim // 2):
        w = 1.0 / base ** (2 * i / head_dim)
        wavelength = 2 * math.pi / w
        if wavelength < original_max_position / high_freq_factor:
            out.append(w)
        elif wavelength > original_max_position / low_freq_factor:
            out.append(w / factor)
        else:
            s = (original_max_position / wavelength - low_freq_factor) / (
                high_freq_factor - low_freq_factor
            )
            out.append((1 - s) * w / factor + s * w)
    return torch.tensor(out)
