import torch
import matplotlib.pyplot as plt


def get_rope_embeddings(d_model: int, max_len: int):
    """Cosines and sines, (max_len, d_model / 2) each."""
    raise NotImplementedError


def apply_rotary_pos_emb(
    x: torch.Tensor, freqs_cos: torch.Tensor, freqs_sin: torch.Tensor
) -> torch.Tensor:
    """x (batch, time, heads, head width), rotated pair by pair: channels 2i and 2i + 1."""
    raise NotImplementedError


if __name__ == "__main__":
    cos, sin = get_rope_embeddings(64, 100)
    x = torch.randn(2, 64, 8, 64)
    y = apply_rotary_pos_emb(x, cos, sin)
    print(y.shape, "position 0 unchanged:", torch.allclose(x[:, 0], y[:, 0]))
    plt.imshow(cos, cmap="RdBu", aspect="auto")
    plt.xlabel("pair")
    plt.ylabel("position")
    plt.show()
