import math

import torch
from torch import nn


def attention_map(attention, x, head):
    d, n_heads = attention.embed_dim, attention.num_heads
    width = d // n_heads
    rows = slice(head * width, (head + 1) * width)
    w_q, w_k, _ = attention.in_proj_weight.chunk(3)
    b_q, b_k, _ = attention.in_proj_bias.chunk(3)
    q = x[0] @ w_q[rows].T + b_q[rows]
    k = x[0] @ w_k[rows].T + b_k[rows]
    return torch.softmax(q @ k.T / math.sqrt(width), dim=-1)


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(12, 3, batch_first=True)
    x = torch.randn(1, 5, 12) * 3
    for head in range(3):
        torch.testing.assert_close(
            implementation(attention, x, head), attention_map(attention, x, head)
        )
