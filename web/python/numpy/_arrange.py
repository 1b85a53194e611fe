"""Arrays cut, joined, turned, padded; places in them; and sets of numbers."""

import functools as _functools
import math as _math
from builtins import max as builtins_max

import torch as _torch
from numpy._array import _check_whole, _in, _out, _wrap, array, asarray, owned
from numpy._math import AxisError, _axes, _line
from numpy._memory import laid_out_as, placed, walked
from numpy._promotion import promoted
from torch._arguments import _whole
from torch._types import _DTYPES, _INT, _INTEGER

# ------------------------------------------------------------------------- what it is


def shape(a):
    return tuple(_in(a).shape)


def ndim(a):
    return _in(a).dim()


def size(a, axis=None):
    return _in(a).numel() if axis is None else _in(a).shape[axis]


def isscalar(element):
    from numpy._scalar import generic

    return isinstance(element, (generic, int, float, complex, str, bytes))


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True


def copy(a, order="K", subok=False):
    """subok: there are no other classes of arrays"""
    return array(a, order=order)


def ascontiguousarray(a, dtype=None):
    made = asarray(a, dtype)
    made = made if made.ndim else made.reshape(1)
    return made if _in(made).is_contiguous() else made.copy()


def asfarray(a, dtype="float64"):
    from numpy._dtype import name_of

    is_fraction = _DTYPES[name_of(dtype, "float64")]._kind >= _DTYPES["float64"]._kind
    return asarray(a, dtype if is_fraction else "float64")


def ravel(a, order="C"):
    return asarray(a).ravel(order)


# ------------------------------------------------------------------------- other shapes


def atleast_1d(*arys):
    made = [a if a.ndim else a.reshape(1) for a in map(asarray, arys)]
    return made[0] if len(made) == 1 else made


def atleast_2d(*arys):
    arrays = map(asarray, arys)
    made = [a if a.ndim > 1 else a[None] if a.ndim else a.reshape(1, 1) for a in arrays]
    return made[0] if len(made) == 1 else made


def atleast_3d(*arys):
    made = []
    for a in map(asarray, arys):
        if a.ndim == 0:
            made.append(a.reshape(1, 1, 1))
        else:
            made.append(a[None, :, None] if a.ndim == 1 else a[..., None] if a.ndim == 2 else a)
    return made[0] if len(made) == 1 else made


def moveaxis(a, source, destination):
    tensor = _in(a)
    for name, places in ("source", source), ("destination", destination):
        for axis in places if hasattr(places, "__len__") else [places]:
            if not -tensor.dim() <= axis < tensor.dim():
                raise AxisError(
                    f"{name}: axis {axis} is out of bounds for array of dimension {tensor.dim()}"
                )
    return _wrap(_torch.movedim(tensor, source, destination))


def swapaxes(a, axis1, axis2):
    _check_one(axis1)
    _check_one(axis2)
    tensor = _in(a)
    return _wrap(tensor.transpose(*(_axes(tensor, axis)[0] for axis in (axis1, axis2))))


def rollaxis(a, axis, start=0):
    _check_one(axis)
    tensor = _in(a)
    axis = _axes(tensor, axis)[0]
    start = start + tensor.dim() if start < 0 else start
    return moveaxis(a, axis, start - 1 if start > axis else start)


def broadcast_to(array, shape):
    shape = (shape,) if isinstance(shape, _INT) else tuple(shape)
    if any(n < 0 for n in shape):
        raise ValueError("all elements of broadcast shape must be non-negative")
    tensor = _in(array)
    try:
        made = _wrap(tensor.expand(shape))
        made._is_locked = True
        return made
    except RuntimeError:
        own = tuple(tensor.shape)
        if len(shape) < len(own):
            raise ValueError(
                "input operand has more dimensions than allowed by the axis remapping"
                if shape
                else "cannot broadcast a non-scalar to a scalar array"
            ) from None
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{own}  and requested shape {shape}".replace(", ", ",")
        ) from None


def broadcast_arrays(*args):
    made = list(map(_wrap, _torch.broadcast_tensors(*map(_in, args)))) if args else []
    for k, given in enumerate(args):
        if made[k].shape != tuple(_in(given).shape):
            made[k] = made[k].view()
            made[k]._is_spread = True
    return made


def flip(m, axis=None):
    made = asarray(m)
    axes = _axes(_in(made), axis)
    axes = range(made.ndim) if axes is None else axes
    return made[
        tuple(slice(None, None, -1) if k in axes else slice(None) for k in range(made.ndim))
    ]


def fliplr(m):
    if _in(m).dim() < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


