import torch
import matplotlib.pyplot as plt


def get_alibi_mask(n_heads: int, max_len: int) -> torch.Tensor:
    """What is added to causal logits, (n_heads, max_len, max_len); rows are queries."""
    raise NotImplementedError


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
