import torch


def additive_mask(is_real: torch.Tensor) -> torch.Tensor:
    """(n_texts, 1, n, n): 0 where the query sees the key, else -inf."""
    raise NotImplementedError


if __name__ == "__main__":
    print(additive_mask(torch.tensor([[1, 1, 1, 0], [0, 1, 1, 1]])))
