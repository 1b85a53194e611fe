import numpy as np
import torch


def get_alibi_mask(n_heads: int, max_len: int):
    m = 2 ** int(np.floor(np.log2(n_heads)))
    a = np.exp2(-8 * np.arange(1, m + 1) / m)
    b = np.exp2(-8 * np.arange(1, 2 * m + 1) / (2 * m))[::2][: n_heads - m]
    slopes = torch.from_numpy(np.concatenate([a, b])).float()
    t = torch.arange(max_len).float()[:, None]
    out = -torch.cdist(t, t, p=1) * slopes[:, None, None]
    i, j = torch.triu_indices(max_len, max_len, offset=1)
    out[:, i, j] = -torch.inf
    return out
