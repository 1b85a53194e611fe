"""Arrays put together and taken apart."""

import torch as _torch
from numpy._array import _check_whole, _in, _wrap, array, asarray
from numpy._attributes import ravel
from numpy._math import AxisError, _axes, _line
from numpy._memory import laid_out_as
from numpy._reshaped import _check_one, atleast_1d, atleast_2d, atleast_3d
from torch._arguments import _whole
from torch._types import _DTYPES, _INTEGER

# -------------------------------------------------------------------------- put together


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


# --------------------------------------------------------------------------- taken apart


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
