import torch


def position_ids(mask):
    ids = torch.zeros(mask.shape, dtype=torch.long)
    for row in range(mask.shape[0]):
        real = mask[row].nonzero().flatten()
        ids[row, real] = torch.arange(len(real))
    return ids


def next_position(mask):
    return torch.tensor([sum(row) for row in mask.tolist()])
