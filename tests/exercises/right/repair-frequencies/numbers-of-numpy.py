import numpy as np
import warnings
import torch
import torch.nn as nn


def restore(rotary: nn.Module) -> None:
    """Writes RoPE's frequencies into rotary.inv_freq (dim / 2,), in place."""
    exponents = torch.arange(0, rotary.dim, 2) / rotary.dim
    rotary.inv_freq.copy_(rotary.base**-exponents)


def test_frequencies(implementation):
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("error")
        for dim in np.arange(4, 20, 6):
            for base in (np.float64(10000), np.int32(700), 500000):
                got = implementation(dim=dim, base=base).numpy()
                want = float(base) ** (-2 * np.arange(dim // 2) / dim)
                np.testing.assert_allclose(got, want, rtol=1e-5)
