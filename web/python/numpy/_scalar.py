"""numpy.float32 and its like: a name of a type, and the type of one number of an array."""

import struct

from numpy._dtype import dtype
from numpy._text import shortest
from torch._arguments import _named

_FORMS = {"float32": "f", "float16": "e"}


def _rounded(name, value):
    """The nearest number that a type of floats has."""
    form = _FORMS.get(name)
    if form is None or value != value:
        return value
    try:
        return struct.unpack(form, struct.pack(form, value))[0]
    except OverflowError:
        return value * float("inf")


def _operator(name):
    """Of two floats of one type the result is of that type, else it is float64."""
    plain = getattr(float, name)

    def method(self, *others):
        made = plain(self, *others)
        is_own = all(type(other) is type(self) for other in others)
        return (type(self) if is_own else float64)(made) if isinstance(made, float) else made

    return _named(method, name)


_OPERATORS = "add radd sub rsub mul rmul truediv rtruediv pow rpow mod floordiv neg abs".split()


def _type(name, base):
    """base: Python's type, whose numbers these are too."""
    numpy_name = name.rstrip("_")

    def new(cls, value=0):
        if isinstance(value, (list, tuple)) or getattr(value, "_is_array", False):
            from numpy._array import array  # which needs these types

            return array(value, dtype=cls)
        return base.__new__(cls, _rounded(name, base(value))) if base is not bool else bool(value)

    names = {"__new__": new, "_numpy_name": numpy_name, "__module__": "numpy"}
    if base is bool:  # of which there are only two
        return type(name, (), names)
    names |= {"ndim": 0, "shape": (), "size": 1, "dtype": property(lambda self: dtype(name))}
    names["item"] = lambda self: base(self)
    names["__repr__"] = names["__str__"] = lambda self: repr(shortest([base(self)], name)[0])
    if base is float:
        names |= {f"__{key}__": _operator(f"__{key}__") for key in _OPERATORS}
    return type(name, (base,), names)


float64, float32, float16 = (_type(name, float) for name in ("float64", "float32", "float16"))
int64, int32, int16, int8, uint8 = (
    _type(name, int) for name in ("int64", "int32", "int16", "int8", "uint8")
)
bool_ = _type("bool_", bool)
int_, intp, float_, double, single = int64, int64, float64, float64, float32
SCALARS = {kind._numpy_name: kind for kind in (float64, float32, float16)}
SCALARS |= {kind._numpy_name: kind for kind in (int64, int32, int16, int8, uint8)}
