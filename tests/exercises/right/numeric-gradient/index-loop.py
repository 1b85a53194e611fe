import itertools

import torch


def numeric_gradient(f, x, eps=1e-6):
    g = torch.zeros(x.shape, dtype=torch.double)
    for index in itertools.product(*map(range, x.shape)):
        y, z = x.double().clone(), x.double().clone()
        y[index] += eps
        z[index] -= eps
        g[index] = (f(y) - f(z)) / (y[index] - z[index])
    return g


def relative_error(a, b):
    return ((a - b).abs().max() / max(a.abs().max(), b.abs().max(), torch.tensor(1e-8))).item()
