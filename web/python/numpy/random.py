"""Numbers that are drawn."""

import torch as _torch
from numpy._array import _out, _wrap


def _size(size):
    return (size,) if isinstance(size, int) else size


def seed(seed=0):
    _torch.manual_seed(seed)


def randn(*shape):
    return _out(_torch.randn(*shape, dtype=_torch.float64))


def rand(*shape):
    return _out(_torch.rand(*shape, dtype=_torch.float64))


def randint(low, high=None, size=()):
    low, high = (0, low) if high is None else (low, high)
    return _out(_torch.randint(low, high, _size(size)))


def permutation(n):
    return _wrap(_torch.randperm(n))


def normal(loc=0.0, scale=1.0, size=()):
    return _out(_torch.randn(*_size(size), dtype=_torch.float64) * scale + loc)
