import math

import torch
import torch.nn as nn
import matplotlib.pyplot as plt


class YaRNPositionalEmbedding(nn.Module):
    """RoPE's tables for `scale` times the length of training, max_len."""

    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        raise NotImplementedError

    def forward(self, x: torch.Tensor, seq_len: int = None):
        """Cosines and sines, (seq_len, dim) each; x is (batch, heads, time, dim)."""
        raise NotImplementedError


if __name__ == "__main__":
    yarn = YaRNPositionalEmbedding(dim=64, max_len=128, scale=2.0)
    cos, sin = yarn(torch.randn(1, 4, 256, 64))
    print(cos.shape, sin.shape)
    print("amplitude:", torch.sqrt(cos[1, 0] ** 2 + sin[1, 0] ** 2))
    plt.imshow(cos, cmap="RdBu", aspect="auto")
    plt.xlabel("channel")
    plt.ylabel("position")
    plt.show()
