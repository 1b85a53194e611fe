"""Norms, systems of equations, and what matrices are products of."""

import math as _math

import torch as _torch
from torch import _linear
from torch._arguments import _handles, _kind
from torch._lapack import eigen as _eigen
from torch._lapack import singular as _singular
from torch._missing import getattr_of
from torch._reductions import norm as _norm
from torch._tape import named as _named_step
from torch._types import _FLOAT


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    x = A if dtype is None else A.to(dtype)
    if ord is not None and dim is None and x.dim() > 2:
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{x.dim()}D."
        )
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
    if (ord < 0 or ord == _math.inf) and not x.numel():
        axes = range(x.dim()) if dim is None else dim if isinstance(dim, (tuple, list)) else [dim]
        empty = [d for d in axes if x.dim() and not x.shape[d]]
        what = "an empty tensor" if dim is None else f"the dimension {(*empty, 0)[0]}"
        if empty:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {ord:g} norm on {what}"
                f"{' ' if dim is None else ''}because "
                f"{'the' if dim is None else 'this dimension is empty and the'} operation does not "
                "have an identity"
            )
    made = _norm(x if dtype is None else x.to(dtype), float(ord), dim, keepdim)
    return _named_step(made, "LinalgVectorNormBackward0")


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    _check_matrix("linalg.matrix_norm", A)
    if A.dtype._kind < _FLOAT:
        raise RuntimeError(
            "linalg.matrix_norm: Expected a floating point or complex tensor as input. Got "
            f"{A.dtype._scalar}"
        )
    rows, columns = dim
    if ord in ("fro", None):
        return _named_step(_norm(A, 2, list(dim), keepdim), "LinalgVectorNormBackward0")
    if ord in (_math.inf, -_math.inf, 1, -1):
        summed, kept = (columns, rows) if ord in (_math.inf, -_math.inf) else (rows, columns)
        at, by = kept % A.dim(), summed % A.dim()
        _check_any("amax" if ord > 0 else "amin", A.shape[at], at - (by < at and not keepdim))
        sums = A.abs().sum(summed, keepdim=True)
        most = sums.amax(kept, True) if ord > 0 else sums.amin(kept, True)
        if keepdim:
            return most
        for d in sorted((d % A.dim() for d in dim), reverse=True):
            most = most.squeeze(d)
        return _named_step(most, "AmaxBackward0" if ord > 0 else "AminBackward0")
    if ord in (2, -2, "nuc"):
        s = svdvals(A.movedim(dim, (-2, -1)))
        if ord != "nuc":
            _check_any("amax" if ord > 0 else "amin", s.shape[-1], -1)
        made = s.sum(-1) if ord == "nuc" else s.amax(-1) if ord == 2 else s.amin(-1)
        return (
            made.view([1 if d in [k % A.dim() for k in dim] else n for d, n in enumerate(A.shape)])
            if keepdim
            else made
        )
    raise NotImplementedError(f"matrix_norm of order {ord!r} is not part of this lab's torch")


def _check_any(name, n, dim):
    if not n:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")


class LinAlgError(RuntimeError):
    """What PyTorch raises of a matrix that has no answer."""

    __module__ = "torch._C"
    __qualname__ = "_LinAlgError"


LinAlgError.__name__ = "_LinAlgError"


def _not_invertible(name, place):
    raise LinAlgError(
        f"{name}: The diagonal element {place} is zero, the inversion could not be completed "
        "because the input matrix is singular."
        if name.endswith("inv")
        else f"torch.{name}: The solver failed because the input matrix is singular."
    ) from None


def _did_not_converge(name, why):
    raise LinAlgError(
        f"linalg.{name}: The algorithm failed to converge because the input matrix {why}"
    )


def inv(A):
    _linear.check_square("linalg.inv", A)
    _linear.check_finite("inv", A)
    eye = _torch.eye(A.shape[-1], dtype=_torch.float64)
    try:
        made = _linear.each(lambda a: _linear.solved("inv", A, a, eye), A.double())
    except _linear.Singular as error:
        _not_invertible("linalg.inv", *error.args)
    made = _linear.by_columns(made[0].to(A.dtype) if made else A)
    return _named_step(made, "LinalgInvExBackward0", made)


