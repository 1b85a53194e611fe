"""Products of vectors and matrices."""

from torch import _engine
from torch._arguments import _handle, _handles
from torch._base import _checked_dim
from torch._elementwise import _in_type
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tensor import Tensor, _new
from torch._types import _DTYPES


def matmul(input, other):
    return _new(_engine.matmul(_handle(input, "matmul"), _handle(other, "matmul", "other", 2)))


def _matmul(self, other):
    if not isinstance(other, Tensor):
        return NotImplemented
    return _new(_engine.matmul(self._h, other._h))


Tensor.__matmul__ = _matmul


def mm(input, mat2):
    _handle(mat2, "mm", "mat2", 2)
    if input.dim() != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.dim() != 2:
        raise RuntimeError("mat2 must be a matrix")
    return matmul(input, mat2)


def mv(input, vec):
    if (input.dim(), vec.dim()) != (2, 1):
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.dim()}, {vec.dim()}")
    return matmul(input, vec)


def bmm(input, mat2):
    return _new(_engine.bmm(_handle(input, "bmm"), _handle(mat2, "bmm", "mat2", 2)))


def dot(input, tensor):
    return _new(_engine.dot(_handle(input, "dot"), _handle(tensor, "dot", "tensor", 2)))


def outer(input, vec2):
    made = _new(_engine.outer(_handle(input, "outer"), _handle(vec2, "outer", "vec2", 2)))
    return _named_step(made, "MulBackward0")


def vdot(input, other):
    return _named_step(dot(input.conj(), other), "VdotBackward0")


ger = outer


def inner(input, other):
    """Over the last axes of both."""
    if input.dim() == 0 or other.dim() == 0:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    rows, columns = (x.reshape(-1, x.shape[-1]) for x in (input, other))
    made = matmul(rows, columns.t()).view((*input.shape[:-1], *other.shape[:-1]))
    return _named_step(made, "ReshapeAliasBackward0")


def _check_summed(equation, operands):
    """Of different types only what is not summed over."""
    kinds = [one.dtype for one in operands]
    if len(set(kinds)) < 2:
        return
    if len(kinds) > 2:
        raise NotImplementedError(
            "einsum() of more than two tensors of several types is not part of this lab's torch"
        )
    given, arrow, result = equation.replace(" ", "").partition("->")
    shared = set.intersection(*map(set, given.split(","))) - {"."}
    if not arrow:
        result = [letter for letter in given if given.count(letter) == 1]
    if shared.difference(result):
        raise RuntimeError(f"expected scalar type {kinds[0]._scalar} but found {kinds[1]._scalar}")


def _lettered(*parts):
    """The equation of tensors that are followed by lists of numbers, one a letter."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    texts = [
        "".join("..." if k is Ellipsis else letters[k] for k in places)
        for places in (*parts[1::2], *(parts[-1:] if len(parts) % 2 else ()))
    ]
    n = len(parts) // 2
    return ",".join(texts[:n]) + ("->" + texts[n] if len(parts) % 2 else ""), parts[: 2 * n : 2]


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    if not isinstance(equation, str):
        equation, operands = _lettered(equation, *operands)
    handles = _handles(operands, "einsum", 1)
    _check_summed(equation, list(operands))
    return _new(_engine.einsum(equation, handles))


def _is_column_major(x):
    (m, n), (s, t) = x.shape[-2:], x.stride()[-2:]
    return s == 1 and t >= max(1, m) and not (t == 1 and s >= max(1, n))


def _sum_of_short(name, input, a, b, beta, alpha):
    """bfloat16: a small product is added term by term, each rounded; others are rounded once."""
    k, n = b.shape[-2:]
    is_small = name == "baddbmm" and a.shape[-2] * k * n < 400
    is_by_step = is_small or n == 1 or _is_column_major(a) or not _is_column_major(b)

    def forward(c, a, b):
        if a.numel() * n > 4096 or not is_by_step:
            return (c.float() * beta + matmul(a.float(), b.float()) * alpha).to(a.dtype)
        if (beta, alpha) != (1, 1):
            raise NotImplementedError(
                f"beta= and alpha= of {name}() of bfloat16 are not part of this lab's torch"
            )
        c = c.expand(*a.shape[:-1], n)
        for step in range(k):
            c = c + a[..., step : step + 1] * b[..., step : step + 1, :]
        return c

    def back(g):
        return [g * beta, g @ b.mT * alpha, a.mT @ g * alpha]

    return _own_step(forward, back, f"{name.title()}Backward0", input, a, b)


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    if input.dtype._name == "bfloat16":
        mm(mat1, mat2)  # refuses other shapes and types
        return _sum_of_short("addmm", input, mat1, mat2, beta, alpha)
    product = mm(mat1, mat2)
    return _weighted(input.expand(product.shape), product, beta, alpha, "AddmmBackward0")


def _zeros_of(input):
    """With its history, by which its gradient is 0."""
    return input.masked_fill(input.new_ones((), dtype=_DTYPES["bool"]), 0)


def _weighted(input, product, beta, alpha, title):
    """beta input + alpha product; by a beta of 0 what is no number in the input counts for none."""
    beta, alpha = _in_type(input.dtype, beta, alpha)
    kept = input * beta if beta else _zeros_of(input)
    return _named_step((kept + product * alpha).to(product.dtype), title)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    _checked_dim(1, batch1.dim())
    _checked_dim(2, batch2.dim())
    for name, batch in ("batch1", batch1), ("batch2", batch2):
        if batch.dim() != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    product = bmm(batch1, batch2)
    if input.dtype._name == product.dtype._name == "bfloat16":
        return _sum_of_short("baddbmm", input, batch1, batch2, beta, alpha)
    return _weighted(input.expand(product.shape), product, beta, alpha, "BaddbmmBackward0")


def addmv(input, mat, vec, *, beta=1, alpha=1):
    product = mv(mat, vec)
    if input.dim() > 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {input.dim()}, {mat.dim()}, {vec.dim()}"
        )
    if input.numel() not in (1, len(product)):
        size = f"{input.numel()}, {mat.shape[0]}x{mat.shape[1]},{len(vec)}"
        raise RuntimeError(f"size mismatch, got {size}")
    return _added("addmv", input, product, beta, alpha)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    product = bmm(batch1, batch2).sum(0)
    return _added("addbmm", input.expand(product.shape), product, beta, alpha)


def _added(name, input, product, beta, alpha):
    if product.dtype.itemsize == 2:
        raise NotImplementedError(f"{name}() of 16 bits is not part of this lab's torch")
    if input.dtype is not product.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {product.dtype._scalar}"
        )
    return _weighted(input, product, beta, alpha, f"{name.title()}Backward0")


def trace(input):
    if input.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.dim()}")
    return _named_step(input.diagonal().sum(), "TraceBackward0")
