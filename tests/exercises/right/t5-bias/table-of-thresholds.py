import math

import torch
from torch import nn


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads, num_buckets=32, max_distance=128):
        super().__init__()
        self.num_buckets, self.max_distance = num_buckets, max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def bucket(self, offset):
        n = self.num_buckets // 2
        e, d = n // 2, abs(offset)
        if d < e:
            b = d
        else:
            b = min(e + int(math.log(d / e) / math.log(self.max_distance / e) * (n - e)), n - 1)
        return b + n * (offset > 0)

    def _relative_position_bucket(self, relative_position):
        flat = [self.bucket(o) for o in relative_position.flatten().tolist()]
        return torch.tensor(flat, dtype=torch.long).view(relative_position.shape)

    def forward(self, seq_len):
        line = self._relative_position_bucket(torch.arange(-seq_len + 1, seq_len))
        table = self.relative_attention_bias(line).T
        return torch.stack([table[:, seq_len - 1 - i : 2 * seq_len - 1 - i] for i in range(seq_len)], 1)[None]
