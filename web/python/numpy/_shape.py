"""Products, other shapes, arrays put together, and whether two are alike."""

import torch as _torch
from numpy._array import _in, _out, _wrap
from numpy._math import _two
from torch._types import _FLOAT

_multiply = _two("mul")


def _same(a, b):
    """Two operands of one type."""
    x, y = _in(a), _in(b)
    if x.dtype is y.dtype:
        return x, y
    wide = _torch.float64 if _FLOAT in (x.dtype._kind, y.dtype._kind) else _torch.int64
    return x.to(wide), y.to(wide)


def dot(a, b):
    if isinstance(a, (int, float)) or isinstance(b, (int, float)):
        return _multiply(a, b)
    x, y = _same(a, b)
    if y.dim() < 2 or (x.dim() <= 2 and y.dim() <= 2):
        return _out(_torch.matmul(x, y))
    # over the last axis of the one and the last but one of the other, whatever else they have
    n = x.shape[-1]
    rows, columns = x.reshape(-1, n), y.movedim(-2, 0).reshape(y.shape[-2], -1)
    return _out((rows @ columns).reshape(*x.shape[:-1], *y.shape[:-2], y.shape[-1]))


def matmul(a, b):
    return _out(_torch.matmul(*_same(a, b)))


def outer(a, b):
    return _out(_torch.outer(*(x.flatten() for x in _same(a, b))))


def einsum(equation, *operands):
    return _out(_torch.einsum(equation, *map(_in, operands)))


def transpose(a, axes=None):
    return _wrap(_in(a)).transpose(*(axes or ()))


def reshape(a, shape):
    return _wrap(_in(a).reshape(shape))


def expand_dims(a, axis):
    return _wrap(_in(a).unsqueeze(axis))


def squeeze(a, axis=None):
    axes = () if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(_in(a).shape[k] != 1 for k in axes):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return _out(_torch.squeeze(_in(a), axis))


def concatenate(arrays, axis=0):
    return _wrap(_torch.cat([_in(a) for a in arrays], axis))


def stack(arrays, axis=0):
    return _wrap(_torch.stack([_in(a) for a in arrays], axis))


def vstack(arrays):
    return _wrap(_torch.vstack([_in(a) for a in arrays]))


def hstack(arrays):
    return _wrap(_torch.hstack([_in(a) for a in arrays]))


def repeat(a, repeats, axis=None):
    return _wrap(_torch.repeat_interleave(_in(a), repeats, axis))


def tile(a, reps):
    return _wrap(_torch.tile(_in(a), (reps,) if isinstance(reps, int) else reps))


def triu(a, k=0):
    return _wrap(_torch.triu(_in(a), k))


def tril(a, k=0):
    return _wrap(_torch.tril(_in(a), k))


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return _out(_torch.isclose(*_same(a, b), rtol, atol))


def allclose(a, b, rtol=1e-5, atol=1e-8):
    return _torch.allclose(*_same(a, b), rtol, atol)


def array_equal(a, b):
    return _torch.equal(*_same(a, b))
