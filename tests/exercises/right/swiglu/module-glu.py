import torch
import torch.nn.functional as F
from torch import nn


class Gated(nn.Module):
    def __init__(self, gate, up, down):
        super().__init__()
        m, d = gate.shape
        self.both, self.down = nn.Linear(d, 2 * m, bias=False), nn.Linear(m, d, bias=False)
        self.both.weight = nn.Parameter(torch.cat([gate, up]))
        self.down.weight = nn.Parameter(down)

    def forward(self, x):
        a, b = self.both(x).chunk(2, dim=-1)
        return self.down(nn.SiLU()(a) * b)


def feed_forward(x, w_gate, w_up, w_down):
    return Gated(w_gate, w_up, w_down)(x)


def hidden_width(d, multiple):
    whole = int(2 * (4 * d) / 3)
    return whole + -whole % multiple
