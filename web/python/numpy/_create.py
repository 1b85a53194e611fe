"""New arrays."""

import torch as _torch
from numpy._array import _in, _wrap
from numpy._dtype import name_of
from torch._types import _DTYPES


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _dtype(dtype, default="float64"):
    return _DTYPES[name_of(dtype, default)]


def zeros(shape, dtype=None):
    return _wrap(_torch.zeros(_shape(shape), dtype=_dtype(dtype)))


def ones(shape, dtype=None):
    return _wrap(_torch.ones(_shape(shape), dtype=_dtype(dtype)))


empty = zeros


def full(shape, fill_value, dtype=None):
    default = "int64" if isinstance(fill_value, int) else "float64"
    return _wrap(_torch.full(_shape(shape), fill_value, dtype=_dtype(dtype, default)))


def zeros_like(a, dtype=None):
    return full_like(a, 0, dtype)


empty_like = zeros_like


def ones_like(a, dtype=None):
    return full_like(a, 1, dtype)


def arange(*args, dtype=None):
    default = "int64" if all(isinstance(v, int) for v in args) else "float64"
    return _wrap(_torch.arange(*args, dtype=_dtype(dtype, default)))


def full_like(a, fill_value, dtype=None):
    a = _in(a)
    name = name_of(dtype, a.dtype._name)
    return _wrap(_torch.full_like(a, fill_value, dtype=_DTYPES[name]))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    gaps = num - 1 if endpoint else num
    step = (stop - start) / gaps if gaps > 0 else float("nan")
    values = [start + k * step if k else start for k in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    made = _torch.tensor(values, dtype=_torch.float64)
    if dtype is not None:
        wanted = _dtype(dtype)
        made = (made if wanted.is_floating_point else made.floor()).to(wanted)
    return (_wrap(made), step) if retstep else _wrap(made)


def eye(n, m=None, dtype=None):
    return _wrap(_torch.eye(n, m, dtype=_dtype(dtype)))


def meshgrid(*arrays, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    grids = _torch.meshgrid(*map(_in, arrays), indexing="ij")
    is_transposed = indexing == "xy" and len(arrays) > 1
    return [_wrap(grid.transpose(0, 1) if is_transposed else grid) for grid in grids]
