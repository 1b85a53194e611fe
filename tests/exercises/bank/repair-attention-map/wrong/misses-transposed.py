import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    x = 3 * torch.randn(1, 6, 16)
    maps = [implementation(attention, x, head) for head in range(4)]
    assert all(weights.shape == (6, 6) for weights in maps)
    assert all(abs(weights.sum().item() - 6) < 1e-3 for weights in maps)
    assert not torch.allclose(maps[0], maps[1], atol=1e-4)
