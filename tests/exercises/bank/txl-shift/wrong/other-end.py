import torch
import torch.nn.functional as F


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    distance = torch.arange(n_query).view(-1, 1) + n_key - n_query - torch.arange(n_key)
    picked = torch.gather(x, 2, distance.clamp(min=0).expand(x.shape))
    return picked.tril(n_key - n_query)
