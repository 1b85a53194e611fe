import torch


def position_ids(input_ids, padding_idx):
    rows = torch.full_like(input_ids, padding_idx)
    for text, row in zip(input_ids, rows):
        following = padding_idx
        for i, token in enumerate(text.tolist()):
            if token != padding_idx:
                following += 1
                row[i] = following
    return rows


def longest_text(n_rows, padding_idx):
    return len(range(padding_idx + 1, n_rows))
