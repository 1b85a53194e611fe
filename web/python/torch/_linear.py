"""Matrices: systems of equations, and what matrices are products of.

What has a gradient is computed by functions of tensors, in float64; the others by Python's floats.
"""

import math

import torch
from torch._types import _FLOAT


class Singular(ValueError):
    """A matrix that has no inverse. args: the place of the first pivot that is 0, from 1."""


def _refuse_singular(name):
    raise NotImplementedError(
        f"{name}() of a matrix that is singular but for rounding is not part of this lab's torch"
    )


# --------------------------------------------------------------- of tensors, with gradients


def has(test, *tensors):
    """Whether a test holds of any of their numbers. test: isnan, isinf ..."""
    return any(bool(getattr(x, test)().any()) for x in tensors)


def _largest(column):
    """Where, as LAPACK has it: what is no number is passed over, unless it is the first."""
    sizes = [abs(x) for x in column.tolist()]
    best = 0
    for k, size in enumerate(sizes):
        if size > sizes[best]:
            best = k
    return best


def _is_exact(quotients, divisor, dividends):
    """Whether no quotient is rounded: then a pivot of 0 is one in any order of the steps."""
    of_all = [divisor.tolist(), *quotients.tolist(), *dividends.tolist()]
    if not all(map(math.isfinite, of_all)):
        return False
    (n, d), *others = map(float.as_integer_ratio, of_all)
    half = len(others) // 2
    return all(a * n * y == x * b * d for (a, b), (x, y) in zip(others[:half], others[half:]))


def pivoted(name, dtype, a):
    """By Gauss with the largest pivot -> upper triangle, row order, sign. a: (n, n) in float64

    dtype: of what was given. What rounding leaves of a pivot is refused: LAPACK leaves another.
    """
    n, order, sign = a.shape[0], list(range(a.shape[0])), 1.0
    least, is_exact = torch.finfo(dtype).eps * float(a.abs().max()) if n else 0.0, True
    for k in range(n):
        pivot = k + _largest(a[k:, k])
        size = abs(float(a[pivot, k]))
        if size < least and not is_exact:
            _refuse_singular(name)
        if size == 0:
            return a, order, 0.0
        if pivot != k:
            rows = list(range(n))
            rows[k], rows[pivot] = rows[pivot], rows[k]
            a, sign = a[rows], -sign
            order[k], order[pivot] = order[pivot], order[k]
        if k + 1 < n:
            factors = a[k + 1 :, k] / a[k, k]
            is_exact = is_exact and _is_exact(factors, a[k, k], a[k + 1 :, k])
            lower = a[k + 1 :] - factors[:, None] * a[k][None, :]
            a = torch.cat([a[: k + 1], lower])
    return a, order, sign


def lapack_pivots(a):
    """LU by LAPACK, each step rounded -> diagonal, sign, the place of the first 0, from 1, or 0

    a: (n, n), by columns: of a matrix that is laid out by rows PyTorch takes the transpose.
    """
    n, sign, place = a.shape[0], 1.0, 0
    for k in range(n):
        pivot = k + _largest(a[k:, k])
        if float(a[pivot, k]) == 0:
            place = place or k + 1
            continue
        if pivot != k:
            rows = list(range(n))
            rows[k], rows[pivot] = rows[pivot], rows[k]
            a, sign = a[rows], -sign
        factors = a[k + 1 :, k] * (1 / a[k, k])
        a = torch.cat([a[: k + 1], a[k + 1 :] - factors[:, None] * a[k][None, :]])
    return a.diagonal(), sign, place


def lapack_determinant(a):
    """-> the determinant, its sign, and the logarithm of its size"""
    diagonal, sign, _ = lapack_pivots(a)
    signs = diagonal.sign().prod() * sign
    return diagonal.prod() * sign, signs, diagonal.abs().log().sum()


def _lapack_zero(a, is_by_rows):
    """The place of LAPACK's own first pivot of 0, from 1, or 0."""
    return lapack_pivots(a.mT if is_by_rows else a)[2]


def determinant(name, dtype, a):
    """-> sign and the logarithm of the size, tensors. a: (n, n)"""
    upper, _, sign = pivoted(name, dtype, a)
    if sign == 0.0:
        return a.sum() * 0, a.sum() * 0 - math.inf
    diagonal = upper.diagonal()
    signs = diagonal.detach().sign().prod() * sign
    return signs, diagonal.abs().log().sum()


