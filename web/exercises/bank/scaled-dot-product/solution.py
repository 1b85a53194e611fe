import math

import torch


def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Output (..., n_query, d_v) and weights (..., n_query, n_key)."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.nan_to_num(scores.softmax(dim=-1))
    return weights @ v, weights


if __name__ == "__main__":
    x = torch.randn(3, 4)
    print(attention(x, x, x, torch.ones(3, 3, dtype=torch.bool).tril())[1])
