import math

import torch
import torch.nn as nn
import matplotlib.pyplot as plt


class SinusoidalPositionalEncoding(nn.Module):
    """Adds the sinusoidal table to (batch, time, d_model)."""

    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        raise NotImplementedError

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError


if __name__ == "__main__":
    encoding = SinusoidalPositionalEncoding(64)
    encoding.eval()
    rows = encoding(torch.zeros(1, 50, 64))
    print(rows.shape)
    plt.imshow(rows[0], cmap="RdBu", aspect="auto")
    plt.xlabel("dimension")
    plt.ylabel("position")
    plt.colorbar()
    plt.show()
