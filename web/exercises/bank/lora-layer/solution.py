import math

import torch


def lora_forward(
    x: torch.Tensor,
    weight: torch.Tensor,
    a: torch.Tensor,
    b: torch.Tensor,
    alpha: float,
) -> torch.Tensor:
    """The output (..., d_out), without forming b a."""
    scale = alpha / a.shape[0]
    return x @ weight.T + scale * (x @ a.T @ b.T)


def merged(
    weight: torch.Tensor, a: torch.Tensor, b: torch.Tensor, alpha: float
) -> torch.Tensor:
    """One weight (d_out, d_in) that does the same."""
    return weight + alpha / a.shape[0] * (b @ a)


def start(d_in: int, d_out: int, r: int) -> tuple[torch.Tensor, torch.Tensor]:
    """a (r, d_in) and b (d_out, r) for the beginning of training."""
    return torch.randn(r, d_in) / math.sqrt(d_in), torch.zeros(d_out, r)


if __name__ == "__main__":
    a, b = start(4, 3, 2)
    print(lora_forward(torch.ones(1, 4), torch.ones(3, 4), a, b, 2.0))