def flipud(m):
    if _in(m).dim() < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    if len(tuple(axes)) != 2:
        raise ValueError("len(axes) must be 2.")
    m, (a, b) = asarray(m), axes
    if a == b or abs(a - b) == m.ndim:
        raise ValueError("Axes must be different.")
    if not all(-m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(f"Axes={tuple(axes)} out of range for array of ndim={m.ndim}.")
    if k % 4 == 0:
        return m[:]
    if k % 4 == 2:
        return flip(flip(m, a), b)
    return flip(m, b).swapaxes(a, b) if k % 4 == 1 else flip(m.swapaxes(a, b), b)


def roll(a, shift, axis=None):
    tensor = _in(a)
    if _in(shift).dtype._kind > _INTEGER:
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    if axis is None:
        shift = int(_in(shift).sum())
        return _wrap(_torch.roll(tensor.flatten(), shift, 0).reshape(tensor.shape))
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = [_axes(tensor, int(one) if isinstance(one, bool) else one)[0] for one in axes]
    shifts = _in(shift).reshape(-1).tolist()
    n = builtins_max(len(shifts), len(axes))
    shifts, axes = (list(v) * n if len(v) == 1 else list(v) for v in (shifts, axes))
    if len(shifts) != len(axes):
        raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
    for one, place in zip(shifts, axes):  # an axis may be there twice
        tensor = _torch.roll(tensor, int(one), place)
    given = _in(a)
    return _wrap(placed(tensor, walked(given.shape, [given])) if axes else tensor.clone())


# ------------------------------------------------------------------------- put together


def _typed(arrays):
    """Of one type, that of all of them."""
    from numpy._promotion import promoted

    tensors = [_in(a) for a in arrays]
    if not tensors:
        raise ValueError("need at least one array to concatenate")
    name = tensors[0].dtype._name
    for tensor in tensors[1:]:
        name = promoted(name, tensor.dtype._name)
    return [tensor.to(_DTYPES[name]) for tensor in tensors]


def _check_joined(tensors, axis):
    rank = tensors[0].dim()
    for k, tensor in enumerate(tensors):
        if tensor.dim() == 0:
            raise ValueError("zero-dimensional arrays cannot be concatenated")
        if tensor.dim() != rank:
            raise ValueError(
                "all the input arrays must have same number of dimensions, but the array at index "
                f"0 has {rank} dimension(s) and the array at index {k} has {tensor.dim()} "
                "dimension(s)"
            )
        for d in range(rank):
            if d != axis and tensor.shape[d] != tensors[0].shape[d]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match "
                    f"exactly, but along dimension {d}, the array at index 0 has size "
                    f"{tensors[0].shape[d]} and the array at index {k} has size {tensor.shape[d]}"
                )


def _check_one(axis):
    """One axis, where numpy takes no tuple of them."""
    if isinstance(axis, (tuple, list)):
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer")


def concatenate(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    from numpy._types import can_cast
    from numpy._ufunc import check_dtype, written

    _check_one(axis)
    if casting != "same_kind":
        wanted = dtype if out is None else out.dtype
        made = concatenate(arrays, axis)
        for part in arrays:
            kind, to = asarray(part).dtype, made.dtype if wanted is None else wanted
            if not can_cast(kind, to, casting):
                raise TypeError(
                    f"Cannot cast array data from {kind!r} to {array([], dtype=to).dtype!r} "
                    f"according to the rule '{casting}'"
                )
        made = made if wanted is None else made.astype(wanted)
        return made if out is None else written(_in(made), out)
    if out is not None or dtype is not None:
        made = concatenate(arrays, axis)
        if dtype is not None:
            check_dtype("concatenate", dtype, _in(made))
            made = made.astype(dtype)
        return made if out is None else written(_in(made), out)
    tensors = _typed(arrays)
    if axis is None:
        from numpy._types import result_type

        both = _DTYPES[result_type(*map(asarray, arrays)).name]
        return _wrap(_torch.cat([tensor.flatten().to(both) for tensor in tensors]))
    first = tensors[0]
    axis = axis if first.dim() == 0 else _axes(first, axis)[0]
    _check_joined(tensors, axis)
    if all(tensor.numel() == 0 for tensor in tensors):
        size = sum(tensor.shape[axis] for tensor in tensors)
        return _wrap(first.new_zeros([size if k == axis else n for k, n in enumerate(first.shape)]))
    made = _torch.cat([tensor for tensor in tensors if tensor.numel()], axis)
    return _wrap(laid_out_as(made, *map(_in, arrays)))


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    arrays = list(arrays)
    if out is not None or dtype is not None or casting != "same_kind":
        rows = [_wrap(_in(stack([one], axis))) for one in arrays]
        stack(arrays, axis)  # their shapes are checked
        return concatenate(rows, axis, out, dtype=dtype, casting=casting)
    tensors = _typed(arrays)
    if any(tensor.shape != tensors[0].shape for tensor in tensors):
        raise ValueError("all input arrays must have the same shape")
    rank = tensors[0].dim() + 1
    if not -rank <= axis < rank:
        raise AxisError(f"axis {axis} is out of bounds for array of dimension {rank}")
    made = _torch.stack(tensors, axis)
    return _wrap(laid_out_as(made, *(_in(a).unsqueeze(axis) for a in arrays)))


def _listed(made):
    return made if isinstance(made, list) else [made]


def vstack(tup, *, dtype=None, casting="same_kind"):
    return concatenate(_listed(atleast_2d(*tup)), 0, dtype=dtype, casting=casting)


row_stack = vstack


def hstack(tup, *, dtype=None, casting="same_kind"):
    parts = _listed(atleast_1d(*tup))
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1, dtype=dtype, casting=casting)


