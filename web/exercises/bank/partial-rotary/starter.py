import torch


def partial_rope(
    x: torch.Tensor, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """x (n_heads, n, head_dim) with the first rotary_dim channels of each head rotated
    by position."""
    raise NotImplementedError


if __name__ == "__main__":
    x = torch.ones(1, 3, 8)
    print(partial_rope(x, 4))  # the last four columns stay 1
