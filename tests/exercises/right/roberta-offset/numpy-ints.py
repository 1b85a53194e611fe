import numpy as np
import torch


def position_ids(ids, pad):
    real = (ids.numpy() != pad).astype(np.int64)
    return torch.from_numpy(real.cumsum(1) * real + pad)


def longest_text(n_rows, padding_idx):
    return np.int64(n_rows) - padding_idx - 1
