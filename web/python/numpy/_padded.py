"""Arrays with borders."""

import torch as _torch
from numpy._array import _in, _wrap, asarray
from numpy._reshaped import flip, moveaxis
from torch._types import _INTEGER

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
