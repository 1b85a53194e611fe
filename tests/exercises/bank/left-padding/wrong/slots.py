import torch


def position_ids(mask):
    return torch.arange(mask.shape[1]).expand(mask.shape)


def next_position(mask):
    return torch.full((mask.shape[0],), mask.shape[1])
