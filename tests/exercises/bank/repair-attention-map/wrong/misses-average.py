import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    x = 3 * torch.randn(1, 6, 16)
    maps = torch.stack([implementation(attention, x, head) for head in range(4)])
    assert maps.shape == (4, 6, 6)
    assert torch.allclose(maps.mean(0), attention(x, x, x)[1][0], atol=1e-4)
