import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    weights = implementation(attention, 3 * torch.randn(1, 6, 16), 2)
    assert weights.shape == (6, 6)
    assert torch.allclose(weights.sum(0), torch.ones(6), atol=1e-4)
