import math

import torch


def yarn_ramp(
    dim: int,
    base: float,
    length: int,
    beta_fast: float = 32,
    beta_slow: float = 1,
    truncate: bool = True,
) -> torch.Tensor:
    """The share of interpolation of each pair, (dim / 2,)."""

    def index(beta):
        return dim * math.log(length / (2 * math.pi * beta)) / (2 * math.log(base))

    low, high = index(beta_fast), index(beta_slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    if low == high:
        high += 0.001
    return ((torch.arange(dim // 2) - low) / (high - low)).clamp(0, 1)


if __name__ == "__main__":
    print(yarn_ramp(64, 10000.0, 4096))
