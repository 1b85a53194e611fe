"""YaRN: fast pairs kept, slow ones divided, a ramp between, and the tables made a little larger."""

import math

import torch
from torch import nn


class Yarn(nn.Module):
    def __init__(self, width, trained=2048, base=10000.0, scale=1.0, slow=1.0, fast=32.0):
        super().__init__()
        plain = 1.0 / base ** (torch.arange(0, width, 2).float() / width)
        revolutions = trained * plain / (2 * math.pi)
        keep = torch.clamp((revolutions - slow) / (fast - slow), 0.0, 1.0)
        self.register_buffer("frequency", keep * plain + (1 - keep) * plain / scale)
        self.register_buffer("keep", keep)
        self.size = 1.0 if scale <= 1 else 0.1 * math.log(scale) + 1.0
        self.trained = trained

    def forward(self, x, seq_len=None):
        n = self.trained if seq_len is None else seq_len
        angle = torch.outer(torch.arange(n).float(), self.frequency)
        both = torch.cat([angle, angle], dim=-1)
        return (both.cos() * self.size).type_as(x), (both.sin() * self.size).type_as(x)


def results(numbers, fill):
    yarn = Yarn(64, trained=128, scale=2.0)
    cos, sin = yarn(numbers(1), 256)
    kept, divided = (yarn.keep == 1).sum(), (yarn.keep == 0).sum()
    return {
        "cos": cos,
        "sin": sin,
        "frequency": yarn.frequency,
        "bands": torch.stack([kept, 32 - kept - divided, divided]),
        "unscaled": Yarn(64, trained=128)(numbers(1))[0],
        "long": Yarn(128, scale=16.0).frequency,
    }
