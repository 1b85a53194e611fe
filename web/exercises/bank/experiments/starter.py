import math

import torch
import matplotlib.pyplot as plt


def accuracy_by_length(
    logits: torch.Tensor, targets: torch.Tensor, lengths: torch.Tensor
):
    """The different lengths, ascending, and the accuracy at each."""
    raise NotImplementedError


def position_resolution(logits: torch.Tensor, positions: torch.Tensor):
    """The share of markers that are found, and the mean distance from their places."""
    raise NotImplementedError


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    """Bytes of float32 that a method keeps for a text."""
    raise NotImplementedError


def nearest_centres(maps: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    """The number of the centre that is nearest to each map."""
    raise NotImplementedError


def hybrid_logits(q, k, cos, sin, slopes) -> torch.Tensor:
    """Logits of RoPE and ALiBi together, (heads, time, time), causal."""
    raise NotImplementedError


if __name__ == "__main__":
    lengths = [512, 2048, 8192]
    for method in ("learned", "rope", "alibi"):
        plt.plot(
            lengths,
            [memory_bytes(method, n, 64, 4) / 2**20 for n in lengths],
            label=method,
        )
    plt.yscale("log")
    plt.xlabel("length")
    plt.ylabel("MiB")
    plt.legend()
    plt.show()
