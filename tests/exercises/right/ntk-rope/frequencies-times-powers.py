import numpy as np
import torch


def get_ntk_base(base, dim, scale):
    slowest = base ** (-(dim - 2) / dim) / scale
    return slowest ** (-dim / (dim - 2))


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    i = np.arange(dim // 2)
    w = base ** (-2 * i / dim) * scale ** (-2 * i / (dim - 2))
    angles = np.arange(max_len)[:, None] * w[None]
    return torch.tensor(np.cos(angles), dtype=torch.float32), torch.tensor(np.sin(angles), dtype=torch.float32)
