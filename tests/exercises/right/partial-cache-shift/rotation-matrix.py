import torch


def shift_keys(keys, delta, rotary_dim, base=10000.0):
    d, h = keys.shape[-1], rotary_dim // 2
    theta = delta / base ** (torch.arange(h) * 2 / rotary_dim)
    m = torch.eye(d)
    i = torch.arange(h)
    m[i, i] = m[i + h, i + h] = theta.cos()
    m[i, i + h], m[i + h, i] = theta.sin(), -theta.sin()
    return keys @ m
