import torch
import torch.nn as nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.table(torch.arange(x.size(1), device=x.device))


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[: dx.size(1)] = dx[0]
    return gradient
