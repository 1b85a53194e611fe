"""New arrays."""

from math import ceil
from math import prod as _prod

import torch as _torch
from numpy._array import _in, _is_text, _wrap, asarray, in_order, laid_out, order_of
from numpy._dtype import name_of
from numpy._memory import placed
from numpy._promotion import promoted
from numpy._scalar import float64
from numpy._ufunc import check_plain
from torch._base import TensorBase
from torch._types import _DTYPES, _INT, _INTEGER


def _shape(shape):
    if shape is None:
        return ()
    if isinstance(shape, TensorBase) and shape.ndim == 0:
        shape = shape.__index__()
    is_one = hasattr(shape, "__index__") and not hasattr(shape, "__len__")
    if not is_one and not isinstance(shape, (list, tuple, range, str, TensorBase)):
        raise TypeError(f"expected a sequence of integers or a single integer, got {str(shape)!r}")
    sizes = (shape,) if is_one else tuple(shape)
    for size in sizes:
        if not hasattr(size, "__index__"):
            kind = type(size).__name__
            raise TypeError(f"{kind!r} object cannot be interpreted as an integer")
    if any(size < 0 for size in sizes):
        raise ValueError("negative dimensions are not allowed")
    return sizes


def _dtype(dtype, default="float64"):
    return _DTYPES[name_of(dtype, default)]


def asfortranarray(a, dtype=None):
    """At least one axis, as numpy makes it."""
    a = asarray(a, dtype)
    if a.flags.f_contiguous:
        return a if a.ndim else a.reshape(1)
    return _wrap(in_order(_in(a), "F"))


def _by_columns(made):
    return _wrap(placed(_in(made), list(range(made.ndim))[::-1])) if made.ndim > 1 else made


def _of_texts(shape, text, dtype=None):
    from numpy._array import array
    from numpy._texts import width_of

    width = None if dtype is None else width_of(dtype)
    return (
        array(text, dtype=f"U{max(width or len(text), 1)}")
        .repeat(_prod(_shape(shape)))
        .reshape(_shape(shape))
    )


def zeros(shape, dtype=None, order="C"):
    if order_of(order, "C", "CF") == "F":
        return _by_columns(zeros(shape, dtype))
    if dtype is not None and _is_text(dtype):
        return _of_texts(shape, "", dtype)
    return _wrap(_torch.zeros(_shape(shape), dtype=_dtype(dtype)))


def ones(shape, dtype=None, order="C"):
    if order_of(order, "C", "CF") == "F":
        return _by_columns(ones(shape, dtype))
    return _wrap(_torch.ones(_shape(shape), dtype=_dtype(dtype)))


empty = zeros


_WIDE = ("float64", "float32", "complex128", "complex64")


_CONVERTED = "complex64 complex128 int8 int16 int32 uint8 uint16 uint32".split()


def full(shape, fill_value, dtype=None, order="C"):
    if order_of(order, "C", "CF") == "F":
        return _by_columns(full(shape, fill_value, dtype))
    if isinstance(fill_value, str) and dtype is not None and not _is_text(dtype):
        raise NotImplementedError(
            f"full() of a text as {name_of(dtype)} is not part of this lab's numpy"
        )
    if isinstance(fill_value, str) or dtype is not None and _is_text(dtype):
        return _of_texts(shape, str(fill_value), dtype)
    if isinstance(fill_value, (list, tuple)) or getattr(fill_value, "ndim", 0):
        given = asarray(fill_value)
        made = zeros(shape, given.dtype if dtype is None else dtype)
        made[...] = given.astype(made.dtype)
        return made
    is_long = type(fill_value) is int and name_of(dtype, "int64") in _WIDE
    fill_value = float(fill_value) if is_long else fill_value
    default = _in(fill_value).dtype._name
    if name_of(dtype, default) in _CONVERTED:
        return _wrap(_in(fill_value).to(_dtype(dtype, default)).expand(_shape(shape)).clone())
    return _wrap(_torch.full(_shape(shape), fill_value, dtype=_dtype(dtype, default)))


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    return full_like(a, 0, dtype, order, subok, shape)


empty_like = zeros_like


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    return full_like(a, 1, dtype, order, subok, shape)


def arange(start, stop=None, step=1, dtype=None):
    start, stop = (0, start) if stop is None else (start, stop)
    ends = [v.item() if hasattr(v, "item") else v for v in (start, stop, step)]
    for v in ends:
        check_plain(v)
    is_whole = all(isinstance(v, _INT) for v in ends)
    kind = _dtype(dtype, "int64" if is_whole else "float64")
    start, stop, step = ends
    if step == 0:
        raise ZeroDivisionError("division by zero")
    n = max(0, ceil((stop - start) / step))
    if kind._kind <= _INTEGER and not is_whole:  # numpy goes on from the first two
        step = int(start + step) - int(start)
        start = int(start)
    if kind.is_floating_point:
        return _wrap(_in_steps(start, start + step, n, kind))
    if kind is _torch.bool and n > 2:
        raise TypeError(
            "arange() is only supported for booleans when the result has at most length 2."
        )
    made = [start + k * step for k in range(n)]
    return _wrap(_torch.tensor(made, dtype=kind))


