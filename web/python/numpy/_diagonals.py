"""Diagonals and corners of arrays."""

import math as _math
from builtins import max as builtins_max

import torch as _torch
from numpy._array import _in, _out, _wrap
from numpy._memory import laid_out_as
from torch._types import _INTEGER


def diag(v, k=0):
    tensor = _in(v)
    if tensor.dim() not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    return diagonal(v, k) if tensor.dim() == 2 else _wrap(_torch.diag(tensor, k))


def diagflat(v, k=0):
    made = diag(_wrap(_in(v).flatten()), k)
    return made[0, 0] if made.shape == (1, 1) and hasattr(v, "_numpy_name") else made


def diagonal(a, offset=0, axis1=0, axis2=1):
    if _in(a).dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    made = _wrap(_torch.diagonal(_in(a), offset, axis1, axis2))
    made._is_locked = True
    return made


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    from numpy._math import check_taker
    from numpy._ufunc import written

    made = _out(_in(diagonal(a, offset, axis1, axis2)).sum(-1)).astype(dtype or _sum_type(a))
    if out is None:
        return made
    check_taker("add", _in(made), out)
    return written(_in(made), out)


def _sum_type(a):
    tensor = _in(a)
    wide = "uint64" if tensor.dtype._name[0] == "u" else "int64"
    return wide if tensor.dtype._kind <= _INTEGER else tensor.dtype._name


def fill_diagonal(a, val, wrap=False):
    if wrap or a.ndim != 2:
        raise NotImplementedError(
            "fill_diagonal() of more than a matrix is not part of this lab's numpy"
        )
    for k in range(min(a.shape)):
        a[k, k] = val


def tri(N, M=None, k=0, dtype="float64"):
    from numpy._create import ones

    sizes = [builtins_max(_math.ceil(n), 0) for n in (N, N if M is None else M)]
    return _wrap(_torch.tril(_in(ones(sizes, dtype)), k))


def triu(m, k=0):
    return _corner(_torch.triu, m, k)


def tril(m, k=0):
    return _corner(_torch.tril, m, k)


def _corner(function, m, k):
    """numpy chooses it by a mask of two axes."""
    tensor = _square_of(m)
    made = function(tensor, k)
    return _wrap(laid_out_as(made, _torch.ones(made.shape[-2:]), tensor))


def _square_of(m):
    tensor = _in(m)
    return tensor.expand(tensor.shape[0], tensor.shape[0]) if tensor.dim() == 1 else tensor


def triu_indices(n, k=0, m=None):
    return tuple(map(_wrap, _torch.triu_indices(n, n if m is None else m, k).unbind(0)))


def tril_indices(n, k=0, m=None):
    return tuple(map(_wrap, _torch.tril_indices(n, n if m is None else m, k).unbind(0)))


def diag_indices(n, ndim=2):
    return tuple(_wrap(_torch.arange(n)) for _ in range(ndim))
