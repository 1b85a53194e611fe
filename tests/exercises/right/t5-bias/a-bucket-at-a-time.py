import math
import torch.nn as nn
import torch


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads, num_buckets=32, max_distance=128):
        super().__init__()
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)
        self.n, self.far = num_buckets // 2, max_distance
    def one(self, offset):
        n, e, d = self.n, self.n // 2, abs(offset)
        b = d if d < e else min(e + int(math.log(d / e) / math.log(self.far / e) * (n - e)), n - 1)
        return b + n * (offset > 0)
    def _relative_position_bucket(self, relative_position):
        flat = [self.one(int(r)) for r in relative_position.flatten()]
        return torch.tensor(flat, dtype=torch.int64).reshape(relative_position.shape)
    def forward(self, seq_len):
        rows = [self.relative_attention_bias(self._relative_position_bucket(torch.arange(seq_len) - i)).T for i in range(seq_len)]
        return torch.stack(rows, 1).unsqueeze(0)
