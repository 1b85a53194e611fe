import torch


def to_half_split(weight: torch.Tensor, n_heads: int) -> torch.Tensor:
    """The rows of one projection, from interleaved pairs to half-split ones."""
    n_rows, d_model = weight.shape
    head_dim = n_rows // n_heads
    pairs = weight.view(n_heads, head_dim // 2, 2, d_model)
    return pairs.transpose(1, 2).reshape(n_rows, d_model)


def from_gguf(
    q: torch.Tensor, k: torch.Tensor, n_heads: int, n_kv_heads: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Query and key projections of a llama.cpp file, for half-split code."""
    return to_half_split(q, n_heads), to_half_split(k, n_kv_heads)


if __name__ == "__main__":
    rows = torch.arange(16).unsqueeze(1)
    for weight in from_gguf(rows, rows[:8], 2, 1):
        print(weight.flatten())
