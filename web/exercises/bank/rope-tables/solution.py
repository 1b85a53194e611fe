import torch
import matplotlib.pyplot as plt


def get_rope_embeddings(d_model: int, max_len: int):
    """Cosines and sines, (max_len, d_model / 2) each."""
    frequencies = 1.0 / 10000 ** (
        torch.arange(0, d_model, 2, dtype=torch.float32) / d_model
    )
    angles = torch.outer(torch.arange(max_len, dtype=torch.float32), frequencies)
    return torch.cos(angles), torch.sin(angles)


def apply_rotary_pos_emb(
    x: torch.Tensor, freqs_cos: torch.Tensor, freqs_sin: torch.Tensor
) -> torch.Tensor:
    """x (batch, time, heads, head width), rotated pair by pair: channels 2i and 2i + 1."""
    n_times = x.shape[1]
    cos = freqs_cos[:n_times].unsqueeze(1)  # (time, 1, pairs): the same for every head
    sin = freqs_sin[:n_times].unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    return (
        torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
        .flatten(-2)
        .type_as(x)
    )


if __name__ == "__main__":
    cos, sin = get_rope_embeddings(64, 100)
    x = torch.randn(2, 64, 8, 64)
    y = apply_rotary_pos_emb(x, cos, sin)
    print(y.shape, "position 0 unchanged:", torch.allclose(x[:, 0], y[:, 0]))
    print(
        "lengths kept:",
        torch.allclose(
            torch.linalg.norm(x, dim=-1), torch.linalg.norm(y, dim=-1), atol=1e-5
        ),
    )
    plt.imshow(cos, cmap="RdBu", aspect="auto")
    plt.xlabel("pair")
    plt.ylabel("position")
    plt.show()
