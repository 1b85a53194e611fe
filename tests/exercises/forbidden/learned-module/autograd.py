import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        return x + self.table(torch.arange(x.size(1), device=x.device))


def table_gradient(dx, max_len):
    module = LearnedPositionalEmbedding(max_len, dx.shape[-1])
    (module(torch.zeros_like(dx)) * dx).sum().backward()
    return module.table.weight.grad