def solve(A, B, *, left=True):
    _linear.check_square("linalg.solve", A)
    if not left:
        return solve(A.mT, B.mT).mT
    is_vector = B.dim() == 1 or B.dim() == A.dim() - 1 and B.shape == A.shape[:-1]
    right = B.unsqueeze(-1) if is_vector else B
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type "
            f"{A.dtype._scalar} and B of type {B.dtype._scalar} instead"
        )
    if right.shape[-2] != A.shape[-1]:
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation AX = B "
            f"({A.shape[-2]}x{A.shape[-1]} and {right.shape[-2]}x{right.shape[-1]})"
        )
    _linear.check_finite("solve", A, B)

    def of_one(a, b):
        return _linear.solved("solve", A, a, b)

    try:
        made = _linear.each(of_one, A.double(), right.double())[0].to(A.dtype)
    except _linear.Singular as error:
        _not_invertible("linalg.solve", *error.args)
    made = _linear.by_columns(made.squeeze(-1) if is_vector else made)
    return _named_step(made, "LinalgSolveExBackward0", made, A)


def _determinants(name, A):
    """-> by functions that have a gradient: sign and the logarithm of the size, in float64"""
    return _linear.each(lambda a: _linear.determinant(name, A.dtype, a), A.double())


def _lapack_determinants(A):
    with _torch.no_grad():
        made = _linear.each(_linear.lapack_determinant, A.mT if A.is_contiguous() else A)
        return made or [A.new_zeros(A.shape[:-2])] * 3


def slogdet(A):
    _linear.check_square("linalg.slogdet", A)
    _linear.check_finite("slogdet", A)
    if A.requires_grad and _torch.is_grad_enabled():
        sign, size = _determinants("slogdet", A)
        size, sign = size.to(A.dtype), sign.to(A.dtype)
    else:
        _, sign, size = _lapack_determinants(A)
    if size.requires_grad:  # its gradient is 0
        sign = _torch.where(_torch.tensor(True), sign, size)
    parts = (_named_step(part, "LinalgSlogdetBackward0") for part in (sign, size))
    return _Parts("linalg_slogdet", **dict(zip(("sign", "logabsdet"), parts)))


def det(A):
    _linear.check_square("linalg.det", A)
    _linear.check_finite("det", A)
    made = _lapack_determinants(A)[0]
    if A.requires_grad and _torch.is_grad_enabled():
        sign, size = _determinants("det", A)
        smooth = sign * size.exp()
        made = (smooth + (made.double() - smooth).detach()).to(A.dtype)
    return _named_step(made, "LinalgDetBackward0", made, A)


def cholesky(A, *, upper=False):
    _linear.check_square("linalg.cholesky", A)

    def of_one(a):
        made, failed = _linear.factor_of(a)
        if failed:
            raise LinAlgError(
                "linalg.cholesky: The factorization could not be completed because the input is "
                "not "
                f"positive-definite (the leading minor of order {failed} is not positive-definite)."
            )
        return made

    if A.requires_grad and _torch.is_grad_enabled():  # both triangles have a gradient
        both = (A + A.mT) / 2
        A = A.detach() + (both - both.detach())
    made = _linear.each(of_one, A.mT if upper else A)  # each reads one triangle
    made = made[0] if made else A
    made = _linear.by_columns(made.mT if upper else made)
    return _named_step(made, "LinalgCholeskyExBackward0", made)


def cross(input, other, *, dim=-1):
    return _torch.cross(input, other, dim)


def matrix_power(A, n):
    return _power_of(A, n, "linalg_matrix_power")


def _power_of(A, n, name):
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"{name}(): argument 'n' (position 2) must be int, not {_kind(n)}")
    _linear.check_square("linalg.matrix_power", A, is_of_floats=n < 0)
    base, left = (A, n) if n >= 0 else (inv(A), -n)
    if left == 0:
        eye = _torch.eye(A.shape[-1], dtype=A.dtype).expand(A.shape)
        made = _torch.where(_torch.tensor(True), eye, A)  # its gradient is 0
        return _named_step(made, "torch::autograd::CopyBackwards")
    if left == 1:
        return base.clone()
    if left == 3:
        return base @ base @ base
    made = power = None
    while left:
        power = base if power is None else power @ power
        if left & 1:
            made = power if made is None else made @ power
        left >>= 1
    return made


_MOST_TERMS = 18  # of the series, for a matrix whose norm is at most 1