def _in_steps(first, second, n, kind):
    """Going on from the first two, as the type rounds them."""
    wide = _torch.float64 if kind is _torch.float64 else _torch.float32
    ends = _torch.tensor([first, second], dtype=_torch.float64).to(kind).to(wide)
    made = ends[0] + _torch.arange(n, dtype=wide) * (ends[1] - ends[0])
    made[1:2] = ends[1]
    return made.to(kind)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    """subok: there are no other classes of arrays"""
    a = _in(a)
    if shape is not None:
        is_by_columns = order_of(order) == "F"
        return full(shape, fill_value, dtype or a.dtype._name, "F" if is_by_columns else "C")
    a = a if order_of(order) == "K" else laid_out(a, order)
    name = name_of(dtype, a.dtype._name)
    if isinstance(fill_value, TensorBase) and fill_value.ndim == 0:
        fill_value = fill_value.item()
    if isinstance(fill_value, complex) and name == "bool":
        fill_value = fill_value != 0
    if name in _CONVERTED[2:]:  # what is too long is cut
        filled = _in(fill_value).to(_DTYPES[name]).expand(a.shape)
        return _wrap(_torch.zeros_like(a, dtype=_DTYPES[name]).copy_(filled))
    return _wrap(_torch.full_like(a, fill_value, dtype=_DTYPES[name]))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    if not hasattr(num, "__index__"):
        kind = type(num).__name__
        raise TypeError(f"{kind!r} object cannot be interpreted as an integer")
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    gaps = num - 1 if endpoint else num
    ends = [_in(end) for end in (start, stop)]
    kind = ends[0].dtype._name, ends[1].dtype._name
    if any(end.dim() or end.is_complex() for end in ends):
        made, step = _lines(*ends, num, gaps, endpoint, "complex" in "".join(kind))
    elif axis not in (0, -1):
        from numpy._math import AxisError

        raise AxisError(f"destination: axis {axis} is out of bounds for array of dimension 1")
    else:
        start, stop = (end.item() for end in ends)
        step = (stop - start) / gaps if gaps > 0 else float("nan")
        values = [start + k * (step if gaps > 0 else stop - start) for k in range(num)]
        if endpoint and num > 1:
            values[-1] = stop
        made = _torch.tensor(values, dtype=_torch.float64)
        step = float64(step) if gaps > 0 else step
    made = made.movedim(0, axis) if axis else made
    if dtype is not None:
        wanted = _dtype(dtype)
        made = (made.floor() if wanted._kind == _INTEGER else made).to(wanted)
    return (_wrap(made), step) if retstep else _wrap(made)


def _lines(start, stop, num, gaps, endpoint, is_complex):
    """Between several ends at once: the first axis runs from one to the other."""
    kind = _torch.complex128 if is_complex else _torch.float64
    start, stop = _torch.broadcast_tensors(start.to(kind), stop.to(kind))
    rise = stop - start
    places = _torch.arange(num, dtype=_torch.float64).to(kind).reshape([num] + [1] * rise.dim())
    step = rise / gaps if gaps > 0 else _torch.full_like(rise, float("nan"))
    if gaps > 0 and not bool((step == 0).any()):
        made = places * step + start
    else:
        made = (places / gaps if gaps > 0 else places) * rise + start
    if endpoint and num > 1:
        made[-1] = stop
    from numpy._array import _out

    return made, _out(step)


def eye(N, M=None, k=0, dtype=None, order="C"):
    if order_of(order, "C", "CF") == "F":
        return asfortranarray(eye(N, M, k, dtype))
    M = N if M is None else M
    for size in (N, M, k):
        if not hasattr(size, "__index__"):
            kind = type(size).__name__
            raise TypeError(f"{kind!r} object cannot be interpreted as an integer")
    if k == 0:
        return _wrap(_torch.eye(N, M, dtype=_dtype(dtype)))
    ones = _torch.ones(N, M, dtype=_torch.bool)
    return _wrap((ones.triu(k) & ones.tril(k)).to(_dtype(dtype)))


def identity(n, dtype=None):
    return eye(n, dtype=dtype)


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    powers = _in(linspace(start, stop, num, endpoint, axis=axis))
    if powers.is_complex():
        raise NotImplementedError("logspace() of complex ends is not part of this lab's numpy")
    values = [float(base) ** p for p in powers.flatten().tolist()]
    made = _wrap(_torch.tensor(values, dtype=_torch.float64).reshape(powers.shape))
    return made if dtype is None else made.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    from math import log10

    if any(_in(end).dim() or _in(end).is_complex() for end in (start, stop)):
        raise NotImplementedError(
            "geomspace() of several or of complex ends is not part of this lab's numpy"
        )
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    if start < 0 and stop < 0:
        return -geomspace(-start, -stop, num, endpoint, dtype)
    if start < 0 or stop < 0:
        raise NotImplementedError("geomspace() of negative ends is not part of this lab's numpy")
    made = _in(logspace(log10(start), log10(stop), num, endpoint)).clone()
    if num > 0:
        made[0] = start
    if num > 1 and endpoint:
        made[-1] = stop
    return _wrap(made) if dtype is None else _wrap(made).astype(dtype)


def vander(x, N=None, increasing=False):
    line = _in(x)
    if line.dim() != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    line = line.to(_DTYPES[promoted(line.dtype._name, "int64")])
    n = len(line) if N is None else N
    powers = [_torch.ones_like(line)][:n]
    while len(powers) < n:
        powers.append(powers[-1] * line if len(powers) > 1 else line)
    if not powers:
        return _wrap(line.new_zeros(len(line), 0))
    return _wrap(_torch.stack(powers if increasing else powers[::-1], 1))


def meshgrid(*arrays, indexing="xy", sparse=False, copy=True):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    lines = [_in(x).flatten() for x in arrays]
    if sparse:
        shapes = [[1] * k + [-1] + [1] * (len(lines) - k - 1) for k in range(len(lines))]
        grids = [line.view(shape) for line, shape in zip(lines, shapes)]
    else:
        grids = _torch._shape._grids(lines)
    is_transposed = indexing == "xy" and len(arrays) > 1
    grids = [grid.transpose(0, 1) if is_transposed else grid for grid in grids]
    form = _torch.contiguous_format
    return [_wrap(grid.clone(memory_format=form) if copy else grid) for grid in grids]
