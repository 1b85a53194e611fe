"""Norms."""

import torch as _torch
from numpy._array import _fractional, _in, _out


def norm(x, ord=None, axis=None, keepdims=False):
    return _out(_torch.linalg.norm(_fractional(_in(x)), ord, axis, keepdims))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.linalg.{name} is not part of this lab's numpy")
