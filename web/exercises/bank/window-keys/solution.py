import torch


def window_mask(n_query: int, n_key: int, window: int) -> torch.Tensor:
    """(n_query, n_key), True where the query sees the key."""
    query = torch.arange(n_query) + n_key - n_query
    distance = query[:, None] - torch.arange(n_key)[None, :]
    return (distance >= 0) & (distance < window)


def first_cached(position: int, window: int) -> int:
    """The first position that the query at this position sees."""
    return max(0, position - window + 1)


if __name__ == "__main__":
    print(window_mask(6, 6, 3).int())
    print(first_cached(5, 3))
