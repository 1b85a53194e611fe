import torch
import torch.nn as nn
import matplotlib.pyplot as plt


def attention_map(
    attention: nn.MultiheadAttention, x: torch.Tensor, head: int
) -> torch.Tensor:
    """The weights of one head, (n, n): a row for each query of x (1, n, d)."""
    _, weights = attention(x, x, x)
    return weights[0, head]


def test_attention_map(implementation):
    """Raises an AssertionError where the implementation is broken. This one is too
    weak."""
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    weights = implementation(attention, torch.randn(1, 6, 16), 0)
    total = weights.sum(-1)
    assert torch.allclose(total, torch.ones_like(total)), "weights must sum to 1"


if __name__ == "__main__":
    test_attention_map(attention_map)
    print("The test passes. And yet:")
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    weights = attention_map(attention, torch.randn(1, 6, 16), 0)
    print(weights.shape)
    plt.imshow(weights.detach(), cmap="viridis")
    plt.xlabel("key")
    plt.ylabel("query")
    plt.show()
