"""Products, other shapes, arrays put together, and whether two are alike."""

import functools as _functools
import math as _math
import re as _re

import torch as _torch
from numpy._array import _fractional, _in, _out, _wrap, asarray, ndarray
from numpy._math import _axes
from numpy._memory import laid_out_as_einsum
from numpy._promotion import promoted
from numpy._scalar_operators import warn
from numpy._ufunc import UFUNCS, written
from torch._types import _DTYPES, _FLOAT, _INT


def _same(a, b):
    """Two operands of one type."""
    x, y = _in(a), _in(b)
    both = _DTYPES[promoted(x.dtype._name, y.dtype._name)]
    return x.to(both), y.to(both)


def _check_aligned(x, y):
    k = y.dim() - 2 if y.dim() > 1 else 0
    if x.shape[-1] != y.shape[k]:
        shapes = [str(tuple(v.shape)).replace(" ", "") for v in (x, y)]
        raise ValueError(
            f"shapes {shapes[0]} and {shapes[1]} not aligned: {x.shape[-1]} (dim {x.dim() - 1}) != "
            f"{y.shape[k]} (dim {k})"
        )


def dot(a, b, out=None):
    if out is not None:
        made = dot(a, b)
        if not isinstance(out, ndarray) or (out.shape, out.dtype) != (made.shape, made.dtype):
            raise ValueError(
                "output array is not acceptable (must have the right datatype, number of "
                "dimensions, and be a C-Array)"
            )
        return written(_in(made), out)
    x, y = _same(a, b)
    if x.dim() == 0 or y.dim() == 0:
        return _out(x * y)
    _check_aligned(x, y)
    if y.dim() < 2 or (x.dim() <= 2 and y.dim() <= 2):
        return _out(_product(x, y))
    # over the last axis of the one and the last but one of the other, whatever else they have
    n = x.shape[-1]
    rows, columns = x.reshape(-1, n), y.movedim(-2, 0).reshape(y.shape[-2], -1)
    return _out((rows @ columns).reshape(*x.shape[:-1], *y.shape[:-2], y.shape[-1]))


def matmul(a, b, out=None):
    if out is not None:
        return written(_in(matmul(a, b)), out, "matmul")
    x, y = _same(a, b)
    for k, operand in enumerate((x, y)):
        if operand.dim() == 0:
            raise ValueError(
                f"matmul: Input operand {k} does not have enough dimensions (has 0, gufunc core "
                "with "
                "signature (n?,k),(k,m?)->(n?,m?) requires 1)"
            )
    n, m = x.shape[-1], y.shape[-2 if y.dim() > 1 else 0]
    if n != m:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"(n?,k),(k,m?)->(n?,m?) (size {m} is different from {n})"
        )
    made = _product(x, y)
    if made.dtype._kind == _FLOAT and bool(made.isinf().any()):
        if bool(x.isfinite().all()) and bool(y.isfinite().all()):
            warn("overflow", "matmul")
    return _out(made)


def _product(x, y):
    """Of integers and truths too, and of nothing."""
    if x.dtype is _torch.bool:
        return _torch.matmul(x.long(), y.long()) != 0
    return _torch.matmul(x, y)


def inner(a, b):
    x, y = _same(a, b)
    if x.dim() == 0 or y.dim() == 0:
        return _out(x * y)
    if x.shape[-1] != y.shape[-1]:
        shapes = [str(tuple(v.shape)).replace(" ", "") for v in (x, y)]
        raise ValueError(
            f"shapes {shapes[0]} and {shapes[1]} not aligned: {x.shape[-1]} (dim {x.dim() - 1}) != "
            f"{y.shape[-1]} (dim {y.dim() - 1})"
        )
    return dot(_out(x), _out(y.transpose(-1, -2) if y.dim() > 1 else y))


def vdot(a, b):
    x, y = (v.flatten() for v in _same(a, b))
    return _out(_torch.vdot(x, y) if x.is_complex() else _torch.dot(x, y))


