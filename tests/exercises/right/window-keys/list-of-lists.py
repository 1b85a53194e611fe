import torch


def window_mask(n_query, n_key, window):
    past = n_key - n_query
    rows = [[0 <= i + past - j < window for j in range(n_key)] for i in range(n_query)]
    return torch.tensor(rows, dtype=torch.bool)


first_cached = lambda position, window: max(position - (window - 1), 0)  # noqa: E731