def solved(name, like, a, b):
    """x of a x = b. a: (n, n), b: (n, m), in float64; like: what was given"""
    dtype = like.dtype
    n = a.shape[0]
    least, is_exact = torch.finfo(dtype).eps * float(a.abs().max()) if n else 0.0, True
    whole = torch.cat([a, b], 1)
    for k in range(n):
        pivot = k + _largest(whole[k:, k])
        size = abs(float(whole[pivot, k]))
        if size == 0 or size < least and not is_exact:
            place = _lapack_zero(a.detach().to(dtype), like.is_contiguous())
            if place or is_exact:
                raise Singular(place or k + 1)
            _refuse_singular(name)
        rows = list(range(n))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        whole = whole[rows]
        row = whole[k] / whole[k, k]
        is_exact = is_exact and _is_exact(row[:n], whole[k, k], whole[k, :n])
        factors = whole[:, k] * (torch.arange(n) != k)
        whole = whole - factors[:, None] * row[None, :]
        whole = torch.cat([whole[:k], row[None], whole[k + 1 :]])
    return whole[:, n:]


def factor_of(a):
    """Cholesky's lower triangle, or None where the matrix is not positive-definite. a: (n, n)"""
    n, columns = a.shape[0], []
    rest = a
    for k in range(n):
        pivot = rest[k, k]
        if not float(pivot) > 0:
            return None, k + 1
        if math.isinf(float(pivot)):
            refuse_infinite("cholesky")
        column = (rest[:, k] * (1 / pivot.sqrt())).masked_fill(torch.arange(n) < k, 0.0)
        columns.append(column)
        # LAPACK leaves out factors of 0, so that a zero keeps its sign
        rest = rest - (column[:, None] * column).masked_fill(column == 0, 0.0)
    made = torch.stack(columns, 1) if columns else a
    return made, 0


# -------------------------------------------------------------------- of Python's floats


def singular(rows):
    """By rotations of columns (Hestenes) -> u (m, k), s from the largest, vh (k, n); k =
    min(m, n)
    """
    m, n = len(rows), len(rows[0]) if rows else 0
    if m < n:
        u, s, vh = singular([list(column) for column in zip(*rows)])
        return [list(c) for c in zip(*vh)], s, [list(c) for c in zip(*u)]
    columns = [list(column) for column in zip(*rows)]
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(100):
        is_done = True
        for p in range(n):
            for q in range(p + 1, n):
                is_done = _made_orthogonal(columns, v, p, q) and is_done
        if is_done:
            break
    sizes = [math.sqrt(math.fsum(x * x for x in column)) for column in columns]
    order = sorted(range(n), key=lambda k: -sizes[k])
    most = max(sizes, default=0.0)
    u = []
    for k in order:
        if sizes[k] > most * 1e-300 and sizes[k] > 0:
            u.append([x / sizes[k] for x in columns[k]])
        else:
            u.append(_beside(u, m))
    s = [sizes[k] for k in order]
    return [list(row) for row in zip(*u)], s, [v[k] for k in order]


def _made_orthogonal(columns, v, p, q):
    """Two columns made orthogonal -> whether they were."""
    a = math.fsum(x * x for x in columns[p])
    b = math.fsum(x * x for x in columns[q])
    c = math.fsum(x * y for x, y in zip(columns[p], columns[q]))
    if abs(c) <= 1e-16 * math.sqrt(a * b) or c == 0:
        return True
    zeta = (b - a) / (2 * c)
    t = math.copysign(1, zeta) / (abs(zeta) + math.hypot(zeta, 1))
    cos = 1 / math.hypot(t, 1)
    sin = cos * t
    for pair in (columns, v):
        x, y = pair[p], pair[q]
        pair[p] = [cos * s - sin * r for s, r in zip(x, y)]
        pair[q] = [sin * s + cos * r for s, r in zip(x, y)]
    return False


def _beside(vectors, m):
    """A vector of length 1 that is orthogonal to all of these."""
    best = None
    for k in range(m):
        w = [float(i == k) for i in range(m)]
        for _ in range(2):
            for vector in vectors:
                dot = math.fsum(x * y for x, y in zip(w, vector))
                w = [x - dot * y for x, y in zip(w, vector)]
        size = math.sqrt(math.fsum(x * x for x in w))
        if best is None or size > best[0]:
            best = (size, [x / size for x in w] if size else w)
    return best[1]


def check_clear(name, dtype, s):
    """That singular values are 0, or more than rounding leaves of a 0."""
    cut = torch.finfo(dtype).eps * s.amax(-1, True)
    if bool(((s > 0) & (s <= cut)).any()):
        _refuse_singular(name)


