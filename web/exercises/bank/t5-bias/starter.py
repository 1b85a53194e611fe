import math

import torch
import torch.nn as nn
import matplotlib.pyplot as plt


class T5RelativePositionBias(nn.Module):
    """What T5 adds to the logits of its encoder."""

    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        """The bucket of each offset, key minus query."""
        raise NotImplementedError

    def forward(self, seq_len: int) -> torch.Tensor:
        """(1, num_heads, seq_len, seq_len); rows are queries."""
        raise NotImplementedError


if __name__ == "__main__":
    bias = T5RelativePositionBias(num_heads=4)
    print(bias._relative_position_bucket(torch.arange(-12, 13)))
    offsets = torch.arange(-150, 151)
    plt.plot(offsets, bias._relative_position_bucket(offsets))
    plt.xlabel("key minus query")
    plt.ylabel("bucket")
    plt.show()
