import torch


def relative_shift(x: torch.Tensor) -> torch.Tensor:
    n_heads, n_query, n_key = x.shape
    out = torch.zeros_like(x)
    for i in range(n_query):
        for j in range(i + 1):
            out[:, i, j] = x[:, i, n_key - 1 - (i - j)]
    return out
