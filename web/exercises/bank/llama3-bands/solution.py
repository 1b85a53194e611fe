import math

import torch


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    """Frequencies (head_dim // 2,) by the rule of Llama 3.1, the fastest first."""
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    s = ((revolutions - low_freq_factor) / (high_freq_factor - low_freq_factor)).clamp(
        0, 1
    )
    return (1 - s) * w / factor + s * w


if __name__ == "__main__":
    plain = 500000.0 ** (-torch.arange(0, 64, 2) / 64)
    print(
        plain / llama3_inv_freq(64, 500000.0, 32.0, 1.0, 4.0, 8192)
    )  # 1: kept; 32: divided
