import math

import torch
from torch import nn


class YaRNPositionalEmbedding(nn.Module):
    def __init__(self, dim, max_len=2048, base=10000, scale=1.0):
        super().__init__()
        w = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(base) / dim))
        keep = torch.clamp((max_len * w / math.tau - 1) / 31, min=0.0, max=1.0)
        self.register_buffer("w", torch.lerp(w / scale, w, keep))
        self.register_buffer("amplitude", torch.tensor(0.1 * math.log(scale) + 1.0))

    @torch.no_grad()
    def forward(self, x, seq_len=None):
        seq_len = seq_len or x.size(-2)
        angle = torch.arange(seq_len)[:, None] * self.w
        z = torch.polar(self.amplitude.expand_as(angle), angle).repeat(1, 2)
        return z.real, z.imag