def dstack(tup):
    return concatenate(_listed(atleast_3d(*tup)), 2)


def column_stack(tup):
    return concatenate([_wrap(_in(a).reshape(-1, 1)) if _in(a).dim() < 2 else a for a in tup], 1)


def append(arr, values, axis=None):
    if axis is None:
        return concatenate([ravel(arr), ravel(values)])
    return concatenate([arr, values], axis)


def block(arrays):
    leaves = list(_leaves(arrays))
    levels = len(leaves[0][0])
    for path, _ in leaves:
        if len(path) != levels:
            place = "arrays" + "".join(f"[{k}]" for k in path)
            raise ValueError(
                f"List depths are mismatched. First element was at depth {levels}, but there is an "
                f"element at depth {len(path)} ({place})"
            )
    rank = max([levels, *(_in(leaf).dim() for _, leaf in leaves)])

    def joined(part, level):
        if isinstance(part, list):
            return concatenate([joined(one, level + 1) for one in part], rank - levels + level)
        one = asarray(part)
        return one.reshape((1,) * (rank - one.ndim) + one.shape)

    return joined(arrays, 0) if isinstance(arrays, list) else joined(arrays, 0).copy()


def _leaves(part, path=()):
    """What is in lists within lists, each with its place."""
    if isinstance(part, tuple):
        place = "arrays" + "".join(f"[{k}]" for k in path)
        raise TypeError(
            f"{place} is a tuple. Only lists can be used to arrange blocks, and np.block does not "
            "allow implicit conversion from tuple to ndarray."
        )
    if not isinstance(part, list):
        yield path, part
        return
    if not part:
        place = "arrays" + "".join(f"[{k}]" for k in path)
        raise ValueError(f"List at {place} cannot be empty")
    for k, one in enumerate(part):
        yield from _leaves(one, (*path, k))


class _Joined:
    """np.r_[1:4, 0] and np.c_[a, b]."""

    def __init__(self, is_columns):
        self._is_columns = is_columns

    def __getitem__(self, index):
        from numpy._create import arange, linspace
        from numpy._types import result_type

        parts = []
        for entry in index if isinstance(index, tuple) else (index,):
            if isinstance(entry, str):
                raise NotImplementedError("r_['...'] is not part of this lab's numpy")
            if isinstance(entry, slice):
                step = 1 if entry.step is None else entry.step
                begin = 0 if entry.start is None else entry.start
                if isinstance(step, complex):
                    entry = linspace(begin, entry.stop, int(abs(step)))
                else:
                    entry = arange(begin, entry.stop, step)
            parts.append(asarray(entry) if isinstance(entry, (list, tuple)) else entry)
        parts = [asarray(part) for part in parts]
        if not all(part._is_text for part in parts):  # of arrays, or of numbers of a higher kind
            groups = [[v.dtype for v in parts if v.ndim], [v.dtype for v in parts if not v.ndim]]
            kinds = [result_type(*group) for group in groups if group]
            kind = max(kinds, key=lambda one: (one._kind, one.kind == "i"))
            parts = [part.astype(kind) for part in parts]
        parts = [atleast_1d(part) for part in parts]
        if not self._is_columns:
            return concatenate(parts)
        return concatenate([part[:, None] if part.ndim == 1 else part for part in parts], -1)


r_, c_ = _Joined(False), _Joined(True)


# -------------------------------------------------------------------------- taken apart


def array_split(ary, indices_or_sections, axis=0):
    tensor = _in(ary)
    _check_place(axis)
    n = tensor.shape[_axes(tensor, axis)[0]]
    if hasattr(indices_or_sections, "__len__"):
        ends = [0, *map(int, indices_or_sections), n]
    else:
        sections = _whole(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, more = divmod(n, sections)
        ends = [k * each + min(k, more) for k in range(sections + 1)]
    made = asarray(ary)
    front = (slice(None),) * _axes(tensor, axis)[0]
    return [made[(*front, slice(a, b))] for a, b in zip(ends, ends[1:])]


def _check_place(axis):
    if isinstance(axis, (tuple, list, type(None))):
        kind = type(axis).__name__
        raise TypeError(f"tuple indices must be integers or slices, not {kind}")


def split(ary, indices_or_sections, axis=0):
    _check_place(axis)
    if not hasattr(indices_or_sections, "__len__"):
        n = _in(ary).shape[_axes(_in(ary), axis)[0]]
        if n % _whole(indices_or_sections):
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    if _in(ary).dim() == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if _in(ary).dim() > 1 else 0)


def vsplit(ary, indices_or_sections):
    if _in(ary).dim() < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def delete(arr, obj, axis=None):
    _axes(_in(arr), axis)
    tensor, axis = _line(arr, axis)
    n = tensor.shape[axis]
    gone = list(range(n))[obj] if isinstance(obj, slice) else _in(obj)
    if not isinstance(gone, list):
        if gone.dtype is _torch.bool and tuple(gone.shape) != (n,):
            raise ValueError(
                "boolean array argument obj to delete must be one dimensional and match the axis "
                f"length of {n}"
            )
        gone = (
            [k for k, x in enumerate(gone.tolist()) if x]
            if gone.dtype is _torch.bool
            else gone.flatten().tolist()
        )
    for k in gone:
        if isinstance(k, float):
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        if not -n <= k < n:
            raise IndexError(f"index {k} is out of bounds for axis {axis} with size {n}")
    gone = {k % n for k in gone}
    kept = _torch.tensor([k for k in range(n) if k not in gone], dtype=_torch.int64)
    return _wrap(tensor.index_select(axis, kept))


