import torch
import torch.nn.functional as F


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    return x.tril(n_key - n_query)
