import math

import torch
import matplotlib.pyplot as plt


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    """A table (max_len, d_model) of sines and cosines."""
    raise NotImplementedError


if __name__ == "__main__":
    table = get_sinusoidal_positional_encoding(50, 64)
    print(table.shape)
    plt.imshow(table, cmap="RdBu", aspect="auto")
    plt.xlabel("dimension")
    plt.ylabel("position")
    plt.colorbar()
    plt.show()