def insert(arr, obj, values, axis=None):
    _axes(_in(arr), axis)
    tensor, axis = _line(arr, axis)
    n = tensor.shape[axis]
    if isinstance(obj, slice):
        obj = list(range(*obj.indices(n)))
    places = _in(obj)
    if places.dtype is _torch.bool:
        raise NotImplementedError("insert() by truths is not part of this lab's numpy")
    if places.dim() > 1:
        raise ValueError("index array argument obj to insert must be one dimensional or scalar")
    if places.dtype._kind != _INTEGER and places.numel():
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    for place in places.flatten().tolist():
        if not -n <= place <= n:
            raise IndexError(f"index {place} is out of bounds for axis {axis} with size {n}")
    at = [int(place) + n if place < 0 else int(place) for place in places.flatten().tolist()]
    _check_whole(values, _wrap(tensor).dtype)
    added = _in(values).to(tensor.dtype)
    added = added.reshape([1] * (tensor.dim() - added.dim()) + list(added.shape))
    if places.dim() == 0 and added.dim() == tensor.dim():
        added = added.movedim(0, axis)
    count = added.shape[axis] if len(at) == 1 else len(at)
    shape = [count if k == axis else size for k, size in enumerate(tensor.shape)]
    try:
        added = added.expand(shape)
    except RuntimeError:
        shapes = [str(tuple(s)).replace(" ", "") for s in (added.shape, shape)]
        is_one = len(at) == 1
        raise ValueError(
            f"could not broadcast input array from shape {shapes[0]} into shape {shapes[1]}"
            if is_one
            else f"shape mismatch: value array of shape {shapes[0]} could not be broadcast to "
            f"indexing result of shape {shapes[1]}"
        ) from None
    order = sorted(range(len(at)), key=at.__getitem__)
    parts, last = [], 0
    for k in order:
        parts.append(tensor.narrow(axis, last, at[k] - last))
        parts.append(added if len(at) == 1 else added.narrow(axis, k, 1))
        last = at[k]
    parts.append(tensor.narrow(axis, last, n - last))
    parts = [part for part in parts if part.shape[axis]]
    return _wrap(_torch.cat(parts, axis) if parts else tensor.clone())


# --------------------------------------------------------------------------- its border


_BORDERS = ("edge", "reflect", "wrap", "symmetric")
_OF_BORDERS = {  # the mode: what else may be given for it
    **dict.fromkeys(("empty", "edge", "wrap"), ""),
    **dict.fromkeys(("maximum", "mean", "median", "minimum"), "stat_length"),
    **dict.fromkeys(("reflect", "symmetric"), "reflect_type"),
    "constant": "constant_values",
    "linear_ramp": "end_values",
}


def pad(array, pad_width, mode="constant", **kwargs):
    tensor = _in(array)
    if _in(pad_width).dtype._kind != _INTEGER or _in(pad_width).dtype._name[0] == "u":
        raise TypeError("`pad_width` must be of integral type.")
    widths = _pairs(pad_width, tensor.dim())
    if any(n < 0 for n in _in(pad_width).flatten().tolist()):
        raise ValueError("index can't contain negative values")
    if callable(mode):
        raise NotImplementedError("a function as mode= of pad() is not part of this lab's numpy")
    if mode not in _OF_BORDERS:
        raise ValueError(f"mode '{mode}' is not supported")
    others = set(kwargs) - {_OF_BORDERS[mode]}
    if others:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {others}")
    if mode in ("constant", "empty"):
        fill = _pairs(kwargs.get("constant_values", 0), tensor.dim())
        for axis, (pair, values) in enumerate(zip(widths, fill)):
            tensor = _bordered(tensor, axis, pair, values)
        return _wrap(tensor).copy()
    for axis, pair in enumerate(widths):
        if not tensor.shape[axis] and any(pair):
            raise ValueError(
                f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
            )
    if not tensor.numel():
        for axis, pair in enumerate(widths):
            tensor = _bordered(tensor, axis, pair, (0, 0))
        return _wrap(tensor).copy()
    if mode == "linear_ramp":
        ends = _pairs(kwargs.get("end_values", 0), tensor.dim())
        return _with_borders(tensor, widths, lambda *place: _ramp(*place, ends))
    if mode not in _BORDERS:
        lengths = kwargs.get("stat_length")
        lengths = [(None, None)] * tensor.dim() if lengths is None else _lengths(lengths, tensor)
        return _with_borders(tensor, widths, lambda *place: _level(*place, mode, lengths))
    kind = kwargs.get("reflect_type", "even")
    if kind not in ("even", "odd"):
        raise NotImplementedError(f"reflect_type={kind!r} is not part of this lab's numpy")
    for axis, (before, after) in enumerate(widths):
        n = tensor.shape[axis]
        if kind == "odd" and (n > 1 or mode == "symmetric"):
            tensor = _mirrored(tensor, axis, before, after, mode == "reflect")
            continue
        if mode == "wrap":
            places = _around(n, before, after)
        else:
            places = [_place(k, n, mode) for k in range(-before, n + after)]
        tensor = tensor.index_select(axis, _torch.tensor(places, dtype=_torch.int64))
    return _wrap(tensor)


