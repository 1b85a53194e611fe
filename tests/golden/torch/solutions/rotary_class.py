"""RoPE as a module with tables that grow when a longer text comes."""

import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self, width, most=16, base=10000):
        super().__init__()
        frequency = 1.0 / (base ** (torch.arange(0, width, 2).float() / width))
        self.register_buffer("frequency", frequency)
        self.grown = 0
        self._make(most)

    def _make(self, n):
        angle = torch.arange(n).type_as(self.frequency)[:, None] * self.frequency[None, :]
        angle = torch.cat((angle, angle), dim=-1)
        self.register_buffer("cos", angle.cos()[None, None], persistent=False)
        self.register_buffer("sin", angle.sin()[None, None], persistent=False)
        self.n = n

    def forward(self, q, k):
        """q, k (batch, head, position, width)"""
        n = q.shape[-2]
        if n > self.n:
            self.grown += 1
            self._make(2 * n)
        cos, sin = self.cos[:, :, :n], self.sin[:, :, :n]
        return tuple(x * cos + self._rotate_half(x) * sin for x in (q, k))

    @staticmethod
    def _rotate_half(x):
        middle = x.shape[-1] // 2
        return torch.cat((-x[..., middle:], x[..., :middle]), -1)


def results(numbers, fill):
    rotary = Rotary(32)
    assert list(rotary.state_dict()) == ["frequency"]
    q, k = rotary(numbers(2, 4, 12, 32), numbers(2, 4, 12, 32, seed=3))
    longer, _ = rotary(numbers(1, 2, 20, 32), numbers(1, 2, 20, 32, seed=1))
    return {"q": q, "scores": q @ k.mT, "longer": longer, "table": rotary.cos, "grown": [rotary.grown, rotary.n]}
