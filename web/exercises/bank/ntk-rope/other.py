import math

import torch


def get_ntk_base(base, dim, scale):
    slowest = base ** (-(dim - 2) / dim) / scale
    return slowest ** (-dim / (dim - 2))


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    log_base = math.log(get_ntk_base(base, dim, scale))
    angles = torch.zeros(max_len, dim // 2, dtype=torch.float64)
    for i in range(dim // 2):
        angles[:, i] = torch.arange(max_len) * math.exp(-log_base * 2 * i / dim)
    return angles.cos().float(), angles.sin().float()
