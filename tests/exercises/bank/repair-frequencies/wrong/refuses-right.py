import torch


def restore(rotary):
    rotary.inv_freq.copy_(rotary.base ** (-torch.arange(0, rotary.dim, 2) / rotary.dim))


def test_frequencies(implementation):
    w = implementation(16, 10000.0)
    assert w[0] == 1
    assert w[-1] > 0.01
    assert (w[1:] < w[:-1]).all()
