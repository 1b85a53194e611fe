import torch
import torch.nn as nn


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    raise NotImplementedError


class Learned(nn.Module):
    def __init__(self, n_rows: int, d_model: int):
        super().__init__()
        self.d_model = d_model
        self.table = nn.Embedding(n_rows, d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.table(torch.arange(x.shape[1])))


if __name__ == "__main__":
    runs, novelty = extrapolation_test(
        [Learned(24, 16), Learned(512, 16)], 6, [6, 12, 24, 48]
    )
    print(runs)
    print(novelty)
