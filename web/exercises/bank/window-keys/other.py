import torch


def window_mask(n_query, n_key, window):
    past = n_key - n_query
    visible = torch.ones(n_query, n_key, dtype=torch.bool)
    return visible.tril(past) & ~visible.tril(past - window)


def first_cached(position, window):
    return [j for j in range(position + 1) if position - j < window][0]
