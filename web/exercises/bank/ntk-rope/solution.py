import torch
import matplotlib.pyplot as plt


def get_ntk_base(base: float, dim: int, scale: float) -> float:
    """The base whose slowest pair turns `scale` times slower."""
    return base * scale ** (dim / (dim - 2))


def get_ntk_rope_embeddings(
    dim: int, max_len: int, base: float = 10000.0, scale: float = 1.0
):
    """Cosines and sines, (max_len, dim / 2) each."""
    base = get_ntk_base(base, dim, scale)
    frequencies = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
    angles = torch.outer(torch.arange(max_len, dtype=torch.float32), frequencies)
    return torch.cos(angles), torch.sin(angles)


if __name__ == "__main__":
    print(get_ntk_base(10000.0, 64, 2.0), get_ntk_base(10000.0, 64, 4.0))
    for scale in (1.0, 4.0):
        cos, sin = get_ntk_rope_embeddings(64, 200, scale=scale)
        plt.plot(cos[:, 20], label=f"pair 20, scale {scale:g}")
    plt.xlabel("position")
    plt.legend()
    plt.show()
