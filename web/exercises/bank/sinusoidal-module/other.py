import torch
from torch import nn
from torch.nn import functional as F


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=5000, dropout=0.1):
        super().__init__()
        self.p = dropout
        column = torch.arange(d_model)
        angles = torch.arange(max_len)[:, None].double() * 10000.0 ** (
            -2 * (column // 2).double() / d_model
        )
        table = torch.where(column % 2 == 0, torch.sin(angles), torch.cos(angles))
        self.register_buffer("rows", table.float()[None], persistent=False)

    def forward(self, x):
        n_batch, n_times, d_model = x.shape
        rows = self.rows[:, :n_times].expand(n_batch, n_times, d_model)
        return F.dropout(rows + x, self.p, self.training)
