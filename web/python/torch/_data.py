"""Numbers and lists of Python's, and what is between brackets, as the engine takes them."""

import math
from collections import deque

from torch import _engine
from torch._arguments import _whole
from torch._base import TensorBase
from torch._bridge import _ask, _to_numbers, _to_text
from torch._types import _BOOL, _COMPLEX, _DTYPES, _INTEGER, _NUMPY_ONLY, Held, _float_name

_PYTHON = (bool, int, float, complex)
_SCALARS = {"float16": "at::Half", "bfloat16": "at::BFloat16", "float32": "float"}


def _shape_of(data):
    shape = []
    while _is_list_like(data):
        shape.append(len(data))
        if len(data) == 0:
            break
        data = data[0]
    return shape


def _is_list_like(data):
    """An array within a list is read like a list; a tensor must be one number there."""
    if isinstance(data, (list, tuple, range, deque)):
        return True
    return isinstance(data, TensorBase) and data._is_array and data.ndim > 0


def _flatten(data, depth, shape, out):
    if depth == len(shape):
        out.append(data)
        return
    if not _is_list_like(data):
        raise TypeError("not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(
            f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})"
        )
    if depth + 1 == len(shape):
        out.extend(data)
        return
    for item in data:
        _flatten(item, depth + 1, shape, out)


def _is_number(kind):
    return issubclass(kind, (*_PYTHON, TensorBase, list, tuple)) or hasattr(kind, "_numpy_name")


def _check(kind, floats=None):
    if floats == "float64" and not _is_number(kind):  # numpy keeps them as objects
        raise NotImplementedError(f"arrays of {kind.__name__} are not part of this lab's numpy")
    if issubclass(kind, (list, tuple)):
        raise TypeError(f"must be real number, not {kind.__name__}")
    if issubclass(kind, str):
        raise TypeError("new(): invalid data type 'str'")
    if not issubclass(kind, complex) and not hasattr(kind, "__float__"):
        raise RuntimeError(f"Could not infer dtype of {kind.__name__}")


def _inferred(kinds, floats=None):
    """The dtype that holds numbers of these types of Python and numpy. floats: that of Python's."""
    names = {kind._numpy_name for kind in kinds if hasattr(kind, "_numpy_name")}
    rest = {kind for kind in kinds if not hasattr(kind, "_numpy_name")}
    if complex in rest:
        is_wide = (floats or _float_name()) == "float64"
        names.add("complex128" if is_wide else "complex64")
    elif not kinds or not all(issubclass(kind, int) for kind in rest):
        names.add(floats or _float_name())
    elif rest:
        names.add("bool" if rest == {bool} else "int64")
    if len(names) == 1:
        return names.pop()
    if floats == "float64":  # numpy's
        from functools import reduce

        from numpy._promotion import promoted

        return reduce(promoted, names)
    parts = [TensorBase._of(_engine.full(name, "", 0)) for name in names]
    return _ask(_engine.result_type(_to_text(part._h for part in parts)))


def _common(values):
    """The dtype that holds these numbers, of which some are tensors."""
    parts = [value for value in values if isinstance(value, TensorBase)]
    rest = {type(value) for value in values if not isinstance(value, TensorBase)}
    if rest and rest <= set(_PYTHON):
        parts.append(TensorBase._of(_engine.full(_inferred(rest), "", 0)))
    return _ask(_engine.result_type(_to_text(part._h for part in parts)))


def _text(value):
    value = value._value if isinstance(value, Held) else value
    return repr(int(value) if isinstance(value, int) else float(value))


def _check_forwards(tensor):
    """Of numpy's views, some run backwards: those are no tensors."""
    name = tensor.dtype.name if tensor._is_array else ""
    if name in _NUMPY_ONLY or name.startswith("str"):
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{'str_' if name[0] == 's' else name}. "
            "The only supported types are: float64, float32, float16, complex64, complex128, "
            "int64, int32, int16, int8, uint8, and bool."
        )
    if tensor._is_array and min(_to_numbers(_engine.strides(tensor._h)), default=0) < 0:
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a "
            "copy of your array  with array.copy().) "
        )


def _check_held(values, name, shown=None):
    """Whether a type of integers holds these numbers."""
    from torch._types import iinfo

    if _DTYPES[name]._kind != _INTEGER:
        return
    limits = iinfo(_DTYPES[name])
    below = min(limits.min, -limits.max)  # PyTorch wraps negative integers without a sign
    for value in values:
        least = limits.min if isinstance(value, float) else below
        if not least <= value <= limits.max:
            raise RuntimeError(
                f"value cannot be converted to type {shown or name} without overflow"
            )


def _check_fits(value, dtype):
    """Whether a number can take a place in a tensor of integers."""
    value = value._value if isinstance(value, Held) else value
    if isinstance(value, complex) and dtype._kind not in (_COMPLEX, _BOOL):
        name = _SCALARS.get(dtype._name) or {"float64": "double", "int32": "int"}.get(dtype._name)
        name = name or f"{dtype._name}_t"
        raise RuntimeError(f"value cannot be converted to type {name} without overflow")
    if not isinstance(value, (int, float)):
        return
    if dtype._kind == _INTEGER:
        name = "int" if dtype._name == "int32" else f"{dtype._name}_t"
        _check_held([value], dtype._name, name)
    elif dtype._name in _SCALARS and abs(value) < math.inf:
        from torch._types import finfo

        if abs(value) > finfo(dtype).max:
            raise RuntimeError(
                f"value cannot be converted to type {_SCALARS[dtype._name]} without overflow"
            )


