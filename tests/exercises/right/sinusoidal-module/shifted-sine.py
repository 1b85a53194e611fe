import math

import torch
from torch import nn


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=5000, dropout=0.1):
        super().__init__()
        self.register_buffer("pe", self.make(d_model, max_len))
        self.dropout = nn.Dropout(dropout)

    @staticmethod
    def make(d_model, max_len):
        j = torch.arange(d_model, dtype=torch.float64)
        phase = (j % 2) * (math.pi / 2)
        w = 10000.0 ** (-(j - j % 2) / d_model)
        return torch.sin(torch.arange(max_len)[:, None] * w + phase).float()

    def forward(self, x):
        x = x + self.pe[: x.shape[1]].detach()
        return self.dropout(x)
