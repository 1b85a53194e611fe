import torch


def scale_queries(
    q: torch.Tensor, position_ids: torch.Tensor, interval: int = 8192, beta: float = 0.1
) -> torch.Tensor:
    """Queries (n_texts, n_heads, n, d), each times the factor of its position."""
    steps = torch.floor((position_ids + 1) / interval)
    factor = 1 + beta * torch.log(1 + steps)
    return q * factor[:, None, :, None]


if __name__ == "__main__":
    q = torch.ones(1, 1, 6, 1)
    print(scale_queries(q, torch.arange(6)[None], 3, 0.5).flatten())
