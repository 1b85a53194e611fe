"""ALiBi as a module that keeps its slopes in a buffer."""

import math

import torch
from torch import nn


class Alibi(nn.Module):
    def __init__(self, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.register_buffer("slope", torch.tensor(self._slopes(n_heads)).view(1, n_heads, 1, 1))

    @staticmethod
    def _slopes(n):
        if math.log2(n).is_integer():
            return [2 ** (-8 * (head + 1) / n) for head in range(n)]
        nearest = 2 ** int(math.log2(n))
        return Alibi._slopes(nearest) + Alibi._slopes(2 * nearest)[::2][: n - nearest]

    def forward(self, logits):
        n_queries, n_keys = logits.shape[-2:]
        query = torch.arange(n_keys - n_queries, n_keys).unsqueeze(-1)
        key = torch.arange(n_keys).unsqueeze(0)
        return logits - self.slope * (query - key).abs()


def results(numbers, fill):
    alibi = Alibi(6)
    assert list(alibi.state_dict()) == ["slope"] and not list(alibi.parameters())
    return {
        "slope": alibi.slope,
        "square": alibi(numbers(2, 6, 10, 10)),
        "last three": alibi(numbers(1, 6, 3, 12, seed=2)),
    }
