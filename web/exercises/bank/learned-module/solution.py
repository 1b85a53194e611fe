import torch
import torch.nn as nn
import matplotlib.pyplot as plt


class LearnedPositionalEmbedding(nn.Module):
    """Adds a learned row a position to (batch, time, d_model)."""

    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.table(torch.arange(x.size(1), device=x.device))


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    """The gradient with respect to the table, (max_len, d_model), from that of the output."""
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[: dx.size(1)] = dx.sum(dim=0)
    return gradient


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
