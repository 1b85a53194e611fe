import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    x = 3 * torch.randn(1, 6, 16)
    _, weights = attention(x, x, x, average_attn_weights=False)
    torch.testing.assert_close(implementation(attention, x, 0), weights[0, 0])
