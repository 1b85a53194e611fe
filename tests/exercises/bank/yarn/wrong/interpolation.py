import math

import torch
import torch.nn as nn


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = torch.zeros_like(revolutions)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 1.0

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude
