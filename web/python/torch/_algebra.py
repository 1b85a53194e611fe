"""Products of matrices and vectors, and what torch.linalg has too."""

import math as _math

import torch as _torch
from torch._arguments import _kind, _named, _tensor
from torch._base import _checked_dim
from torch._create import as_tensor
from torch._elementwise import _check_factor
from torch._index import where
from torch._kinds import promote_types
from torch._pointwise import _two
from torch._tape import named as _named_step
from torch._tensor import Tensor
from torch._types import _BOOL, _INT

# ------------------------------------------------------------------------ of two tensors


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    for name, factor in ("beta", beta), ("alpha", alpha):
        _check_factor(name, factor, input.dtype)
    for name, vector in ("vec1", vec1), ("vec2", vec2):
        if vector.dim() != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.dim()}-D")
    input.expand(vec1.shape[0], vec2.shape[0])  # or it says that there are too many axes
    made = _torch.outer(vec1, vec2) * alpha
    made = made.to(promote_types(input.dtype, promote_types(vec1.dtype, vec2.dtype)))
    beta = bool(beta) if made.dtype._kind == _BOOL else beta
    return _named_step(made if beta == 0 else input * beta + made, "AddrBackward0")


def dist(input, other, p=2):
    _two("dist", input, other)
    made = _torch.norm(input - other, p)
    return _named_step(made, "DistBackward0", input, other, made)


# --------------------------------------------------------------------- shapes and places


def kron(input, other):
    _tensor(input, "kron"), _tensor(other, "kron", "other", 2)
    rank = max(input.dim(), other.dim())
    a, b = (t.reshape([1] * (rank - t.dim()) + list(t.shape)) for t in (input, other))
    shape = [n * m for n, m in zip(a.shape, b.shape)]
    for k in range(rank):
        a, b = a.unsqueeze(2 * k + 1), b.unsqueeze(2 * k)
    return _named_step((a * b).reshape(shape), "UnsafeViewBackward0")


# --------------------------------------------------------------------------------- types


def tensordot(a, b, dims=2):
    """Over the last axes of the one and the first of the other, or over those that are named."""
    dims = int(dims) if isinstance(dims, Tensor) and dims.numel() == 1 else dims
    if isinstance(dims, _INT):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        dims = (list(range(-dims, 0)), list(range(dims)))
    first, second = ([d] if isinstance(d, _INT) else [int(k) for k in d] for d in dims)
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    for x, dims in (a, first), (b, second):
        if dims and not x.dim():
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    first, second = (
        [_checked_dim(k, x.dim()) % max(x.dim(), 1) for k in dims]
        for x, dims in ((a, first), (b, second))
    )
    for k, m in zip(first, second):
        if a.shape[k] != b.shape[m]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[k]} in dim "
                f"{k} and "
                f"second has size {b.shape[m]} in dim {m}"
            )
    rows = [k for k in range(a.dim()) if k not in first]
    columns = [k for k in range(b.dim()) if k not in second]
    n = _math.prod(a.shape[k] for k in first)
    left = a.permute(rows + first).reshape(-1, n) if a.dim() else a.reshape(1, 1)
    right = b.permute(second + columns).reshape(n, -1) if b.dim() else b.reshape(1, 1)
    shape = [a.shape[k] for k in rows] + [b.shape[k] for k in columns]
    return (left @ right).reshape(shape)


# ----------------------------------------------------------------------- of torch.linalg


def _of_linalg(name, target=None):
    def function(input, *args, **kwargs):
        from torch import linalg

        return getattr(linalg, target or name)(input, *args, **kwargs)

    return _named(function, name)


det, inverse = _of_linalg("det"), _of_linalg("inverse", "inv")


def matrix_exp(input):
    from torch import linalg

    return linalg._exp_of(_tensor(input, "matrix_exp"), "matrix_exp")


pinverse = _of_linalg("pinverse", "pinv")


def matrix_power(input, n):
    from torch import linalg

    return linalg._power_of(_tensor(input, "matrix_power"), n, "matrix_power")


def slogdet(input):
    from torch import linalg

    return linalg._Parts("slogdet", **linalg.slogdet(input)._parts)


def logdet(input):
    sign, size = slogdet(input)
    return _named_step(size.masked_fill(sign < 0, _math.nan), "WhereBackward0")


def cholesky(input, upper=False):
    from torch import linalg

    return _named_step(linalg.cholesky(input, upper=upper), "CholeskyBackward0")


def svd(input, some=True, compute_uv=True):
    from torch import linalg

    if not compute_uv:
        raise NotImplementedError("compute_uv=False of svd() is not part of this lab's torch")
    u, s, vh = linalg.svd(input, not some)
    return linalg._Parts("svd", U=u, S=s, V=vh.mT)


def qr(input, some=True):
    from torch import linalg

    q, r = linalg.qr(input, "reduced" if some else "complete")
    return linalg._Parts("qr", Q=q, R=r)


# --------------------------------------------------------------------- products and sums


def cross(input, other, dim=None):
    _tensor(other, "linalg_cross", "other", 2)
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if dim is None:
        shape = _torch.broadcast_shapes(input.shape, other.shape)
        if 3 not in shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = shape.index(3)
    if input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.size(dim)} and "
            f"{other.size(dim)}"
        )
    if input.dtype is not other.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {other.dtype._scalar}"
        )
    a, b = _torch.broadcast_tensors(input, other)
    (a0, a1, a2), (b0, b1, b2) = a.unbind(dim), b.unbind(dim)
    made = _torch.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], dim)
    return _named_step(made, "LinalgCrossBackward0")


def _checked_areas(name, y):
    if y.dim() == 0:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    if y.dtype._kind == _BOOL:
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")


def _areas(y, x, dim):
    """Twice the area of each part."""
    n = max(y.size(dim) - 1, 0)
    pairs = y.narrow(dim, 0, n) + y.narrow(dim, y.size(dim) - n, n)
    if x is None:
        return pairs
    steps = x.diff(dim=dim if x.dim() > 1 else -1)
    if x.dim() == 1 and y.dim() > 1:
        steps = steps.view([-1 if d == dim % y.dim() else 1 for d in range(y.dim())])
    return steps * pairs


def trapezoid(y, x=None, *, dx=1, dim=-1):
    _checked_areas("trapezoid", y)
    if x is not None:
        return _named_step(_areas(y, x, dim).sum(dim) / 2.0, "DivBackward1")
    if y.size(dim) == 0:
        return y.sum(dim)
    made = (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx
    return _named_step(made, "MulBackward1")


def trapz(y, x=None, *, dx=1, dim=-1):
    return trapezoid(y, x, dx=dx, dim=dim)


# ---------------------------------------------------------------------- lengths of parts


def renorm(input, p, dim, maxnorm):
    """Each part along an axis, shortened to maxnorm where it is longer."""
    input = _tensor(input, "renorm")
    for name, place, value in (("p", 2, p), ("maxnorm", 4, maxnorm)):
        if isinstance(value, bool) or not hasattr(value, "__float__"):
            raise TypeError(
                f"renorm(): argument '{name}' (position {place}) must be Number, not {_kind(value)}"
            )
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions"
        )
    dim = _checked_dim(dim, input.dim()) % input.dim()
    if input.is_complex():
        raise NotImplementedError("renorm() of complex numbers is not part of this lab's torch")
    if not input.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {input.dtype._scalar}"
        )
    others = [k for k in range(input.dim()) if k != dim]
    wide = input.float() if input.element_size() < 4 else input
    length = _torch.linalg.vector_norm(wide, p, others, keepdim=True)
    factor = where(length > maxnorm, maxnorm / (length + 1e-7), as_tensor(1.0, dtype=wide.dtype))
    return _named_step(input * factor.to(input.dtype), "RenormBackward0", input)
