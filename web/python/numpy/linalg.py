"""Norms, and systems of linear equations."""

import math

import torch as _torch
from numpy._array import _fractional, _in, _out


class LinAlgError(ValueError):
    """What numpy raises of a matrix that has no answer."""


def norm(x, ord=None, axis=None, keepdims=False):
    x = _fractional(_in(x))
    is_matrix = len(axis) == 2 if isinstance(axis, tuple) else axis is None and x.dim() == 2
    if isinstance(ord, str) and ord not in (("fro", "nuc") if is_matrix else ()):
        what = "matrices" if is_matrix else "vectors"
        raise ValueError(f"Invalid norm order {'for ' + what if is_matrix else repr(ord)}.")
    return _out(_torch.linalg.norm(x, ord, axis, keepdims))


def _matrices(a):
    """Of a stack all, as lists of rows of floats; and the shape of the stack."""
    a = _fractional(_in(a))
    if a.dim() < 2:
        raise LinAlgError(
            f"{a.dim()}-dimensional array given. Array must be at least two-dimensional"
        )
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a.reshape(-1, *a.shape[-2:]).tolist(), tuple(a.shape[:-2])


def _eliminated(rows, right):
    """By Gauss with the largest pivot, in place: -> the determinant, as numpy by its logarithm."""
    n, sign, logarithm = len(rows), 1, 0.0
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return 0.0
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            right[k], right[pivot] = right[pivot], right[k]
            sign = -sign
        sign = sign if rows[k][k] > 0 else -sign
        logarithm += math.log(abs(rows[k][k]))
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
            right[i] = [a - factor * b for a, b in zip(right[i], right[k])]
    return sign * math.exp(logarithm)


def _solved(rows, right):
    rows, right = [list(row) for row in rows], [list(row) for row in right]
    _eliminated(rows, right)
    if any(row[k] == 0 for k, row in enumerate(rows)):
        raise LinAlgError("Singular matrix")
    for k in range(len(rows) - 1, -1, -1):
        for j in range(k + 1, len(rows)):
            right[k] = [a - rows[k][j] * b for a, b in zip(right[k], right[j])]
        right[k] = [value / rows[k][k] for value in right[k]]
    return right


def _stacked(matrices, shape):
    made = _torch.tensor(matrices, dtype=_torch.float64)
    return _out(made.reshape(*shape, *made.shape[1:]))


def det(a):
    matrices, shape = _matrices(a)
    values = [_eliminated(rows, [[] for _ in rows]) for rows in matrices]
    return _out(_torch.tensor(values, dtype=_torch.float64).reshape(shape))


def inv(a):
    matrices, shape = _matrices(a)
    made = [
        _solved(rows, [[float(i == j) for j in range(len(rows))] for i in range(len(rows))])
        for rows in matrices
    ]
    return _stacked(made, shape)


def solve(a, b):
    matrices, shape = _matrices(a)
    b = _fractional(_in(b))
    if b.dim() > 2 or shape:
        raise NotImplementedError("solve() of a stack of systems is not part of this lab's numpy")
    if b.dim() == 0 or b.shape[0] != len(matrices[0]):
        raise ValueError(
            f"solve: b has shape {tuple(b.shape)}, its first size must be {len(matrices[0])}"
        )
    columns = b.reshape(b.shape[0], -1).tolist()
    return _out(
        _torch.tensor(_solved(matrices[0], columns), dtype=_torch.float64).reshape(tuple(b.shape))
    )


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.linalg.{name} is not part of this lab's numpy")
