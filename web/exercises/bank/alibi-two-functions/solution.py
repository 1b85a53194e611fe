import torch
import matplotlib.pyplot as plt


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    """One slope a head, (n_heads,)."""
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * torch.arange(1, power + 1) / power)
    if power == n_heads:
        return slopes
    extra = get_alibi_slopes(2 * power)[0::2]
    return torch.cat([slopes, extra[: n_heads - power]])


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    """(n_heads, seq_len, seq_len), the same to both sides."""
    positions = torch.arange(seq_len)
    distance = (positions[:, None] - positions[None, :]).abs()
    return -get_alibi_slopes(n_heads).view(-1, 1, 1) * distance


if __name__ == "__main__":
    print("6 heads:", get_alibi_slopes(6))
    bias = get_alibi_bias(24, 8)
    print(bias.shape)
    plt.imshow(bias[3], cmap="viridis")
    plt.xlabel("key")
    plt.ylabel("query")
    plt.colorbar()
    plt.show()