def _lengths(given, tensor):
    pairs = _pairs(given, tensor.dim())
    if any(n is not None and n < 0 for pair in pairs for n in pair):
        raise ValueError("index can't contain negative values")
    return pairs


def _with_borders(tensor, widths, made):
    """One axis after the other. made: of the array, the axis, which end and its width"""
    for axis, pair in enumerate(widths):
        whole = _wrap(tensor)
        ends = [_in(made(whole, axis, k, n)).to(tensor.dtype) for k, n in enumerate(pair)]
        tensor = _torch.cat([ends[0], tensor, ends[1]], axis)
    return _wrap(tensor)


def _ramp(array, axis, end, n, ends):
    """From the value at the far end up to the element at the border."""
    edge = array.take(0 if end == 0 else -1, axis)
    start, stop = asarray(ends[axis][end]) * 1.0, asarray(edge) * 1.0
    rise = stop - start
    steps = _wrap(_torch.arange(n, dtype=_in(rise).dtype if rise.ndim else _torch.float64))
    steps = steps.reshape(n, *[1] * rise.ndim)
    step = rise / n if n else rise
    made = steps / n * rise if n and bool((asarray(step) == 0).any()) else steps * step
    made = moveaxis(made + start, 0, axis)
    made = _wrap(_in(made).floor()) if array.dtype._kind == _INTEGER else made
    return flip(made, axis) if end else made


def _level(array, axis, end, n, mode, lengths):
    """What the elements at the border have in common."""
    from numpy._math import UFUNCS, mean, median

    size = array.shape[axis]
    length = size if lengths[axis][end] is None else min(lengths[axis][end], size)
    if not length and mode in ("maximum", "minimum"):
        raise ValueError("stat_length of 0 yields no value for padding")
    part = array.take(range(length) if end == 0 else range(size - length, size), axis)
    if mode in ("maximum", "minimum"):
        made = UFUNCS[mode].reduce(part, axis, keepdims=True)
    else:
        made = {"mean": mean, "median": median}[mode](part, axis=axis, keepdims=True)
    made = asarray(made).round() if array.dtype._kind == _INTEGER else made
    return _wrap(_in(made)).repeat(n, axis)


def _mirrored(tensor, axis, before, after, is_reflect):
    """Turned around the elements at both borders, as often as is needed."""
    while before or after:
        n = tensor.shape[axis]
        most = n - is_reflect
        counts = min(before, most), min(after, most)
        first = [is_reflect + k for k in range(counts[0])][::-1]
        last = [n - 1 - is_reflect - k for k in range(counts[1])]
        parts = [
            tensor.narrow(axis, edge, 1) * 2
            - tensor.index_select(axis, _torch.tensor(places, dtype=_torch.int64))
            for edge, places in ((0, first), (n - 1, last))
        ]
        tensor = _torch.cat([parts[0].to(tensor.dtype), tensor, parts[1].to(tensor.dtype)], axis)
        before, after = before - counts[0], after - counts[1]
    return tensor


def _pairs(widths, rank):
    """(before, after) for each axis."""
    values = _in(widths)
    if values.dim() > 2 or values.dim() and values.shape[-1] not in (1, 2):
        shape = str(tuple(values.shape)).replace(" ", "")
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{shape}  and requested shape ({rank},2)"
        )
    if values.dim() == 0:
        return [(values.item(), values.item())] * rank
    rows = values.tolist()
    if values.dim() == 1:
        pair = tuple(rows) if len(rows) == 2 else (rows[0], rows[0])
        return [pair] * rank
    rows = [tuple(row) if len(row) == 2 else (row[0], row[0]) for row in rows]
    if len(rows) not in (1, rank):
        shape = str(tuple(values.shape)).replace(" ", "")
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{shape}  and requested shape ({rank},2)"
        )
    return rows * rank if len(rows) == 1 else rows


def _bordered(tensor, axis, pair, values):
    parts = [tensor]
    for k, (width, value) in enumerate(zip(pair, values)):
        shape = [width if d == axis else n for d, n in enumerate(tensor.shape)]
        part = tensor.new_full(shape, value)
        parts = [part, *parts] if k == 0 else [*parts, part]
    return _torch.cat([part for part in parts if part.shape[axis]] or [tensor], axis)


def _around(n, before, after):
    """Places once more before and after; what is there already is repeated, until all is filled."""
    places = list(range(n))
    while before or after:
        counts = min(before, len(places)), min(after, len(places))
        places = places[len(places) - counts[0] :] + places + places[: counts[1]]
        before, after = before - counts[0], after - counts[1]
    return places


