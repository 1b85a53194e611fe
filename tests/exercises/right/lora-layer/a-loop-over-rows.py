import torch


def lora_forward(x, weight, a, b, alpha):
    rows = []
    for row in x.reshape(-1, x.shape[-1]):
        thin = (a * row).sum(dim=-1)
        rows.append((weight * row).sum(dim=-1) + alpha / len(a) * (b * thin).sum(dim=-1))
    return torch.stack(rows).reshape(*x.shape[:-1], len(weight))


def merged(weight, a, b, alpha):
    return weight + alpha / len(a) * (b @ a)


def start(d_in, d_out, r):
    return torch.randn(r, d_in) / d_in**0.5, torch.zeros(d_out, r)
