import math

import torch
import torch.nn as nn


def attention_map(attention, x, head):
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head].T


def test_attention_map(implementation):
    """Raises an AssertionError where the implementation is broken."""
    n, n_heads = 6, 4
    attention = nn.MultiheadAttention(16, n_heads, batch_first=True)
    x = 2 * torch.randn(1, n, 16)
    maps = [implementation(attention, x, head) for head in range(n_heads)]
    for weights in maps:
        assert weights.shape == (n, n), "a row for each query, a column for each key"
        assert torch.allclose(weights.sum(-1), torch.ones(n), atol=1e-5), (
            "rows sum to 1"
        )
    _, average = attention(x, x, x)
    assert torch.allclose(sum(maps) / n_heads, average[0], atol=1e-5), (
        "the layer's own average"
    )
    assert not torch.allclose(maps[0], maps[1], atol=1e-4), "heads differ"
