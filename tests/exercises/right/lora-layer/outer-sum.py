import math

import torch
from torch import nn


def lora_forward(x, weight, a, b, alpha):
    r = a.shape[0]
    stacked = torch.cat([weight, a], dim=0)
    y = torch.matmul(x, stacked.t())
    plain, thin = y.split([weight.shape[0], r], dim=-1)
    return torch.add(plain, torch.tensordot(thin, b, dims=([-1], [1])), alpha=alpha / r)


def merged(weight, a, b, alpha):
    return weight + sum(torch.outer(b[:, i], a[i]) for i in range(len(a))) * (alpha / len(a))


def start(d_in, d_out, r):
    a = nn.Parameter(torch.normal(0.0, math.sqrt(1 / d_in), (r, d_in)))
    b = nn.Parameter(torch.zeros(d_out, r))
    return a, b