def kron(a, b):
    if asarray(b).ndim == 0 or asarray(a).ndim == 0 == asarray(b).ndim:
        return UFUNCS["multiply"](a, b)
    a = asarray(a).reshape(1) if asarray(a).ndim == 0 else a  # it has axes, and its own type
    return _out(_torch.kron(*_same(a, b)).contiguous())


def tensordot(a, b, axes=2):
    x, y = _same(a, b)
    if isinstance(axes, (tuple, list)):
        pair = [list(v) if hasattr(v, "__len__") else [int(v)] for v in axes]
    else:
        pair = [list(range(-axes, 0)), list(range(axes))]
    if len(pair[0]) != len(pair[1]):
        raise ValueError("shape-mismatch for sum")
    for k, other in zip(*pair):
        if tuple(x.shape)[k] != tuple(y.shape)[other]:
            raise ValueError("shape-mismatch for sum")
    pair = [[k % t.dim() for k in one] for t, one in zip((x, y), pair)]
    if any(len(set(one)) < len(one) for one in pair):
        raise ValueError("axes don't match array")
    kept = [k for k in range(x.dim()) if k not in pair[0]]
    others = [k for k in range(y.dim()) if k not in pair[1]]
    x, y = x.permute(*kept, *pair[0]), y.permute(*pair[1], *others)
    n, axes = len(kept), len(pair[0])
    ends = x.shape[:n], x.shape[n:], y.shape[:axes], y.shape[axes:]
    rows, size, _, columns = map(_math.prod, ends)
    made = dot(_wrap(x.reshape(rows, size)), _wrap(y.reshape(size, columns)))
    return _wrap(_in(made).reshape((*ends[0], *ends[3])))


def outer(a, b):
    return _out(_torch.outer(*(x.flatten() for x in _same(a, b))))


def _of_einsum(text, equation, tensors):
    """The same mistake in numpy's words; None where it has none of its own."""
    if "does not broadcast" in text:
        before, arrow, after = equation.replace(" ", "").partition("->")
        terms, letters = before.split(","), set(before) - {","}
        if not arrow:
            after = "".join(sorted(one for one in letters if before.count(one) == 1))
        if "." in before or any(len(set(term)) < len(term) for term in terms):
            return ValueError(f"operands could not be broadcast together: {text}")
        order, shapes = [*after, *sorted(letters - set(after))], ""
        for term, tensor in zip(terms, tensors):
            sizes = dict(zip(term, map(str, tensor.shape)))
            own, placed = list(sizes.values()), [sizes.get(one, "newaxis") for one in order]
            while placed[0] == "newaxis":
                placed.pop(0)
            is_first = len(placed) == len(order)
            own, placed = (
                ",".join(v) + "," * (len(v) == 1 and is_whole)
                for v, is_whole in ((own, True), (placed, is_first))
            )
            shapes += f"({own})->({placed}) "
        return ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            + shapes
        )
    found = _re.search(r"equation \((\d+)\) .* dimensions \((\d+)\) for operand (\d+)", text)
    if found and int(found[1]) > int(found[2]):
        return ValueError(
            f"einstein sum subscripts string contains too many subscripts for operand {found[3]}"
        )
    if found:
        return ValueError(
            "operand has more dimensions than subscripts given in einstein sum, but no '...' "
            "ellipsis provided to broadcast the extra dimensions."
        )
    for few, many in (("more", "fewer"), ("fewer", "more")):
        if text.startswith(f"einsum(): {few} operands were provided"):
            return ValueError(
                f"{many} operands provided to einstein sum function than specified in the "
                "subscripts string"
            )
    if found := _re.search(r"output subscript (\w) appears more than once", text):
        return ValueError(
            f"einstein sum subscripts string includes output subscript {found[1]!r} multiple times"
        )
    if found := _re.search(r"output subscript (\w) does not appear", text):
        return ValueError(
            f"einstein sum subscripts string included output subscript {found[1]!r} which never "
            "appeared in an input"
        )
    return None


_REPEATED = r"subscript (\w) .* match, (\d+) != (\d+)"


