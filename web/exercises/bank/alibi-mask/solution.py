import math

import torch
import matplotlib.pyplot as plt


def slopes_of(n_heads: int) -> list:
    """One per head, by the rule of ALiBi's authors."""
    power = 2 ** math.floor(math.log2(n_heads))
    slopes = [2 ** (-8 * (h + 1) / power) for h in range(power)]
    if power < n_heads:
        slopes += slopes_of(2 * power)[0::2][: n_heads - power]
    return slopes


def get_alibi_mask(n_heads: int, max_len: int) -> torch.Tensor:
    """What is added to causal logits, (n_heads, max_len, max_len); rows are queries."""
    slopes = torch.tensor(slopes_of(n_heads))
    positions = torch.arange(max_len)
    distance = positions.unsqueeze(1) - positions.unsqueeze(0)  # query minus key
    bias = -slopes.view(-1, 1, 1) * distance
    return bias.masked_fill(distance < 0, float("-inf"))


if __name__ == "__main__":
    mask = get_alibi_mask(8, 32)
    print(mask.shape)
    fig, axes = plt.subplots(1, 4, figsize=(16, 4))
    for axis, head in zip(axes, [0, 2, 4, 7]):
        image = axis.imshow(mask[head], cmap="viridis", vmin=-16, vmax=0)
        axis.set_title(f"head {head}")
        axis.set_xlabel("key")
        axis.set_ylabel("query")
    fig.colorbar(image, ax=axes)
    plt.show()
