import torch


def position_ids(mask):
    return (torch.arange(mask.shape[1]) - (1 - mask).sum(-1, keepdim=True)).clamp(min=0)


def next_position(mask):
    return mask.sum(-1)
