import math

import torch


def extrapolation_test(modules, n_train, lengths):
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for k, length in enumerate(lengths):
        if length <= n_train:
            runs[:, k] = 1
            novelty[:, k] = 0
    return runs, novelty
