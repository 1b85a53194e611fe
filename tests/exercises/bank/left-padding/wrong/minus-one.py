import torch


def position_ids(mask):
    return mask.cumsum(-1) * mask - 1


def next_position(mask):
    return mask.sum(-1)
