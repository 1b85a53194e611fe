import math

import torch


def get_slopes(n_heads: int) -> torch.Tensor:
    """ALiBi's slopes by the authors' rule, one per head."""
    raise NotImplementedError


if __name__ == "__main__":
    print(get_slopes(8))
    print(get_slopes(12))
