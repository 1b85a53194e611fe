import torch


def position_ids(mask):
    return (mask.cumsum(-1) - 1).masked_fill(mask == 0, 0)


def next_position(mask):
    return torch.full((mask.shape[0],), mask.shape[1])
