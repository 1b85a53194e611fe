import torch
import torch.nn as nn


def restore(rotary: nn.Module) -> None:
    """Writes RoPE's frequencies into rotary.inv_freq (dim / 2,), in place."""
    exponents = torch.arange(0, rotary.dim, 2) / rotary.dim
    rotary.inv_freq.copy_(rotary.base**-exponents)


def test_frequencies(implementation):
    w = implementation(16, 10000.0)
    want = torch.tensor([10000 ** (-2 * i / 16) for i in range(8)])
    assert torch.allclose(w, want, rtol=1e-4, atol=0)
