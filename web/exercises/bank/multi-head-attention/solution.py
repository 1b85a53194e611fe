import math

import torch


def multi_head(
    x: torch.Tensor,
    w_qkv: torch.Tensor,
    w_out: torch.Tensor,
    n_heads: int,
    causal: bool = False,
) -> torch.Tensor:
    """Self-attention of x (n_texts, n, d_model) with n_heads heads."""
    n_texts, n, d_model = x.shape
    width = d_model // n_heads
    q, k, v = (
        part.view(n_texts, n, n_heads, width).transpose(1, 2)
        for part in (x @ w_qkv.T).chunk(3, dim=-1)
    )
    scores = q @ k.transpose(-2, -1) / math.sqrt(width)
    if causal:
        visible = torch.ones(n, n, dtype=torch.bool).tril()
        scores = scores.masked_fill(~visible, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = (weights @ v).transpose(1, 2).reshape(x.shape)
    return out @ w_out.T


if __name__ == "__main__":
    x = torch.randn(1, 3, 4)
    print(multi_head(x, torch.randn(12, 4), torch.eye(4), 2))
