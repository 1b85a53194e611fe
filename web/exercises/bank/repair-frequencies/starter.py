import torch
import torch.nn as nn


def restore(rotary: nn.Module) -> None:
    """Writes RoPE's frequencies into rotary.inv_freq (dim / 2,), in place."""
    exponents = torch.arange(0, rotary.dim, 2) / rotary.dim
    rotary.inv_freq.copy_((rotary.base**-exponents).bfloat16())


def test_frequencies(implementation):
    """Raises an AssertionError unless implementation(dim, base) gives RoPE's. This one
    is too weak."""
    w = implementation(16, 10000.0)
    assert w.isfinite().all(), "finite"


if __name__ == "__main__":
    test_frequencies(lambda dim, base: base ** (-torch.arange(0, dim, 2) / dim))
    print("The test passes. And yet:")
    test_frequencies(lambda dim, base: torch.zeros(dim // 2))
    print("zeros pass too.")
