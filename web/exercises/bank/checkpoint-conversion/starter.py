import torch


def interleaved_to_half(weight: torch.Tensor, n_heads: int) -> torch.Tensor:
    """A query or key projection (n_heads * head_dim, d_model) of interleaved code, for
    half-split code."""
    raise NotImplementedError


if __name__ == "__main__":
    # two heads of 8; each row holds its own number
    rows = torch.arange(16).unsqueeze(1)
    print(interleaved_to_half(rows, 2).flatten())
