import torch


def position_ids(mask):
    return ((mask.long().T.cumsum(0) - 1).clamp_min(0) * mask.long().T).T


def next_position(mask):
    return mask.long().sum(1).view(-1)