def _of_lists(given):
    """Of operands that have a list of axes each: the equation, and the operands."""
    operands, axes = given[::2], given[1::2]
    after = None
    if len(given) % 2:
        *operands, after = operands

    def term(places):
        return "".join("..." if k is Ellipsis else chr(ord("a") + int(k)) for k in places)

    arrow = "" if after is None else "->" + term(after)
    return ",".join(map(term, axes)) + arrow, tuple(operands)


def einsum(equation, *operands, optimize=False):
    if not isinstance(equation, str):
        equation, operands = _of_lists((equation, *operands))
    tensors = list(map(_in, operands))
    both = _DTYPES[_functools.reduce(promoted, (x.dtype._name for x in tensors))]
    is_truth = both is _torch.bool and len(tensors) > 1
    inner = _torch.int64 if is_truth else both
    try:
        made = _torch.einsum(equation, *(x.to(inner) for x in tensors))
        made = made != 0 if is_truth else made.to(both)
    except RuntimeError as error:
        if "is repeated for operand" in str(error):
            letter, n, m = _re.search(_REPEATED, str(error)).groups()
            is_kept = letter in equation.partition("->")[2]
            raise ValueError(
                f"dimensions in {'single operand' if is_kept else 'operand 0'} for "
                f"collapsing index '{letter}' don't match ({m} != {n})"
            ) from None
        raise _of_einsum(str(error), equation, tensors) or error from None
    if len(tensors) > 1 and both._kind >= _FLOAT:
        made = made + 0.0  # numpy adds to 0: there is no -0
    if not optimize and all(made.data_ptr() >> 32 != x.data_ptr() >> 32 for x in tensors):
        made = laid_out_as_einsum(made, equation, tensors)
    return _wrap(made) if optimize else _out(made)  # one by one it gives no number


def transpose(a, axes=None):
    axes = (axes,) if isinstance(axes, _INT) else axes
    if axes is not None and len(axes) != _in(a).dim():
        raise ValueError("axes don't match array")
    made = _wrap(_in(a)).transpose(*(axes or ()))
    return _out(made) if hasattr(a, "_numpy_name") else made


def reshape(a, newshape, order="C"):
    return asarray(a).reshape(newshape, order=order)


def expand_dims(a, axis):
    a = asarray(a)  # lives while its view is made
    tensor = _in(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = tensor.dim() + len(axes)
    if len({one % rank for one in axes}) < len(axes):
        raise ValueError("repeated axis")
    for k in sorted(one % rank if -rank <= one < rank else _beyond(one, rank) for one in axes):
        tensor = tensor.unsqueeze(k)
    return _wrap(tensor)


def _beyond(axis, rank):
    from numpy._math import AxisError

    raise AxisError(f"axis {axis} is out of bounds for array of dimension {rank}")


def squeeze(a, axis=None):
    made = _in(a)
    axes = _axes(made, axis, True)
    if isinstance(a, ndarray) and 1 not in a.shape and not axes:
        return a
    if axes is None:
        axes = [k for k, n in enumerate(made.shape) if n == 1]
    if any(made.shape[k] != 1 for k in axes):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    for k in sorted(axes, reverse=True):
        made = made.squeeze(k)
    if hasattr(a, "_numpy_name"):
        return _out(made)
    return a._part(_wrap(made)) if isinstance(a, ndarray) else _wrap(made)


def repeat(a, repeats, axis=None):
    repeats = repeats if isinstance(repeats, _INT) else _in(repeats)
    tensor = _in(a)
    tensor = tensor if tensor.dim() else tensor.reshape(1)
    return _wrap(_torch.repeat_interleave(tensor, repeats, axis))


def tile(A, reps):
    return _wrap(_torch.tile(_in(A), (reps,) if isinstance(reps, _INT) else reps))


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    x, y = _same(a, b)
    x, y = (_fractional(v) for v in (x, y))
    return _out(_torch.isclose(x, y, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(_in(isclose(a, b, rtol, atol, equal_nan)).all())


def array_equal(a1, a2, equal_nan=False):
    x, y = _same(a1, a2)
    if equal_nan and x.shape == y.shape and x.is_floating_point():
        return bool(((x == y) | (x.isnan() & y.isnan())).all())
    return _torch.equal(x, y)
