import torch


def window_mask(n_query, n_key, window):
    ones = torch.ones(n_query, n_key, dtype=torch.bool)
    shift = n_key - n_query
    return ones.tril(shift) ^ ones.tril(shift - window)


def first_cached(position, window):
    return position - min(position, window - 1)
