import torch
import torch.nn.functional as F


def relative_shift(x: torch.Tensor) -> torch.Tensor:
    """Products by distance, farthest first (n_heads, n_query, n_key), as products by
    key; 0 in the future."""
    raise NotImplementedError


if __name__ == "__main__":
    n_query, n_key = 3, 5
    distances = torch.arange(n_key - 1, -1, -1.0).expand(1, n_query, n_key)
    print(
        relative_shift(distances + 10 * torch.arange(1.0, n_query + 1).view(1, -1, 1))
    )
