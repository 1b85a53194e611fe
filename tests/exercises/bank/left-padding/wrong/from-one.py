import torch


def position_ids(mask):
    return mask.cumsum(-1) * mask


def next_position(mask):
    return mask.sum(-1) + 1
