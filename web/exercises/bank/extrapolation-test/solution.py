import math

import torch
import torch.nn as nn


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
                continue
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty


class Learned(nn.Module):
    def __init__(self, n_rows: int, d_model: int):
        super().__init__()
        self.d_model = d_model
        self.table = nn.Embedding(n_rows, d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.table(torch.arange(x.shape[1])))


if __name__ == "__main__":
    with torch.no_grad():
        runs, novelty = extrapolation_test(
            [Learned(24, 16), Learned(512, 16)], 6, [6, 12, 24, 48]
        )
    print(runs)
    print(novelty)
