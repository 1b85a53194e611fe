"""Numbers at places of arrays."""

import functools as _functools
import math as _math

import torch as _torch
from numpy._array import _in, _out, _wrap, array, asarray
from numpy._attributes import ravel
from numpy._joined import stack
from numpy._math import _axes, _line
from numpy._promotion import promoted
from torch._types import _DTYPES, _INT, _INTEGER


def ix_(*args):
    made = []
    for k, part in enumerate(map(_in, args)):
        if part.dim() != 1:
            raise ValueError("Cross index must be 1 dimensional")
        part = _torch.nonzero(part).flatten() if part.dtype is _torch.bool else part
        part = part if part.numel() else part.long()
        made.append(_wrap(part.reshape([part.numel() if d == k else 1 for d in range(len(args))])))
    return tuple(made)


def indices(dimensions, dtype=int, sparse=False):
    dimensions = tuple(dimensions)
    if not dimensions:
        return () if sparse else array([], dtype=dtype)
    if sparse:
        grids = ix_(*(_wrap(_torch.arange(n)) for n in dimensions))
        return tuple(grid.astype(dtype) for grid in grids)
    grids = _torch.meshgrid(*(_torch.arange(n) for n in dimensions), indexing="ij")
    return _wrap(_torch.stack(grids)).astype(dtype)


class _Grid:
    """np.mgrid[0:2, 0:3] and np.ogrid."""

    def __init__(self, is_open):
        self._is_open = is_open

    def __getitem__(self, index):
        from numpy._create import arange, linspace

        entries = index if isinstance(index, tuple) else (index,)
        lines = []
        for entry in entries:
            begin = 0 if entry.start is None else entry.start
            step = 1 if entry.step is None else entry.step
            if isinstance(step, complex):
                lines.append(linspace(begin, entry.stop, int(abs(step))))
            else:
                lines.append(arange(begin, entry.stop, step))
        if not isinstance(index, tuple):
            return lines[0]
        both = _functools.reduce(promoted, (line.dtype.name for line in lines))
        lines = [line.astype(both) for line in lines]
        if self._is_open:
            return [
                _wrap(_in(line).reshape([-1 if d == k else 1 for d in range(len(lines))]))
                for k, line in enumerate(lines)
            ]
        return stack([_wrap(grid) for grid in _torch._shape._grids(list(map(_in, lines)))])


mgrid, ogrid = _Grid(False), _Grid(True)


def unravel_index(indices, shape, order="C"):
    shape = (shape,) if isinstance(shape, _INT) else tuple(shape)
    if order not in ("C", "F"):
        raise ValueError("only 'C' or 'F' order is permitted")
    if order == "F":
        return unravel_index(indices, shape[::-1])[::-1]
    rest, made = _in(indices).long(), []
    if bool(((rest >= _math.prod(shape)) | (rest < 0)).any()):
        raise ValueError(
            f"index {int(rest.flatten()[0])} is out of bounds for array with size "
            f"{_math.prod(shape)}"
        )
    for n in reversed(shape):
        made.append(rest % n)
        rest = rest // n
    return tuple(map(_out, _torch.stack(made[::-1], -1).unbind(-1))) if made else ()


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    if mode != "raise":
        raise NotImplementedError(
            f"mode={mode!r} of ravel_multi_index() is not part of this lab's numpy"
        )
    if order not in ("C", "F"):
        raise ValueError("only 'C' or 'F' order is permitted")
    if order == "F":
        return ravel_multi_index(tuple(multi_index)[::-1], tuple(dims)[::-1])
    made = 0
    for place, n in zip(multi_index, dims):
        if bool(((_in(place) >= n) | (_in(place) < 0)).any()):
            raise ValueError("invalid entry in coordinates array")
        made = made * n + asarray(place)
    return made if made.ndim else _out(_in(made))


