import torch


def position_ids(input_ids, padding_idx):
    rows = input_ids.clone()
    for text, row in zip(input_ids, rows):
        mask = text != padding_idx
        row[mask] = torch.arange(padding_idx + 1, padding_idx + 1 + int(mask.sum()))
    return rows


def longest_text(n_rows, padding_idx):
    *_, last = range(n_rows)
    return last - padding_idx
