import torch
import torch.nn as nn


def restore(rotary: nn.Module) -> None:
    """Writes RoPE's frequencies into rotary.inv_freq (dim / 2,), in place."""
    exponents = torch.arange(0, rotary.dim, 2) / rotary.dim
    rotary.inv_freq.copy_(rotary.base**-exponents)


def test_frequencies(implementation):
    """Raises an AssertionError unless implementation(dim, base) gives RoPE's."""
    for dim, base in ((16, 10000.0), (64, 500000.0)):
        w = implementation(dim, base)
        assert w.shape == (dim // 2,), "one for each pair"
        assert w[0] == 1, "the first is exactly 1"
        assert (w[1:] < w[:-1]).all(), "they fall"
        ratio = torch.full((dim // 2 - 1,), base ** (-2 / dim))
        assert torch.allclose(w[1:] / w[:-1], ratio, rtol=1e-4), "by the base's ratio"


if __name__ == "__main__":
    test_frequencies(lambda dim, base: base ** (-torch.arange(0, dim, 2) / dim))
    print("RoPE's frequencies pass.")
