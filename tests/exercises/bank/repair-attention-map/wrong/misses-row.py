import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    x = 3 * torch.randn(1, 6, 16)
    first, second = implementation(attention, x, 0), implementation(attention, x, 1)
    assert torch.allclose(first.sum(-1), torch.tensor(1.0), atol=1e-4)
    assert not torch.allclose(first, second, atol=1e-4)
