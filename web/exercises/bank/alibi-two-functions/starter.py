import torch
import matplotlib.pyplot as plt


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    """One slope a head, (n_heads,)."""
    raise NotImplementedError


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    """(n_heads, seq_len, seq_len), the same to both sides."""
    raise NotImplementedError


if __name__ == "__main__":
    print("6 heads:", get_alibi_slopes(6))
    bias = get_alibi_bias(24, 8)
    print(bias.shape)
    plt.imshow(bias[3], cmap="viridis")
    plt.xlabel("key")
    plt.ylabel("query")
    plt.colorbar()
    plt.show()
