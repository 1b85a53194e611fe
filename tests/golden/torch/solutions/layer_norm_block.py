"""A layer's two ways around layer norm: before (pre) and after (post); and the norm by hand."""

import torch
from torch import nn


class Feed(nn.Module):
    def __init__(self, width, is_pre):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.net = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.is_pre = is_pre

    def forward(self, x):
        return x + self.net(self.norm(x)) if self.is_pre else self.norm(x + self.net(x))


def by_hand(x, eps=1e-5):
    mean = x.mean(-1, keepdim=True)
    variance = x.var(-1, unbiased=False, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps)


def results(numbers, fill):
    x = numbers(3, 7, 16)
    with torch.no_grad():
        made = {name: fill(Feed(16, name == "pre")).eval()(x) for name in ("pre", "post")}
    made["by hand"] = by_hand(x)
    made["functional"] = nn.functional.layer_norm(x, (7, 16))
    return made
