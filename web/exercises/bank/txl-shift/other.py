import torch


def relative_shift(x):
    n_heads, n_query, n_key = x.shape
    distance = torch.arange(n_query).view(-1, 1) + n_key - n_query - torch.arange(n_key)
    column = (n_key - 1 - distance).clamp(max=n_key - 1)
    picked = torch.gather(x, 2, column.expand(n_heads, n_query, n_key))
    return torch.where(distance >= 0, picked, torch.zeros_like(picked))
