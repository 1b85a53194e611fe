import torch
import torch.nn as nn
import matplotlib.pyplot as plt


class LearnedPositionalEmbedding(nn.Module):
    """Adds a learned row a position to (batch, time, d_model)."""

    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        raise NotImplementedError

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    """The gradient with respect to the table, (max_len, d_model), from that of the output."""
    raise NotImplementedError


if __name__ == "__main__":
    embedding = LearnedPositionalEmbedding(12, 16)
    x = torch.randn(4, 6, 16)
    print(
        embedding(x).shape,
        "parameters:",
        sum(p.numel() for p in embedding.parameters()),
    )
    gradient = table_gradient(torch.randn(4, 6, 16), 12)
    print("rows that learn:", [t for t in range(12) if gradient[t].abs().sum() > 0])
    plt.imshow(gradient, cmap="RdBu", aspect="auto")
    plt.xlabel("dimension")
    plt.ylabel("row of the table")
    plt.show()