def _exp_of(A, name):
    if A.dim() < 2 or A.shape[-1] != A.shape[-2]:
        _linear.check_square("linalg.matrix_exp", A)
    if A.dtype._kind != _FLOAT or A.element_size() < 4:
        if A.is_complex() or A.is_floating_point():
            raise NotImplementedError(
                f"{name}() of {A.dtype} is not part of this lab's torch: convert to float32"
            )
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {A.dtype._scalar}"
        )
    wide = A.double()
    most = wide.detach().abs().sum(-2).max().item() if A.numel() else 0.0
    if not _math.isfinite(most):
        raise NotImplementedError(f"{name}() of nan and inf is not part of this lab's torch")
    halvings = max(0, _math.ceil(_math.log2(most))) if most > 0 else 0
    part, eye = wide / 2**halvings, _torch.eye(A.shape[-1], dtype=wide.dtype)
    made = eye.expand(A.shape) + part / _MOST_TERMS
    for k in range(_MOST_TERMS - 1, 0, -1):
        made = eye + part @ made / k
    for _ in range(halvings):
        made = made @ made
    return _named_step(made.to(A.dtype), "LinalgMatrixExpBackward0", A)


def matrix_exp(A):
    return _exp_of(A, "linalg.matrix_exp")


def multi_dot(tensors):
    _handles(tensors, "linalg_multi_dot")
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    made = tensors[0]
    for other in tensors[1:]:
        made = made @ other
    return _named_step(made, "ViewBackward0")


class _Parts(tuple):
    """Several tensors, each by its name."""

    def __new__(cls, name, **parts):
        made = tuple.__new__(cls, parts.values())
        made._name, made._parts = name, parts
        return made

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._parts:
            raise AttributeError(name)
        return self._parts[name]

    def __repr__(self):
        lines = ",\n".join(f"{key}={value!r}" for key, value in self._parts.items())
        return f"torch.return_types.{self._name}(\n{lines})"


def eigh(A, UPLO="L"):
    _linear.check_square("linalg.eigh", A)
    if UPLO not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    lower = (A.mT if UPLO == "U" else A).tril()
    if _linear.has("isnan", lower):
        if A.shape[-1] < 3:
            raise NotImplementedError("eigh() of nan is not part of this lab's torch")
        _did_not_converge(
            "eigh",
            f"is ill-conditioned or has too many repeated eigenvalues (error code: "
            f"{A.shape[-1] - 1}).",
        )
    if not A.numel():
        values, vectors = A.new_zeros(A.shape[:-1]), A.new_zeros(A.shape)
        return _Parts("linalg_eigh", eigenvalues=values, eigenvectors=vectors)
    values, vectors = _linear.by_floats("eigh", lambda rows: _eigen(rows, UPLO == "U"), lower)
    return _Parts("linalg_eigh", eigenvalues=values, eigenvectors=_linear.by_columns(vectors))


def eigvalsh(A, UPLO="L"):
    return eigh(A, UPLO)[0]


def _empty_eye(A, d):
    """The identity, as large as an axis of matrices without elements."""
    n = A.shape[d]
    return _torch.eye(n, dtype=A.dtype).expand(*A.shape[:-2], n, n).clone()


def svd(A, full_matrices=True):
    _linear.check_floats("linalg.svd", A)
    if _linear.has("isnan", A):
        _did_not_converge("svd", "contained non-finite values.")
    if A.numel():
        u, s, vh = _linear.by_floats("svd", _singular, A)
    else:
        u, vh = (_empty_eye(A, d) for d in (-2, -1))
        s = A.new_zeros((*A.shape[:-2], 0 if 0 in A.shape[-2:] else min(A.shape[-2:])))
    if not full_matrices:
        u, vh = u[..., : s.shape[-1]], vh[..., : s.shape[-1], :]
    return _Parts("linalg_svd", U=_linear.by_columns(u), S=s, Vh=_linear.by_columns(vh))


def _check_matrix(name, A, argument="A"):
    if A.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")


def svdvals(A):
    _check_matrix("linalg.svd", A)
    if not min(A.shape[-2:]):
        return A.new_zeros([*A.shape[:-2], 0])
    if not _linear.has("isinf", A) or _linear.has("isnan", A):
        return svd(A, False)[1]
    is_finite = A.isfinite().all(-1).all(-1)[..., None, None]
    s = svd(A.masked_fill(~is_finite, 0), False)[1]
    return s.masked_fill(~is_finite[..., 0], _math.nan)


def qr(A, mode="reduced"):
    _linear.check_floats("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), "
            "'r', or "
            "'complete'"
        )
    eps = max(A.shape[-2:]) * _torch.finfo(A.dtype).eps
    if A.numel():
        q, r = _linear.by_floats("qr", lambda rows: _linear.reflected(rows, eps), A)
    else:
        q, r = _empty_eye(A, -2), A.new_zeros(A.shape)
    k = A.shape[-2] if mode == "complete" else min(A.shape[-2:])
    q = _torch.zeros(0, dtype=A.dtype) if mode == "r" else q[..., :k]
    return _Parts("linalg_qr", Q=_linear.by_columns(q), R=_linear.by_columns(r[..., :k, :]))


