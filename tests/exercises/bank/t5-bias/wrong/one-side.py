import math

import torch
import torch.nn as nn


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)