def reflected(rows, eps=0.0):
    """By Householder's reflections, with LAPACK's signs -> q (m, m), r (m, n)

    eps: what rounding leaves of a part, of which no direction is read.
    """
    m, n = len(rows), len(rows[0]) if rows else 0
    r = [list(row) for row in rows]
    q = [[float(i == j) for j in range(m)] for i in range(m)]
    for k in range(min(m - 1, n)):
        tail = math.sqrt(sum(r[i][k] * r[i][k] for i in range(k + 1, m)))
        size = math.hypot(*(row[k] for row in rows))
        if 0 < math.hypot(r[k][k], tail) <= eps * size < math.inf:
            _refuse_singular("qr")
        if tail == 0:
            continue
        size = -math.copysign(math.sqrt(r[k][k] * r[k][k] + tail * tail), r[k][k])
        v = [0.0] * k + [1.0] + [r[i][k] / (r[k][k] - size) for i in range(k + 1, m)]
        rows_of_v = [i for i in range(k, m) if v[i] != 0]  # zeros are left out, as in LAPACK
        scale = (size - r[k][k]) / size
        for j in range(k + 1, n):
            dot = scale * sum(v[i] * r[i][j] for i in rows_of_v)
            for i in rows_of_v:
                r[i][j] -= dot * v[i]
        r[k][k] = size
        for i in range(k + 1, m):
            r[i][k] = 0.0
        for row in q:
            dot = scale * sum(row[i] * v[i] for i in rows_of_v)
            for i in rows_of_v:
                row[i] -= dot * v[i]
    return q, r


# --------------------------------------------------------------------------- in stacks


def each(function, *stacks):
    """function of each matrix of the stacks -> a list of tensors, stacked."""
    shape = torch.broadcast_shapes(*(x.shape[:-2] for x in stacks))
    count = math.prod(shape)
    flat = [x.expand(*shape, *x.shape[-2:]).reshape(count, *x.shape[-2:]) for x in stacks]
    made = [function(*(x[k] for x in flat)) for k in range(count)]
    made = [one if isinstance(one, tuple) else (one,) for one in made]
    if not made:
        return None
    parts = [torch.stack(column) for column in zip(*made)]
    return [part.reshape([*shape, *part.shape[1:]]) for part in parts]


def by_floats(name, function, x):
    """Of floats, which have no gradient."""
    if x.requires_grad and torch.is_grad_enabled():
        raise NotImplementedError(f"the gradient of {name}() is not part of this lab's torch")
    if name != "qr" and has("isinf", x):
        refuse_infinite(name)

    def of_one(matrix):
        made = function(matrix.tolist())
        return tuple(torch.tensor(part, dtype=torch.float64) for part in made)

    parts = each(of_one, x.double())
    return [part.to(x.dtype) for part in parts]


def check_finite(name, *tensors):
    """What is no number becomes that in all results; its gradient, and what is infinite, is not."""
    if has("isinf", *tensors):
        refuse_infinite(name)
    if any(x.requires_grad and not bool(x.isfinite().all()) for x in tensors):
        raise NotImplementedError(
            f"the gradient of {name}() of a matrix that is not finite is not part of this lab's "
            "torch"
        )


def refuse_infinite(name):
    raise NotImplementedError(f"{name}() of an infinite matrix is not part of this lab's torch")


def by_columns(x):
    """The same matrices, each column after the other in memory, as LAPACK leaves them."""
    if x.dim() < 2:
        return x
    return x.mT.clone(memory_format=torch.contiguous_format).mT


def least_squares(a, b, cut):
    """x where a x is nearest to b, of the singular values above cut times the largest.

    -> x, squares of what is left of b, rank, singular values. a: (..., m, n), b: (..., m, k), in
    float64
    """
    u, s, vh = by_floats("lstsq", singular, a)
    is_kept = s > cut * s.amax(-1, True)
    back = torch.where(is_kept, 1 / s.masked_fill(~is_kept, 1), torch.zeros_like(s))
    x = vh.mT @ (back[..., None] * (u.mT @ b))
    return x, ((b - a @ x) ** 2).sum(-2), is_kept.sum(-1), s


def check_square(name, x, least=2, is_of_floats=True):
    if x.dim() < least:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if x.shape[-1] != x.shape[-2]:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are {x.shape[-2]} by "
            f"{x.shape[-1]} matrices"
        )
    if is_of_floats:
        check_floats(name, x)


def check_floats(name, x):
    if x.is_complex():
        raise NotImplementedError(f"{name}() of complex numbers is not part of this lab's torch")
    if x.dtype._kind != _FLOAT:
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {x.dtype._scalar}"
        )
    if x.dtype._name in ("float16", "bfloat16"):
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {x.dtype._scalar}")
