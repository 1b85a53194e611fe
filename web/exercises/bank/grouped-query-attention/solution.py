import math

import torch


def grouped_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> torch.Tensor:
    """Causal attention; several query heads share a head of keys and values."""
    n_heads, n_query, d = q.shape
    n_key = k.shape[1]
    group = n_heads // k.shape[0]
    k, v = k.repeat_interleave(group, dim=0), v.repeat_interleave(group, dim=0)
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = torch.ones(n_query, n_key, dtype=torch.bool).tril(n_key - n_query)
    return scores.masked_fill(~visible, float("-inf")).softmax(dim=-1) @ v


if __name__ == "__main__":
    q, k = torch.randn(4, 3, 8), torch.randn(2, 5, 8)
    print(grouped_attention(q, k, k).shape)
