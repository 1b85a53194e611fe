"""Norms."""

import math as _math

from torch._missing import getattr_of
from torch._reductions import norm as _norm


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    x = A if dtype is None else A.to(dtype)
    if ord is None:
        return vector_norm(x, 2, dim, keepdim)
    if _is_of_matrices(x, dim):
        return matrix_norm(x, ord, dim or (-2, -1), keepdim)
    return vector_norm(x, ord, dim, keepdim)


def _is_of_matrices(x, dim):
    if isinstance(dim, (tuple, list)):
        return len(dim) == 2
    return dim is None and x.dim() == 2


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    if isinstance(ord, str):
        raise RuntimeError(f"linalg.norm: order {ord!r} needs a matrix")
    return _norm(x if dtype is None else x.to(dtype), float(ord), dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    rows, columns = dim
    if ord in ("fro", None):
        return _norm(A, 2, list(dim), keepdim)
    if ord in (_math.inf, -_math.inf, 1, -1):
        summed, kept = (columns, rows) if ord in (_math.inf, -_math.inf) else (rows, columns)
        sums = A.abs().sum(summed, keepdim=True)
        most = sums.amax(kept, True) if ord > 0 else sums.amin(kept, True)
        if keepdim:
            return most
        for d in sorted((d % A.dim() for d in dim), reverse=True):
            most = most.squeeze(d)
        return most
    raise NotImplementedError(f"matrix_norm of order {ord!r} is not part of this lab's torch")


__getattr__ = getattr_of("torch.linalg")
