import torch


def shift_keys(
    keys: torch.Tensor, delta: int, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """Rotated keys (n_heads, n, d), moved by delta positions."""
    raise NotImplementedError


if __name__ == "__main__":
    keys = torch.randn(1, 2, 8)
    print(keys)
    print(shift_keys(keys, -2, 4))
