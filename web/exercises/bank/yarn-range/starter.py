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
    raise NotImplementedError


if __name__ == "__main__":
    print(yarn_ramp(64, 10000.0, 4096))