def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None:
        from numpy._ufunc import written

        made = _in(take(a, indices, axis, None, mode))
        if out.shape != tuple(made.shape):
            raise ValueError("output array does not match result of ndarray.take")
        return written(made, out, "take")
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    tensor, axis = _line(a, axis)
    places, n = _in(indices).long(), tensor.shape[axis]
    if mode != "raise" and n:
        places = places.clamp(0, n - 1) if mode == "clip" else places % n
    for k in places.flatten().tolist():
        if not -n <= k < n:
            raise IndexError(f"index {k} is out of bounds for axis {axis} with size {n}")
    rows = tensor.index_select(axis, (places.flatten() + n) % max(n, 1))
    shape = [*tensor.shape[:axis], *places.shape, *tensor.shape[axis + 1 :]]
    return _out(rows.reshape(shape))


def _within(places, tensor, axis):
    """Places along an axis, counted from its start. -> with the axis"""
    if places.dtype._kind != _INTEGER:
        raise IndexError("`indices` must be an integer array")
    if tensor.dim() != places.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = _axes(tensor, axis)[0]
    n, places = tensor.shape[axis], places.long()
    beyond = places[(places < -n) | (places >= n)]
    if len(beyond):
        first = int(beyond[0])
        raise IndexError(f"index {first} is out of bounds for axis {axis} with size {n}")
    return _torch.where(places < 0, places + n, places), axis


def take_along_axis(arr, indices, axis):
    indices.dtype  # a list has none
    tensor = _in(arr)
    if axis is None:
        tensor, axis = tensor.flatten(), 0
    places, axis = _within(_in(indices), tensor, axis)
    n = tensor.shape[axis]
    shape = list(
        _torch.broadcast_shapes(
            *(
                [1 if k == axis % tensor.dim() else s for k, s in enumerate(t.shape)]
                for t in (tensor, places)
            )
        )
    )
    shape[axis] = places.shape[axis]
    wide = [n if k == axis % tensor.dim() else s for k, s in enumerate(shape)]
    return _wrap(tensor.expand(wide).gather(axis, places.expand(shape)))


def put_along_axis(arr, indices, values, axis):
    if axis is None:
        raise NotImplementedError("axis=None of put_along_axis() is not part of this lab's numpy")
    places, axis = _within(_in(indices), _in(arr), axis)
    shape = [places.shape[axis] if k == axis % arr.ndim else s for k, s in enumerate(arr.shape)]
    try:
        places = places.expand(shape)
    except RuntimeError:
        raise IndexError(
            "shape mismatch: indexing arrays could not be broadcast together: "
            f"{tuple(places.shape)} beside {tuple(shape)}"
        ) from None
    made = _in(arr).scatter(axis, places, _in(values).to(_in(arr).dtype).expand(places.shape))
    arr[...] = _wrap(made)


def compress(condition, a, axis=None, out=None):
    if _in(condition).dim() != 1:
        raise ValueError("condition must be a 1-d array")
    tensor, axis = _line(a, axis)
    places = [k for k, value in enumerate(_in(condition).tolist()) if value]
    return take(_wrap(tensor), places, axis, out)


def extract(condition, arr):
    return compress(ravel(condition), ravel(arr))


_ZERO = object()  # so that a default may be a text too


def select(condlist, choicelist, default=_ZERO):
    from numpy._math import where

    default = 0 if default is _ZERO else default

    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if any(map(_has_text, (*choicelist, default))):
        return _selected_texts(condlist, choicelist, default)
    from numpy._types import result_type

    *parts, last = (asarray(v)[()] for v in (*choicelist, default))
    kind = result_type(result_type(*parts), last)  # beside a type the last counts by its size
    made = asarray(default).astype(kind)
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        made = where(condition, asarray(choice).astype(kind), made)
    return made.copy() if made.ndim > 1 else made


def _has_text(value):
    return isinstance(value, str) or getattr(value, "_is_text", False) or _is_listed_text(value)


def _is_listed_text(value):
    return isinstance(value, (list, tuple)) and any(isinstance(one, str) for one in value)