def _place(k, n, mode):
    """Of a place outside, that inside which it repeats."""
    if mode == "edge":
        return min(max(k, 0), n - 1)
    if mode == "symmetric":
        k %= 2 * n
        return k if k < n else 2 * n - 1 - k
    if n == 1:
        return 0
    k %= 2 * (n - 1)
    return k if k < n else 2 * (n - 1) - k


# ----------------------------------------------------------------- diagonals and corners


def diag(v, k=0):
    tensor = _in(v)
    if tensor.dim() not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    return diagonal(v, k) if tensor.dim() == 2 else _wrap(_torch.diag(tensor, k))


def diagflat(v, k=0):
    made = diag(_wrap(_in(v).flatten()), k)
    return made[0, 0] if made.shape == (1, 1) and hasattr(v, "_numpy_name") else made


def diagonal(a, offset=0, axis1=0, axis2=1):
    if _in(a).dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    made = _wrap(_torch.diagonal(_in(a), offset, axis1, axis2))
    made._is_locked = True
    return made


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    from numpy._math import check_taker
    from numpy._ufunc import written

    made = _out(_in(diagonal(a, offset, axis1, axis2)).sum(-1)).astype(dtype or _sum_type(a))
    if out is None:
        return made
    check_taker("add", _in(made), out)
    return written(_in(made), out)


def _sum_type(a):
    tensor = _in(a)
    wide = "uint64" if tensor.dtype._name[0] == "u" else "int64"
    return wide if tensor.dtype._kind <= _INTEGER else tensor.dtype._name


def fill_diagonal(a, val, wrap=False):
    if wrap or a.ndim != 2:
        raise NotImplementedError(
            "fill_diagonal() of more than a matrix is not part of this lab's numpy"
        )
    for k in range(min(a.shape)):
        a[k, k] = val


def tri(N, M=None, k=0, dtype="float64"):
    from numpy._create import ones

    sizes = [builtins_max(_math.ceil(n), 0) for n in (N, N if M is None else M)]
    return _wrap(_torch.tril(_in(ones(sizes, dtype)), k))


def triu(m, k=0):
    return _corner(_torch.triu, m, k)


def tril(m, k=0):
    return _corner(_torch.tril, m, k)


def _corner(function, m, k):
    """numpy chooses it by a mask of two axes."""
    tensor = _square_of(m)
    made = function(tensor, k)
    return _wrap(laid_out_as(made, _torch.ones(made.shape[-2:]), tensor))


def _square_of(m):
    tensor = _in(m)
    return tensor.expand(tensor.shape[0], tensor.shape[0]) if tensor.dim() == 1 else tensor


def triu_indices(n, k=0, m=None):
    return tuple(map(_wrap, _torch.triu_indices(n, n if m is None else m, k).unbind(0)))


def tril_indices(n, k=0, m=None):
    return tuple(map(_wrap, _torch.tril_indices(n, n if m is None else m, k).unbind(0)))


def diag_indices(n, ndim=2):
    return tuple(_wrap(_torch.arange(n)) for _ in range(ndim))


# ------------------------------------------------------------------------------- places


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


def lexsort(keys, axis=-1):
    tensors = [_in(key) for key in keys]
    _axes(tensors[0], axis, True)
    if any(t.dim() > 1 for t in tensors):
        raise NotImplementedError("lexsort() of several rows is not part of this lab's numpy")
    rows = [[(v != v, 0 if v != v else v) for v in t.flatten().tolist()] for t in tensors]
    order = sorted(range(len(rows[0])), key=lambda k: [row[k] for row in reversed(rows)])
    return array(order) if tensors[0].dim() else array(0)[()]


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


def _select(values, kth):
    """The places of a line of elements, the kth smallest at kth: by introselect, as numpy."""
    places = list(range(len(values)))
    v = list(values)

    def less(a, b):
        return a < b or b != b and a == a

    def swap(a, b):
        v[a], v[b] = v[b], v[a]
        places[a], places[b] = places[b], places[a]

    low, high = 0, len(v) - 1
    if kth < 3:
        for k in range(kth + 1):
            least = k
            for j in range(k + 1, len(v)):
                least = j if less(v[j], v[least]) else least
            swap(k, least)
        return places
    if kth == high and any(isinstance(value, float) for value in v):
        most = 0
        for j in range(1, len(v)):
            most = most if less(v[j], v[most]) else j
        swap(kth, most)
        return places
    while low + 1 < high:
        begin, end, middle = low + 1, high, low + (high - low) // 2
        for a, b in ((high, middle), (high, low), (low, middle)):
            if less(v[a], v[b]):
                swap(a, b)
        swap(middle, low + 1)
        pivot = v[low]
        while True:
            begin += 1
            while less(v[begin], pivot):
                begin += 1
            end -= 1
            while less(pivot, v[end]):
                end -= 1
            if end < begin:
                break
            swap(begin, end)
        swap(low, end)
        if end >= kth:
            high = end - 1
        if end <= kth:
            low = begin
    if high == low + 1 and less(v[high], v[low]):
        swap(high, low)
    return places


