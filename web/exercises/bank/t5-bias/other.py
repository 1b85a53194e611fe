import bisect
import math

import torch
from torch import nn


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads, num_buckets=32, max_distance=128):
        super().__init__()
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)
        self.n = num_buckets // 2
        e = self.n // 2
        ratio = max_distance / e
        # the distance at which each bucket of a side begins
        self.begins = list(range(e + 1)) + [
            math.ceil(e * ratio ** (k / (self.n - e)) - 1e-9)
            for k in range(1, self.n - e)
        ]

    def bucket(self, offset):
        return (
            bisect.bisect_right(self.begins, abs(offset))
            - 1
            + (self.n if offset > 0 else 0)
        )

    def _relative_position_bucket(self, relative_position):
        flat = [
            self.bucket(int(offset)) for offset in relative_position.flatten().tolist()
        ]
        return torch.tensor(flat).view(relative_position.shape)

    def forward(self, seq_len):
        of = torch.tensor(
            [self.bucket(offset) for offset in range(1 - seq_len, seq_len)]
        )
        by_offset = self.relative_attention_bias.weight[of].T
        rows = [
            by_offset[:, seq_len - 1 - i : 2 * seq_len - 1 - i] for i in range(seq_len)
        ]
        return torch.stack(rows, dim=1)[None]