def _is_long(value):
    return not -(2**63) <= value < 2**63


def _check_whole(values):
    """numpy's, of floats that no integer stands for."""
    for value in values:
        if isinstance(value, float) and not math.isfinite(value):
            what = "float NaN" if value != value else "float infinity"
            raise (ValueError if value != value else OverflowError)(
                f"cannot convert {what} to integer"
            )


def _handle_of(data, name=None, floats=None, is_strict=False):
    """A new tensor's handle. name: of its dtype, else the one that fits; floats: that of floats.

    is_strict: numbers that the type does not hold are refused.
    """
    if isinstance(data, TensorBase):
        _check_forwards(data)
        return _engine.clone(data._h) if name is None else _engine.to(data._h, name)
    shape, values = _shape_of(data), []
    _flatten(data, 0, shape, values)
    if any(isinstance(value, TensorBase) for value in values):
        is_mixed = floats == "float64" and any(not isinstance(v, TensorBase) for v in values)
        if is_mixed and name is None:  # numbers beside arrays without axes count in numpy
            from numpy._promotion import of_all

            name = of_all(values)
        name = name or _common(values)
        if floats == "float64":
            for value in values:
                if getattr(value, "requires_grad", False):
                    value.numpy()  # it says why an array cannot be had
        values = [v.item() if isinstance(v, TensorBase) else v for v in values]
    kinds = set(map(type, values))
    for kind in kinds:
        _check(kind, floats)
    given, name = name, name or _inferred(kinds, floats)
    if floats == "float64" and int in kinds and any(type(v) is int and _is_long(v) for v in values):
        if given is None or _DTYPES[name]._kind <= _INTEGER:
            raise NotImplementedError("integers beyond 2**63 are not part of this lab's numpy")
        values = [float(v) if type(v) is int else v for v in values]
        kinds = set(map(type, values))
    if kinds == {int} and any(map(_is_long, (min(values), max(values)))):
        raise RuntimeError("Overflow when unpacking long")
    if floats == "float64" and float in kinds and _DTYPES[name]._kind == _INTEGER:
        _check_whole(values)
    if is_strict and kinds <= {int, float}:
        _check_held(values, name)
    if _DTYPES[name]._kind == _COMPLEX:
        parts = [part for v in map(complex, values) for part in (v.real, v.imag)]
        return _engine.complex_from_list(name, _to_text(shape), _to_text(parts))
    text = ",".join(map(repr if kinds <= {int, float} else _text, values))
    return _engine.from_list(name, _to_text(shape), text)


# --------------------------------------------------------- what is between the brackets


def _are_ints(entries):
    """Two or more, so that x[(3,)] of a tensor without dimensions differs from x[3]."""
    return len(entries) > 1 and all(type(entry) is int for entry in entries)


def _bound(value):
    return "" if value is None else str(_whole(value))


def _picks(entry):
    """A tensor of indices, or a mask."""
    if not isinstance(entry, TensorBase):
        entry = TensorBase._of(_handle_of(list(entry), None if len(entry) else "int64"))
    return entry


def _part(entry, alive):
    if entry is None:
        return "n"
    if entry is Ellipsis:
        return "e"
    if isinstance(entry, slice):
        return f"s:{_bound(entry.start)}:{_bound(entry.stop)}:{_bound(entry.step)}"
    if isinstance(entry, bool) or getattr(entry, "_numpy_name", None) == "bool":
        return f"f:{int(entry)}"
    if isinstance(entry, TensorBase) and entry.dtype._kind == _INTEGER and entry.ndim == 0:
        return f"i:{entry.item()}"
    if isinstance(entry, (TensorBase, list, tuple, range)):
        alive.append(_picks(entry))
        return f"t:{alive[-1]._h}"
    if hasattr(entry, "__index__"):
        return f"i:{entry.__index__()}"
    if isinstance(entry, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        f"are valid indices (got {type(entry).__name__})"
    )


_MOST_AXES = 32


def _as_tuple(index):
    """A short list that has more than integers stands for a tuple, as in old versions of numpy.

    A truth of numpy's is a place, as in PyTorch.
    """
    if isinstance(index, (Held, tuple)):
        entries = index if isinstance(index, tuple) else (index,)
        return tuple(
            int(one) if getattr(one, "_numpy_name", "") == "bool" else one for one in entries
        )
    if not isinstance(index, list) or len(index) >= _MOST_AXES:
        return index
    kinds = (list, tuple, range, slice, TensorBase, type(None), type(Ellipsis))
    return tuple(index) if any(isinstance(entry, kinds) for entry in index) else index


def _spec(index):
    """The text, and the tensors that must live until it has been read."""
    alive = []
    entries = index if isinstance(index, tuple) else (index,)
    return ";".join([_part(entry, alive) for entry in entries]), alive
