import torch
import torch.nn.functional as F


def lora_forward(x, weight, a, b, alpha):
    return F.linear(x, merged(weight, a, b, alpha))


def merged(weight, a, b, alpha):
    return torch.addmm(weight, b, a, alpha=alpha / len(a))


def start(d_in, d_out, r):
    return torch.randn(r, d_in) / d_in**0.5, torch.zeros(d_out, r)
