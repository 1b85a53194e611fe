import torch


def additive_mask(is_real: torch.Tensor) -> torch.Tensor:
    """(n_texts, 1, n, n): 0 where the query sees the key, else -inf."""
    n = is_real.shape[1]
    causal = torch.ones(n, n, dtype=torch.bool).tril()
    keys = is_real[:, None, :].bool()
    visible = (causal & keys) | torch.eye(n, dtype=torch.bool)
    return torch.zeros(visible.shape).masked_fill(~visible, float("-inf"))[:, None]


if __name__ == "__main__":
    print(additive_mask(torch.tensor([[1, 1, 1, 0], [0, 1, 1, 1]])))
