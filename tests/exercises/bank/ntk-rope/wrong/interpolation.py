import torch


def get_ntk_base(base, dim, scale):
    return base


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    base = get_ntk_base(base, dim, scale)
    w = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_len).float(), w) / scale
    return angles.cos(), angles.sin()
