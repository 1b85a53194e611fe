import math

import torch


def phase_error(
    head_dim: int, positions: torch.Tensor, base: float = 10000.0
) -> torch.Tensor:
    """Radians (n, head_dim // 2), 0 to pi, that bfloat16 frequencies are off by."""
    raise NotImplementedError


def safe_tables(head_dim: int, positions: torch.Tensor, base: float = 10000.0):
    """cos and sin (n, head_dim // 2) in bfloat16, exact but for their own rounding."""
    raise NotImplementedError


if __name__ == "__main__":
    for length in (512, 2048, 4096):
        print(length, phase_error(128, torch.arange(length)).max())
