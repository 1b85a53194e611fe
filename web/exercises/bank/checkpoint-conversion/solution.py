import torch


def interleaved_to_half(weight: torch.Tensor, n_heads: int) -> torch.Tensor:
    """A query or key projection (n_heads * head_dim, d_model) of interleaved code, for
    half-split code."""
    n_rows, d_model = weight.shape
    pairs = weight.view(
        n_heads, n_rows // n_heads // 2, 2, d_model
    )  # head, pair, member
    return pairs.transpose(1, 2).reshape(n_rows, d_model)


if __name__ == "__main__":
    # two heads of 8; each row holds its own number
    rows = torch.arange(16).unsqueeze(1)
    print(interleaved_to_half(rows, 2).flatten())
