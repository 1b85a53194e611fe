import itertools

import torch


def position_ids(input_ids, padding_idx):
    rows = []
    for text in input_ids.tolist():
        rows_of = itertools.count(padding_idx + 1)
        rows.append([padding_idx if token == padding_idx else next(rows_of) for token in text])
    return torch.tensor(rows, dtype=torch.int64)


def longest_text(n_rows, padding_idx):
    return n_rows - (padding_idx + 1)
