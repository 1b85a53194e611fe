import torch


def restore(rotary):
    rotary.inv_freq.copy_(rotary.base ** (-torch.arange(0, rotary.dim, 2) / rotary.dim))


def test_frequencies(implementation):
    for dim, base in ((16, 10000.0), (64, 500000.0)):
        w = implementation(dim, base)
        want = base ** (-torch.arange(0, dim, 2) / dim)
        assert torch.allclose(w, want, rtol=0.02)