def _selected_texts(condlist, choicelist, default):
    import numpy as np

    if type(default) is int and default == 0:
        default = np.array("0", dtype="U3")
    elif not _has_text(default):
        raise NotImplementedError(
            f"select() of texts with default={default!r} is not part of this lab's numpy"
        )
    made = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        made = np.where(condition, choice, made)
    return made


def choose(a, choices, out=None, mode="raise"):
    from numpy._types import result_type
    from numpy._ufunc import written

    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    places, n = _in(a), len(choices)
    if places.dtype._kind > _INTEGER:
        raise TypeError(
            f"Cannot cast array data from dtype('{places.dtype._name}') to dtype('int64') "
            "according to the rule 'safe'"
        )
    places = places.long()
    places = places % n if mode == "wrap" else places.clamp(0, n - 1) if mode == "clip" else places
    if places.numel() and not 0 <= places.min().item() <= places.max().item() < n:
        raise ValueError("invalid entry in choice array")
    kind = _DTYPES[result_type(*map(asarray, choices)).name]  # a number counts by its size
    choices = [_in(choice).to(kind) for choice in choices]
    rows = _torch.stack(list(_torch.broadcast_tensors(*choices, places))[:-1])
    return written(rows.gather(0, places.expand(rows.shape[1:])[None])[0], out)


def _check_copied(target, source):
    name = source.dtype._name
    kind, is_number = "ui".find(target.kind), source.dim() == 0
    is_signed = name[:3] == "int" and (not is_number or source.item() < 0)
    if source.dtype._kind > _DTYPES[target.name]._kind or kind == 0 and is_signed:
        what = "scalar" if is_number else "array data"
        raise TypeError(
            f"Cannot cast {what} from dtype('{name}') to dtype('{target.name}') according to the "
            "rule 'same_kind'"
        )


def copyto(dst, src, *, where=None):
    from numpy._math import where as chosen

    _check_copied(dst.dtype, _in(src))
    dst[...] = src if where is None else chosen(where, src, dst)


def _places(tensor):
    """Where its elements begin, in bytes."""
    size = tensor.element_size()
    places = [tensor.data_ptr()]
    for n, step in zip(tensor.shape, tensor.stride()):
        places = [place + k * step * size for place in places for k in range(n)]
    return places


def _ends(tensor):
    """Its first byte in memory, and the one after its last."""
    size, first = tensor.element_size(), tensor.data_ptr()
    ways = [(n - 1) * step * size for n, step in zip(tensor.shape, tensor.stride())]
    return first + sum(min(0, way) for way in ways), first + sum(max(0, way) for way in ways) + size


def shares_memory(a, b, max_work=None):
    if not may_share_memory(a, b):
        return False
    one, other = (
        {place + k for place in _places(t) for k in range(t.element_size())}
        for t in map(_in, (a, b))
    )
    return not one.isdisjoint(other)


def may_share_memory(a, b, max_work=None):
    """Whether the one begins before the other ends."""
    a, b = _in(a), _in(b)
    if a.data_ptr() >> 32 != b.data_ptr() >> 32 or not a.numel() or not b.numel():
        return False
    (low, high), (other_low, other_high) = map(_ends, (a, b))
    return low < other_high and other_low < high


def trim_zeros(filt, trim="fb"):
    values, ends = list(filt), trim.lower()
    first, last = 0, len(values)
    if "f" in ends:
        first = next((k for k, value in enumerate(values) if value != 0), last)
    if "b" in ends:
        last = next((k for k in range(last, first, -1) if values[k - 1] != 0), first)
    return filt[first:last]


class _Index:
    """np.s_: an index, to be used later."""

    def __init__(self, is_tuple):
        self._is_tuple = is_tuple

    def __getitem__(self, item):
        return (item,) if self._is_tuple and not isinstance(item, tuple) else item


s_, index_exp = _Index(False), _Index(True)
