import math

import torch


def frequency_of(i, dim, base, length, scale):
    w = base ** (-2 * i / dim)
    revolutions = length * w / math.tau
    if revolutions >= 32:
        return w
    if revolutions <= 1:
        return w / scale
    share = (revolutions - 1) / 31
    return w * (share + (1 - share) / scale)


class YaRNPositionalEmbedding(torch.nn.Module):
    def __init__(self, dim, max_len=2048, base=10000, scale=1.0):
        super().__init__()
        self.w = [frequency_of(i, dim, base, max_len, scale) for i in range(dim // 2)]
        self.height = 0.1 * math.log(scale) + 1

    def forward(self, x, seq_len=None):
        n = seq_len or x.size(2)
        revolutions = torch.einsum(
            "t,i->ti",
            torch.arange(n, dtype=torch.float64),
            torch.tensor(self.w, dtype=torch.float64),
        )
        both = torch.polar(
            torch.full_like(revolutions, self.height).float(), revolutions.float()
        ).repeat(1, 2)
        return both.real, both.imag
