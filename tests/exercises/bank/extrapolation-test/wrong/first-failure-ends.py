import math

import torch


def table_of(module, length):
    """What the module adds at a length, (length, d_model), or None where it does not
    run."""
    x = torch.zeros(1, length, module.d_model)
    try:
        y = module(x)
    except Exception:
        return None
    if y.shape != x.shape or not torch.isfinite(y).all():
        return None
    return y[0]


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for m, module in enumerate(modules):
        module.eval()
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                break
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty
