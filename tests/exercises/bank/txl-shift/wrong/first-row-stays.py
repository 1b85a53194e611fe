import torch


def relative_shift(x: torch.Tensor) -> torch.Tensor:
    n_heads, n_query, n_key = x.shape
    rows = []
    for i in range(n_query):
        rows.append(torch.roll(x[:, i], -i, dims=-1))
    future = torch.arange(n_key) > torch.arange(n_query)[:, None] + n_key - n_query
    gone = torch.arange(n_key) + torch.arange(n_query)[:, None] >= n_key
    return torch.stack(rows, dim=1).masked_fill(future | gone, 0.0)
