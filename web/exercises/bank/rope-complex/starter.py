import torch
import matplotlib.pyplot as plt


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    """Complex numbers of length 1, (max_seq_len, dim / 2)."""
    raise NotImplementedError


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, head width), pairs of neighbours rotated by their time."""
    raise NotImplementedError


if __name__ == "__main__":
    freqs = precompute_freqs(64, 100)
    x = torch.randn(2, 6, 4, 64)
    y = apply_rotary_emb(x, freqs)
    print(freqs.dtype, freqs.shape, y.dtype, y.shape)
    plt.plot(freqs[:, 8].real, label="real part of pair 8")
    plt.plot(freqs[:, 8].imag, label="imaginary part")
    plt.xlabel("position")
    plt.legend()
    plt.show()
