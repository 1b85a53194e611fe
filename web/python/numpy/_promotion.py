"""Which type numbers of two types have together, by numpy's rules: before version 2."""

import functools

from torch._base import TensorBase
from torch._types import _BOOL, _COMPLEX, _DTYPES, _FLOAT, _INTEGER, _OF_PYTHON, iinfo

_HELD = {"float16": 1, "float32": 2, "complex64": 2}  # bytes of an integer that is exact in it
_WIDER = {"float16": "float32", "complex64": "complex128"}
NO_DIFFERENCE = (
    "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
    "operator, or the logical_xor function instead."
)
_MOST = {"float16": 65504.0, "float32": 3.4028234663852886e38}


def unsupported(name):
    raise TypeError(
        f"ufunc '{name}' not supported for the input types, and the inputs could not be safely "
        "coerced to any supported types according to the casting rule ''safe''"
    )


def promoted(a, b):
    """The names of two types -> that of both."""
    if a == b:
        return a
    low, high = sorted((a, b), key=lambda name: (_DTYPES[name]._kind, _DTYPES[name].itemsize))
    x, y = _DTYPES[low], _DTYPES[high]
    if x._kind == _BOOL:
        return high
    if x._kind == _FLOAT and y._kind == _COMPLEX:
        return "complex128" if low == "float64" else high
    if x._kind == y._kind:
        return high if low[0] == high[0] else _with_sign(*sorted((low, high), reverse=True))
    while x.itemsize > _HELD.get(high, 8):
        high = _WIDER.get(high, "float64")
    return high


def _with_sign(unsigned, signed):
    """The type that an unsigned and a signed integer have together."""
    size = _DTYPES[unsigned].itemsize
    if _DTYPES[signed].itemsize > size:
        return signed
    return f"int{16 * size}" if size < 8 else "float64"


def of_all(values):
    """That of numbers and of arrays without axes in one list."""
    names = [x.dtype._name if isinstance(x, TensorBase) else name_of_number(x) for x in values]
    return functools.reduce(promoted, names)


def float_of(name):
    """The float that functions take for a type of integers: by its size."""
    least = {1: "float16", 2: "float32"}.get(_DTYPES[name].itemsize, "float64")
    return name if _DTYPES[name]._kind >= _FLOAT else least


def float_for_integers(x, y):
    """That of two operands of integers: of the first loop that takes both, each as it is."""
    has_axes = [hasattr(v, "_h") and v.ndim > 0 for v in (x, y)]
    own = [v.dtype._name if hasattr(v, "_h") else name_of_number(v) for v in (x, y)]
    most = max((_DTYPES[n]._kind for n, is_one in zip(own, has_axes) if is_one), default=-1)
    names = []
    for v, name, is_array in zip((x, y), own, has_axes):
        value = v.item() if hasattr(v, "_h") and not v.ndim else v
        counts = is_array or _DTYPES[name]._kind > most  # else a number counts by its size
        names.append(float_of(name if counts else _least(value, name)))
    return promoted(*names)


def name_of_number(value):
    """The type of a number of Python's or numpy's; None where it is no number."""
    name = getattr(value, "_numpy_name", None)
    return name or _OF_PYTHON.get(type(value))


def _least(value, name):
    """The smallest type of its kind that holds a number: unsigned, where it can be."""
    if _DTYPES[name]._kind == _INTEGER:
        sizes, begin = (8, 16, 32, 64), "uint" if value >= 0 else "int"
        return next(
            n
            for n in (f"{begin}{bits}" for bits in sizes)
            if iinfo(_DTYPES[n]).min <= value <= iinfo(_DTYPES[n]).max
        )
    if _DTYPES[name]._kind != _FLOAT or value != value or value in (float("inf"), -float("inf")):
        return "float16" if _DTYPES[name]._kind == _FLOAT else name
    return next((n for n, most in _MOST.items() if abs(value) <= most), "float64")


def _beside(array_name, value, name):
    """That of an array and a number, which counts by its kind, and by its size where that is
    the same.
    """
    array, scalar = _DTYPES[array_name], _DTYPES[name]
    if scalar._kind > array._kind and array._kind < _FLOAT:
        return promoted(array_name, name)
    if scalar._kind == _COMPLEX:
        is_small = max(abs(value.real), abs(value.imag)) <= _MOST["float32"]
        return promoted(array_name, "complex64" if is_small else "complex128")
    if array._kind == _INTEGER and scalar._kind == _INTEGER:
        limits = iinfo(array)
        if limits.min <= value <= limits.max:
            return array_name
        if array_name[0] != "u" and value >= 2**63:
            return "float64"
        if array_name[0] != "u" and value > 0:
            value = -int(value) - 1  # the type that has a sign
    if array._kind >= _INTEGER and scalar._kind >= _INTEGER:
        return promoted(array_name, _least(value, name))
    return array_name


def common(a, b):
    """Of two operands, of which one has axes, the name of the type. Numbers: of Python or numpy."""
    names = [x.dtype._name if hasattr(x, "_h") else name_of_number(x) for x in (a, b)]
    has_axes = [hasattr(x, "_h") and x.ndim > 0 for x in (a, b)]
    if has_axes[0] == has_axes[1]:
        return promoted(*names)
    k = has_axes.index(True)
    other = (a, b)[1 - k]
    value = other.item() if hasattr(other, "_h") else other
    return _beside(names[k], value, names[1 - k])
