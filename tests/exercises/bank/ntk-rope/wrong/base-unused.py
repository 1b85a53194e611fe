import torch


def get_ntk_base(base, dim, scale):
    return base * scale ** (dim / (dim - 2))


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    w = base ** (-torch.arange(0, dim, 2) / dim)
    angles = torch.outer(torch.arange(max_len), w)
    return angles.cos(), angles.sin()
