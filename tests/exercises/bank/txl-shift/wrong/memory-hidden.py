import torch
import torch.nn.functional as F


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    slipped = F.pad(x, (1, 0)).view(n_heads, n_key + 1, n_query)[:, 1:]
    return slipped.reshape(x.shape).tril()
