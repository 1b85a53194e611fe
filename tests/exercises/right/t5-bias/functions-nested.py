import math, torch
from torch.nn import *


class T5RelativePositionBias(Module):
    def __init__(self, num_heads: "int", num_buckets: "int" = 32, max_distance: "int" = 128):
        Module.__init__(self)
        self.relative_attention_bias = Embedding(num_buckets, num_heads)
        self.n, self.m = num_buckets, max_distance

    def _relative_position_bucket(self, r):
        half = self.n // 2
        exact = half // 2
        d = r.abs()
        far = exact + (torch.log(d.clamp(min=1).double() / exact) / math.log(self.m / exact) * (half - exact) + 1e-9).long()
        return torch.where(d < exact, d, far.clamp(max=half - 1)) + (r > 0) * half

    def forward(self, seq_len):
        t = torch.arange(seq_len)
        return self.relative_attention_bias(self._relative_position_bucket(t - t[:, None])).permute(2, 0, 1)[None]
