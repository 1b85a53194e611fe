import torch
import torch.nn.functional as F


def lora_forward(x, weight, a, b, alpha):
    thin = F.linear(F.linear(x, a), b)
    return F.linear(x, weight) + thin * (alpha / len(a))


def merged(weight, a, b, alpha):
    return weight + torch.einsum("or,ri->oi", b, a) * alpha / len(a)


def start(d_in, d_out, r):
    a = torch.empty(r, d_in)
    torch.nn.init.normal_(a, std=d_in**-0.5)
    return a, torch.zeros(d_out, r)
