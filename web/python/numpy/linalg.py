"""Norms, and systems of linear equations."""

import functools as _functools
import math

import torch as _torch
from numpy._array import _fractional, _in, _out, asarray
from numpy._array import _wrap as _wrapped
from numpy._math import _axes
from numpy._math import exp as _exp
from numpy._memory import in_base
from numpy._scalar import int32 as _int32
from numpy._shape import dot
from torch import _linear
from torch import linalg as _linalg
from torch._arguments import _named
from torch._lapack import general as _general


class LinAlgError(Exception):
    """What numpy raises of a matrix that has no answer."""


def _wrap(x):
    """Row after row in memory; torch.linalg leaves columns so."""
    return _wrapped(x.contiguous())


def _says(why):
    """Of a function of torch's that fails, numpy's error."""

    def of(function):
        def wrapped(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except _linalg.LinAlgError:
                raise LinAlgError(why) from None

        return _named(wrapped, function.__name__)

    return of


@_says("SVD did not converge")
def norm(x, ord=None, axis=None, keepdims=False):
    x = _fractional(_in(x))
    if isinstance(axis, tuple) and len(axis) not in (1, 2):
        raise ValueError("Improper number of dimensions to norm.")
    _axes(x, axis)
    if axis is None and ord is not None and x.dim() > 2:
        raise ValueError("Improper number of dimensions to norm.")
    is_matrix = len(axis) == 2 if isinstance(axis, tuple) else axis is None and x.dim() == 2
    if isinstance(ord, str) and ord not in (("fro", "nuc") if is_matrix else ()):
        what = "matrices" if is_matrix else "vectors"
        raise ValueError(f"Invalid norm order {'for ' + what if is_matrix else repr(ord)}.")
    if not x.numel() and isinstance(ord, (int, float)) and ord < 0:
        raise NotImplementedError(
            f"norm() with ord={ord} of no numbers is not part of this lab's numpy"
        )
    return _out(_torch.linalg.norm(x, ord, axis, keepdims))


def _square(a):
    """A matrix, or a stack of them, of fractions."""
    a = _fractional(_in(a))
    if a.dim() < 2:
        raise LinAlgError(
            f"{a.dim()}-dimensional array given. Array must be at least two-dimensional"
        )
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def _refuse_empty(name, tensor):
    if not tensor.numel():
        raise NotImplementedError(f"{name}() of an empty matrix is not part of this lab's numpy")


def _refuse_infinite(name, *tensors):
    if any(bool(x.isinf().any()) for x in tensors):
        raise NotImplementedError(f"{name}() of infinite numbers is not part of this lab's numpy")


def _rows(a):
    """Of a stack all, as lists of rows of floats."""
    return a.reshape(math.prod(a.shape[:-2]), *a.shape[-2:]).tolist()


def _eliminated(rows, right):
    """By Gauss with the largest pivot, in place: -> the determinant's sign, its logarithm."""
    n, sign, logarithm = len(rows), 1, 0.0
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return 0.0, -math.inf
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            right[k], right[pivot] = right[pivot], right[k]
            sign = -sign
        sign = -sign if rows[k][k] < 0 else sign
        logarithm += math.log(abs(rows[k][k]))
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
            right[i] = [a - factor * b for a, b in zip(right[i], right[k])]
    return float(sign), logarithm


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


def _made(values, shape, dtype):
    return _out(_torch.tensor(values, dtype=_torch.float64).reshape(shape).to(dtype))


def slogdet(a):
    a = _square(a)
    _refuse_infinite("slogdet", a)
    parts = [_eliminated(rows, [[] for _ in rows]) for rows in _rows(a)]
    signs, logarithms = zip(*parts) if parts else ((), ())
    return tuple(_made(values, a.shape[:-2], a.dtype) for values in (signs, logarithms))


def det(a):
    sign, logarithm = slogdet(a)
    return sign * _exp(logarithm)


def inv(a):
    a = _square(a)
    return solve(a, _torch.eye(a.shape[-1], dtype=a.dtype).expand(a.shape))


def solve(a, b):
    for one in (a, b):
        if _in(one).dtype is _torch.float16:
            raise TypeError("array type float16 is unsupported in linalg")
    a, b = _square(a), _fractional(_in(b))
    n, is_vector = a.shape[-1], b.dim() == a.dim() - 1
    core = "(m,m),(m)->(m)" if is_vector else "(m,m),(m,n)->(m,n)"
    if b.dim() < (1 if is_vector else 2):
        raise ValueError(
            f"solve: Input operand 1 does not have enough dimensions (has {b.dim()}, gufunc core "
            f"with signature {core} requires 2)"
        )
    right = b.unsqueeze(-1) if is_vector else b
    if right.shape[-2] != n:
        raise ValueError(
            f"solve{'1' if is_vector else ''}: Input operand 1 has a mismatch in its core "
            f"dimension 0, with gufunc signature {core} (size {right.shape[-2]} is different "
            f"from {n})"
        )
    try:
        stack = _torch.broadcast_shapes(a.shape[:-2], right.shape[:-2])
    except RuntimeError:
        raise ValueError(
            f"operands could not be broadcast together: stacks of shapes {tuple(a.shape[:-2])} "
            f"and {tuple(right.shape[:-2])}"
        ) from None
    shape = (*stack, *right.shape[-2:])
    systems = zip(_rows(a.expand(*stack, n, n)), _rows(right.expand(shape)))
    is_narrow = a.dtype is b.dtype is _torch.float32
    dtype = _torch.float32 if is_narrow else _torch.float64
    _refuse_infinite("solve", a, right)
    made = [_solved(rows, columns) for rows, columns in systems]
    return _made(made, shape[:-1] if is_vector else shape, dtype)


@_says("Matrix is not positive definite")
def cholesky(a):
    return _wrap(_linalg.cholesky(_square(a)))


def matrix_power(a, n):
    fractions = _square(a)
    return _wrap(_linalg.matrix_power(fractions if n < 0 else _in(a), n))


def multi_dot(arrays):
    made = [asarray(one) for one in arrays]
    if len(made) < 2:
        raise ValueError("Expecting at least two arrays.")
    for one in made[1:-1]:
        if one.ndim != 2:
            raise LinAlgError(f"{one.ndim}-dimensional array given. Array must be two-dimensional")
    if len(made) == 3:
        a, b, c = made
        first = a.shape[0] if a.ndim > 1 else 1
        last = c.shape[1] if c.ndim > 1 else 1
        before = first * b.shape[1] * (b.shape[0] + last)
        if before >= b.shape[0] * last * (first + b.shape[1]):
            return dot(a, dot(b, c))
    elif len({one.dtype.name for one in made}) > 1:
        raise NotImplementedError("multi_dot() of several types is not part of this lab's numpy")
    return _functools.reduce(dot, made)


@_says("Eigenvalues did not converge")
def eigh(a, UPLO="L"):
    _refuse_empty("eigh", _square(a))
    values, vectors = _linalg.eigh(_square(a), UPLO)
    return _wrap(values), _wrap(vectors)


@_says("Eigenvalues did not converge")
def eigvalsh(a, UPLO="L"):
    return _wrap(_linalg.eigvalsh(_square(a), UPLO))


def eig(a):
    """In LAPACK's order; of real numbers unless a value is complex."""
    a = _square(a)
    if not bool(a.isfinite().all()):
        raise LinAlgError("Array must not contain infs or NaNs")
    try:
        parts = [_general(rows) for rows in _rows(a.double())]
    except ArithmeticError:
        raise LinAlgError("Eigenvalues did not converge") from None
    is_complex = any(isinstance(value, complex) for values, _ in parts for value in values)
    wide = _torch.complex128 if is_complex else _torch.float64
    dtype = _torch.promote_types(a.dtype, _torch.complex64) if is_complex else a.dtype
    shapes = (a.shape[:-1], a.shape)
    values, vectors = (
        _torch.tensor([part[k] for part in parts], dtype=wide).reshape(shapes[k]).to(dtype)
        for k in (0, 1)
    )
    if dtype is not _torch.float64:
        return _wrap(values), _wrap(vectors)
    pairs = (x.to(_torch.complex128).real for x in (values, vectors))  # numpy shows those parts
    return tuple(in_base(_wrapped(x)) for x in pairs)


def eigvals(a):
    return eig(a)[0]


@_says("SVD did not converge")
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    if hermitian:
        raise NotImplementedError("hermitian=True of svd() is not part of this lab's numpy")
    _refuse_empty("svd", _matrix(a))
    if not compute_uv:
        return _wrap(_linalg.svdvals(_matrix(a)))
    return tuple(map(_wrap, _linalg.svd(_matrix(a), full_matrices)))


def _matrix(a):
    a = _fractional(_in(a))
    if a.dim() < 2:
        raise LinAlgError(
            f"{a.dim()}-dimensional array given. Array must be at least two-dimensional"
        )
    return a


def qr(a, mode="reduced"):
    if mode not in ("reduced", "complete", "r"):
        if mode in ("raw", "full", "f", "economic", "e"):
            raise NotImplementedError(f"mode={mode!r} of qr() is not part of this lab's numpy")
        raise ValueError(f"Unrecognized mode '{mode}'")
    q, r = _linalg.qr(_matrix(a), mode)
    return _wrap(r) if mode == "r" else (_wrap(q), _wrap(r))


@_says("SVD did not converge")
def pinv(a, rcond=1e-15):
    if rcond is None:
        raise TypeError("unsupported operand type(s) for *: 'NoneType' and 'float'")
    return _wrap(_linalg.pinv(_matrix(a), rtol=rcond))


@_says("SVD did not converge")
def matrix_rank(A, tol=None, hermitian=False):
    if hermitian:
        raise NotImplementedError("matrix_rank(hermitian=True) is not part of this lab's numpy")
    if _in(A).dim() < 2:
        return int(bool((_in(A) != 0).any()))
    return _out(_linalg.matrix_rank(_matrix(A), tol=tol))


@_says("SVD did not converge")
def cond(x, p=None):
    if not _in(x).numel():
        raise LinAlgError("cond is not defined on empty arrays")
    x = _square(x) if p not in (None, 2, -2) else _matrix(x)
    made = _linalg.cond(x, p)  # nan only of a matrix that has one
    made = made.masked_fill(made.isnan(), math.inf)
    return _out(made.masked_fill(x.isnan().any(-1).any(-1), math.nan))


def lstsq(a, b, rcond=None):
    a, b = _matrix(a), _fractional(_in(b))
    if a.dim() > 2:
        raise LinAlgError(f"{a.dim()}-dimensional array given. Array must be two-dimensional")
    if b.dim() not in (1, 2) or a.shape[0] != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    if not bool(a.isfinite().all()):
        raise LinAlgError("SVD did not converge in Linear Least Squares")
    if bool(b.isinf().any()):
        raise NotImplementedError("lstsq() of infinite numbers is not part of this lab's numpy")
    kind = _torch.promote_types(a.dtype, b.dtype)
    (m, n), right = a.shape, b if b.dim() == 2 else b[:, None]
    cut = 2.0**-52 * max(m, n) if rcond is None else rcond if rcond >= 0 else 2.0**-53
    x, residuals, rank, s = _linear.least_squares(a.double(), right.double(), cut)
    if m <= n or int(rank) < n:
        residuals = residuals[:0]
    parts = [_wrap(part.to(kind)) for part in (x if b.dim() == 2 else x[:, 0], residuals, s)]
    return parts[0], parts[1], _int32(int(rank)), parts[2]


def _of_real(function):
    def wrapped(*args, **kwargs):
        named = [kwargs[key] for key in ("a", "b", "x") if key in kwargs]
        given = [_in(x) for x in (*args[:2], *named) if not isinstance(x, (str, type(None)))]
        if any(x.dtype is _torch.float16 for x in given if x.dim() > 1):
            raise TypeError("array type float16 is unsupported in linalg")
        if any(x.is_complex() for x in given):
            raise NotImplementedError(
                f"{function.__name__}() of complex numbers is not part of this lab's numpy"
            )
        return function(*args, **kwargs)

    wrapped.__wrapped__ = function
    return _named(wrapped, function.__name__)


_REAL = """
    slogdet det inv solve cholesky eigh eigvalsh eig eigvals svd qr pinv matrix_rank cond
    lstsq""".split()
globals().update({name: _of_real(globals()[name]) for name in _REAL})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from numpy._errors import absent

    raise absent(name, "numpy.linalg")