def argpartition(a, kth, axis=-1):
    if not hasattr(kth, "__index__"):
        raise NotImplementedError("several kth of argpartition() are not part of this lab's numpy")
    if axis is not None:
        _axes(_in(a), axis)
    tensor, axis = _line(a, axis)
    n = tensor.shape[axis]
    if not -n <= kth < n:
        raise ValueError(f"kth(={kth}) out of bounds ({n})")
    if tensor.is_complex():
        raise NotImplementedError(
            "argpartition() of complex numbers is not part of this lab's numpy"
        )
    lines = tensor.movedim(axis, -1)
    rows = [_select(row, int(kth) % n) for row in lines.reshape(-1, n).tolist()]
    made = _torch.tensor(rows, dtype=_torch.int64).reshape(lines.shape)
    return _wrap(made.movedim(-1, axis))


def partition(a, kth, axis=-1):
    tensor, line = _line(a, axis)
    return _wrap(_torch.gather(tensor, line, _in(argpartition(a, kth, axis))))


class ndindex:
    """The places of an array of a shape, row by row."""

    __module__ = "numpy"

    def __init__(self, *shape):
        import itertools

        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        self._places = itertools.product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


def ndenumerate(arr):
    made = asarray(arr)
    return ((place, made[place]) for place in ndindex(*made.shape))


def apply_along_axis(func1d, axis, arr, *args):
    tensor = _in(arr)
    axis = _axes(tensor, axis)[0]
    rows = tensor.movedim(axis, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    if 0 in rows.shape[:-1]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = [_in(func1d(_wrap(row), *args)) for row in flat.unbind(0)]
    whole = _torch.stack([one.to(made[0].dtype) for one in made])  # the first says the type
    whole = whole.reshape((*rows.shape[:-1], *whole.shape[1:]))
    own, rest = list(range(rows.dim() - 1, whole.dim())), list(range(rows.dim() - 1))
    return _wrap(whole.permute(rest[:axis] + own + rest[axis:]))


_CORE = r"\((?:\w+(?:,\w+)*)?\)"


class vectorize:
    """A function of numbers, as one of arrays. signature: which of their last axes it takes"""

    def __init__(self, pyfunc, otypes=None, signature=None):
        self.pyfunc, self.otypes, self.signature = pyfunc, otypes, signature
        self.__doc__ = getattr(pyfunc, "__doc__", None)
        if signature is not None:
            import re

            line = rf"{_CORE}(,{_CORE})*"
            plain = signature.replace(" ", "")
            if not re.fullmatch(f"{line}->{line}", plain):
                raise ValueError(f"not a valid gufunc signature: {signature}")
            self._cores = [
                [part.strip("()").split(",") if part != "()" else [] for part in found]
                for found in (re.findall(_CORE, side) for side in plain.split("->"))
            ]

    def __call__(self, *args, **kwargs):
        if kwargs:
            raise NotImplementedError(
                "vectorize() of arguments by name is not part of this lab's numpy: "
                + ", ".join(kwargs)
            )
        if self.signature is not None:
            return self._of_cores([asarray(one) for one in args])
        parts = _torch.broadcast_tensors(*map(_in, args))
        rows = [asarray(_wrap(part)).ravel() for part in parts]
        values = [self.pyfunc(*row) for row in zip(*rows)]
        if not values and not self.otypes:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        is_several = bool(values) and isinstance(values[0], tuple)
        columns = list(zip(*values)) if is_several else [values]
        if self.otypes and len(self.otypes) != len(columns):
            raise ValueError("the function gives a different number of results than `otypes` names")
        made = [self._column(column, k).reshape(parts[0].shape) for k, column in enumerate(columns)]
        order = walked(parts[0].shape, list(map(_in, args)))
        made = [one if one._is_text else _wrap(placed(_in(one), order)) for one in made]
        made = [owned(one) for one in made]
        return tuple(made) if is_several else made[0]

    def _column(self, values, k):
        if any(isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) for value in values):
            raise ValueError("setting an array element with a sequence.")
        kind = self.otypes[k] if self.otypes else asarray(values[0]).dtype
        return array(values, dtype=str if getattr(kind, "kind", "") == "U" else kind)

    def _of_cores(self, arrays):
        inputs, outputs = self._cores
        if len(arrays) != len(inputs):
            raise TypeError(
                f"wrong number of positional arguments: expected {len(inputs)}, got {len(arrays)}"
            )
        sizes, loops = {}, []
        for one, names in zip(arrays, inputs):
            if one.ndim < len(names):
                raise ValueError(
                    f"{one.ndim}-dimensional argument does not have enough dimensions for all core "
                    f"dimensions {tuple(names)!r}"
                )
            loops.append(one.shape[: one.ndim - len(names)])
            for name, n in zip(names, one.shape[one.ndim - len(names) :]):
                if sizes.setdefault(name, n) != n:
                    raise ValueError(
                        f"inconsistent size for core dimension {name!r}: {n} vs {sizes[name]}"
                    )
        loop = tuple(broadcast_arrays(*[_wrap(_torch.zeros(one)) for one in loops])[0].shape)
        spread = [
            broadcast_to(one, (*loop, *one.shape[one.ndim - len(names) :]))
            for one, names in zip(arrays, inputs)
        ]
        made = [self.pyfunc(*(one[place] for one in spread)) for place in ndindex(loop)]
        if not made:
            raise NotImplementedError(
                "vectorize() with a signature of nothing is not part of this lab's numpy"
            )
        rows = [one if len(outputs) > 1 else (one,) for one in made]
        if any(len(row) != len(outputs) for row in rows):
            raise ValueError(f"wrong number of outputs: expected {len(outputs)}")
        results = []
        for k, names in enumerate(outputs):
            kind = self.otypes[k] if self.otypes else asarray(rows[0][k]).dtype
            column = [asarray(row[k]) for row in rows]
            if column[0].ndim != len(names):
                raise ValueError(
                    f"{column[0].ndim}-dimensional argument does not have enough dimensions for "
                    f"all core dimensions {tuple(names)!r}"
                )
            whole = stack(column).astype(kind)
            results.append(whole.reshape(*loop, *column[0].shape))
        return tuple(results) if len(outputs) > 1 else results[0]


