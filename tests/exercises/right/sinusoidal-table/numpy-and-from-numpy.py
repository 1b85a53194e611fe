import numpy as np
import torch as t


def get_sinusoidal_positional_encoding(max_len, d_model):
    a = np.arange(max_len)[:, None] / np.power(1e4, np.arange(0, d_model, 2) / d_model)
    return t.from_numpy(np.stack([np.sin(a), np.cos(a)], -1).reshape(max_len, d_model))