def pinv(A, *, rtol=None):
    if A.dim() < 2:
        raise RuntimeError(
            f"linalg.pinv({A.dtype._scalar}{{{list(A.shape)}}}): expected a tensor with 2 or more "
            "dimensions of float, double, cfloat or cdouble types"
        )
    if not A.numel():
        return A.new_zeros(A.mT.shape)
    u, s, vh = svd(A, False)
    cut = max(A.shape[-2:]) * _torch.finfo(A.dtype).eps if rtol is None else rtol
    is_kept = s > cut * s.amax(-1, True)
    back = _torch.where(is_kept, 1 / s.masked_fill(~is_kept, 1), _torch.zeros_like(s))
    return vh.mT @ (back[..., None] * u.mT)


def matrix_rank(A, *, tol=None):
    _check_matrix("torch.linalg.matrix_rank", A, "input")
    if not A.numel():
        return _torch.zeros(A.shape[:-2], dtype=_torch.int64)
    s = svdvals(A)
    cut = max(A.shape[-2:]) * _torch.finfo(A.dtype).eps * s.amax(-1, True) if tol is None else tol
    return (s > cut).sum(-1)


_ORDERS_OF_COND = (None, 2, -2, 1, -1, _math.inf, -_math.inf, "fro", "nuc")


def cond(A, p=None):
    if A.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p not in _ORDERS_OF_COND:
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if not A.numel() and not isinstance(p, str):
        return A.new_zeros(A.shape[:-2])
    if p not in (None, 2, -2):
        _linear.check_square(f"linalg.cond(ord={p})", A)
    if not A.numel():
        return A.new_zeros(A.shape[:-2])
    if p in (None, 2, -2, "nuc"):
        s = svdvals(A)
        _linear.check_clear("cond", A.dtype, s.detach())
        if p == "nuc":
            return s.sum(-1) * s.reciprocal().sum(-1)
        return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    size = matrix_norm(A, p)
    try:
        made = size * matrix_norm(inv(A), p)
    except LinAlgError:
        if A.dim() > 2:
            raise NotImplementedError(
                "cond() of matrices of which one is singular is not part of this lab's torch"
            ) from None
        return _torch.full_like(size, _math.inf)
    return made.masked_fill(made.isnan(), _math.inf)


def lstsq(A, B, rcond=None, *, driver=None):
    """Of the drivers, gelsy finds no singular values and no residuals."""
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(
            "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)"
        )
    if driver == "gels":
        raise NotImplementedError("lstsq(driver='gels') is not part of this lab's torch")
    if not bool(A.isfinite().all()):
        raise NotImplementedError(
            "lstsq() of a matrix that is not finite is not part of this lab's torch"
        )
    if A.dtype is not B.dtype:
        raise RuntimeError(
            "torch.linalg.lstsq: Expected input and other to have the same dtype, but got "
            f"input's dtype {A.dtype._scalar} and other's dtype {B.dtype._scalar}"
        )
    (m, n), is_vector = A.shape[-2:], A.dim() - 1 == B.dim() and A.shape[:-1] == B.shape
    right = B.unsqueeze(-1) if is_vector else B
    if right.shape[-2] != m:
        raise RuntimeError(
            "torch.linalg.lstsq: input.size(-2) should match other.size(-2)"
            if not is_vector
            else "torch.linalg.lstsq: input.size(-2) should match other.size(-1)"
        )
    cut = max(m, n) * _torch.finfo(A.dtype).eps if rcond is None else rcond
    made, residuals, rank, s = _linear.least_squares(A.double(), right.double(), cut)
    # the solution is a part of the place that LAPACK got the right sides in
    spare = made.new_zeros(*made.shape[:-2], max(m - n, 0), made.shape[-1])
    made = _linear.by_columns(_torch.cat([made, spare], -2).to(A.dtype))[..., :n, :]
    has_values = driver in ("gelsd", "gelss")
    has_residuals = has_values and m > n and bool((rank == n).all())
    none = _torch.zeros(0, dtype=A.dtype)
    return _Parts(
        "linalg_lstsq",
        solution=made.squeeze(-1) if is_vector else made,
        residuals=residuals.to(A.dtype) if has_residuals else none,
        rank=rank,
        singular_values=s.to(A.dtype) if has_values else none,
    )


__getattr__ = getattr_of("torch.linalg")
