import torch


def restore(rotary):
    half = rotary.dim // 2
    rotary.inv_freq.data[:] = torch.logspace(0, -(half - 1) / half, half, base=rotary.base)


def test_frequencies(implementation):
    base = torch.tensor(5000.0)
    w = implementation(48, base.item())
    exponents = -w.log() / base.log()
    torch.testing.assert_close(exponents, torch.linspace(0, 46 / 48, 24), atol=1e-5, rtol=0)