def fromfunction(function, shape, dtype=float):
    return function(*indices(shape, dtype))


def fromiter(iter, dtype, count=-1):
    import itertools

    iter = list(iter)
    if any(isinstance(one, (list, tuple)) or getattr(one, "ndim", 0) for one in iter):
        raise ValueError("setting an array element with a sequence.")
    if isinstance(dtype, type) and issubclass(dtype, str):
        raise ValueError("Must specify length when using variable-size data-type.")
    if len(iter) < count:
        raise ValueError(
            f"iterator too short: Expected {count} but iterator had only {len(iter)} items."
        )
    return array(list(iter if count < 0 else itertools.islice(iter, count)), dtype=dtype)


# --------------------------------------------------------------------------------- sets


def unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
):
    if isinstance(ar, (list, tuple)) and any(isinstance(value, str) for value in ar):
        raise NotImplementedError("arrays of texts are not part of this lab's numpy")
    tensor = _in(ar)
    rows = tensor.flatten() if axis is None else tensor.movedim(_axes(tensor, axis)[0], 0)
    keys = [tuple(row.flatten().tolist()) for row in rows.unbind(0)]
    if rows.is_complex():  # by the real part, then by the imaginary one
        keys = [tuple(part for z in key for part in (z.real, z.imag)) for key in keys]
    is_nan = [any(value != value for value in key) for key in keys]
    order = sorted(range(len(keys)), key=lambda k: (is_nan[k], () if is_nan[k] else keys[k]))
    first, inverse, counts = [], [0] * len(keys), []
    for k in order:
        is_same = first and (
            keys[k] == keys[first[-1]]
            or equal_nan
            and axis is None
            and is_nan[k]
            and is_nan[first[-1]]
        )
        if not is_same:
            first.append(k)
            counts.append(0)
        inverse[k] = len(first) - 1
        counts[-1] += 1
    places = _torch.tensor(first, dtype=_torch.int64)
    made = rows.index_select(0, places)
    results = [_wrap(made if axis is None else made.movedim(0, axis))]
    results += [_wrap(places)] if return_index else []
    results += [array(inverse, dtype=int)] if return_inverse else []
    results += [array(counts, dtype=int)] if return_counts else []
    return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements, assume_unique=False, invert=False):
    if assume_unique:
        _check_unique("isin", element, test_elements)
    wanted = set(_in(test_elements).flatten().tolist())
    tensor = _in(element)
    found = [(value in wanted) != invert for value in tensor.flatten().tolist()]
    return _wrap(_torch.tensor(found, dtype=_torch.bool).reshape(tensor.shape))


def in1d(ar1, ar2, assume_unique=False, invert=False):
    return isin(ravel(ar1), ar2, assume_unique, invert)


def _check_unique(name, *arrays):
    """numpy's result of numbers that are twice there depends on how they are sorted."""
    for one in arrays:
        numbers = _in(one).flatten().tolist()
        if len(set(numbers)) < len(numbers):
            raise NotImplementedError(
                f"assume_unique=True of {name}() with equal numbers is not part of this lab's numpy"
            )


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    both = concatenate(
        [ar1 if _in(ar1).dim() else [ar1], [] if _in(ar2).numel() == 0 else ravel(ar2)], None
    )
    if assume_unique:
        _check_unique("intersect1d", ar1, ar2)
    second, first = (set(_in(ar).flatten().tolist()) for ar in (ar2, ar1))
    made = array(sorted(first & second), dtype=both.dtype)
    if not return_indices:
        return made
    rows = (_in(ar).flatten().tolist() for ar in (ar1, ar2))
    values = made.tolist()
    return made, *(array([row.index(value) for value in values], dtype="int64") for row in rows)


def union1d(ar1, ar2):
    return unique(concatenate([ar1, ar2], None))


def setdiff1d(ar1, ar2, assume_unique=False):
    first = ravel(ar1) if assume_unique else unique(ar1)
    return first[isin(first, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        _check_unique("setxor1d", ar1, ar2)
    first, second = unique(ar1), unique(ar2)
    return unique(concatenate([setdiff1d(first, second), setdiff1d(second, first)]))
