import torch
import torch.nn as nn
import matplotlib.pyplot as plt


def attention_map(
    attention: nn.MultiheadAttention, x: torch.Tensor, head: int
) -> torch.Tensor:
    """The weights of one head, (n, n): a row for each query of x (1, n, d)."""
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


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


if __name__ == "__main__":
    test_attention_map(attention_map)
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    weights = attention_map(attention, torch.randn(1, 6, 16), 0)
    print(weights.shape)
    plt.imshow(weights.detach(), cmap="viridis")
    plt.xlabel("key")
    plt.ylabel("query")
    plt.show()
