import torch
import matplotlib.pyplot as plt


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    """Complex numbers of length 1, (max_seq_len, dim / 2)."""
    frequencies = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, head width), pairs of neighbours rotated by their time."""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[None, : x.shape[1], None, :]  # the same for every text and head
    return torch.view_as_real(pairs * rotations).flatten(-2).type_as(x)


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
