import numpy as np
import torch


def position_ids(mask):
    array = np.cumsum(mask.numpy(), axis=1) - 1
    array[mask.numpy() == 0] = 0
    return torch.from_numpy(array)


def next_position(mask):
    return position_ids(mask).max(dim=-1).values + mask.any(-1)
