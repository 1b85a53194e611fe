import math

import torch


def phase_error(
    head_dim: int, positions: torch.Tensor, base: float = 10000.0
) -> torch.Tensor:
    """Radians (n, head_dim // 2), 0 to pi, that bfloat16 frequencies are off by."""
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.atan2(d.sin(), d.cos()).abs()


def safe_tables(head_dim: int, positions: torch.Tensor, base: float = 10000.0):
    """cos and sin (n, head_dim // 2) in bfloat16, exact but for their own rounding."""
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angles = torch.outer(positions.to(torch.float64), w)
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)


if __name__ == "__main__":
    for length in (512, 2048, 4096):
        print(length, phase_error(128, torch.arange(length)).max())
