import torch


def from_gguf(
    q: torch.Tensor, k: torch.Tensor, n_heads: int, n_kv_heads: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Query and key projections of a llama.cpp file, for half-split code."""
    raise NotImplementedError


if __name__ == "__main__":
    rows = torch.arange(16).unsqueeze(1)
    for weight in from_gguf(rows, rows[:8], 2, 1):
        print(weight.flatten())
