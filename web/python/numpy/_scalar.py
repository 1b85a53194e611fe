"""numpy.float32 and its like: a name of a type, and the type of one number of an array."""

import numbers
import struct

from numpy._dtype import dtype
from numpy._scalar_operators import (
    BINARY,
    COMPARED,
    absolute,
    binary,
    check_int,
    compared,
    inverted,
    negated,
    wrapped,
)
from numpy._text import shortest
from torch._types import Held, HeldWhole

_FORMS = {"float32": "f", "float16": "e"}


def _rounded(name, value):
    """The nearest number that a type of floats has."""
    form = _FORMS.get(name)
    if name == "complex64":
        return complex(_rounded("float32", value.real), _rounded("float32", value.imag))
    if form is None or value != value:
        return value
    try:
        return struct.unpack(form, struct.pack(form, value))[0]
    except OverflowError:
        return value * float("inf")


# ------------------------------------------------------------------- what kinds there are


def _is_truth(value):
    is_array = getattr(value, "_is_array", False) and not value.ndim
    name = value.dtype.name if is_array else getattr(value, "_numpy_name", None)
    return isinstance(value, bool) or name == "bool"


def _plain(value):
    return value if value is Ellipsis else bool(value)


class generic:
    __module__ = "numpy"
    __slots__ = ()
    __iter__ = None

    def __new__(cls, *_):
        """Of a kind alone numpy makes no numbers."""
        raise TypeError(f"cannot create 'numpy.{cls.__name__}' instances")

    ndim, shape, size, strides = 0, (), 1, ()

    def __getattr__(self, name):
        """What arrays have, numbers have too."""
        from numpy._array import ndarray

        if name.startswith("_") or not hasattr(ndarray, name):
            raise AttributeError(f"'numpy.{type(self).__name__}' object has no attribute '{name}'")
        from numpy._array import _out, array

        value = getattr(array(self), name)
        if not callable(value):
            return _out(value)
        return lambda *args, **kwargs: _out(value(*args, **kwargs))

    def __getitem__(self, index):
        if isinstance(index, tuple) and not index:
            return self
        entries = index if isinstance(index, tuple) else (index,)
        if all(one is None or one is Ellipsis or _is_truth(one) for one in entries):
            from numpy._array import array

            return array(self)[tuple(one if one is None else _plain(one) for one in entries)]
        raise IndexError("invalid index to scalar variable.")

    def __round__(self, digits=None):
        if self._numpy_name == "bool":
            raise TypeError("type numpy.bool_ doesn't define __round__ method")
        if digits is None:
            return round(self.item())
        from numpy._math import round as rounded  # which needs these types

        return rounded(self, digits)

    def __format__(self, spec):
        return format(self.item(), spec)

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __reduce__(self):
        return type(self), (self.item(),)

    real = property(lambda self: self)
    imag = property(lambda self: type(self)(0))
    T = property(lambda self: self)
    dtype = property(lambda self: dtype(self._numpy_name))
    itemsize = nbytes = property(lambda self: dtype(self._numpy_name).itemsize)
    conjugate = conj = copy = lambda self: self
    tolist = lambda self: self.item()  # noqa: E731


def _kind(name, base):
    return type(name, (base,), {"__module__": "numpy", "__slots__": ()})


number = _kind("number", generic)
integer, inexact = _kind("integer", number), _kind("inexact", number)
signedinteger, unsignedinteger = _kind("signedinteger", integer), _kind("unsignedinteger", integer)
floating, complexfloating = _kind("floating", inexact), _kind("complexfloating", inexact)


# ------------------------------------------------------------------------ the types


def _make(value, name):
    return SCALARS[name](value)


for _key in BINARY:
    setattr(generic, f"__{_key}__", binary(_key, _make, False))
    setattr(generic, f"__r{_key}__", binary(_key, _make, True))
for _key in COMPARED:
    setattr(generic, f"__{_key}__", compared(_key, _make))
generic.__neg__ = lambda self: negated(self, _make)
generic.__pos__ = lambda self: self
generic.__abs__ = lambda self: absolute(self, _make)
generic.__invert__ = lambda self: inverted(self, _make)
inexact.is_integer = integer.is_integer = lambda self: self.item() % 1 == 0


def _real_part(number):
    import warnings

    text = "Casting complex values to real discards the imaginary part"
    warnings.warn(text, ComplexWarning, skip_file_prefixes=("numpy/", "torch/"))
    return number.item().real


class ComplexWarning(RuntimeWarning):
    __module__ = "numpy"


def _in_64_bits(value, name):
    if not -(2**63) <= value < (2**64 if name == "uint64" else 2**63):
        raise OverflowError("Python int too large to convert to C long")
    return value


def _type(name, kind, base):
    """base: Python's type of these numbers; of float64 and complex128 they are such numbers too."""
    numpy_name, plain = name.rstrip("_"), bool if kind is generic else base

    def new(cls, value=0):
        if isinstance(value, (list, tuple, range)) or getattr(value, "_is_array", False):
            from numpy._array import array  # which needs these types

            made = array(value, dtype=cls)
            return made if made.ndim else made[()]
        if base is int:
            if type(value) is int and plain is int:
                check_int(value, name)
            held = bool(value) if plain is bool else wrapped(_in_64_bits(int(value), name), name)
        else:
            value = "nan" if value is None and base is float else value
            held = _rounded(name, base(value))
        if owner is base:
            return base.__new__(cls, held)
        made = object.__new__(cls)
        made._value = held
        return made

    owner = base if name in ("float64", "complex128") else Held if base is not int else HeldWhole
    owner = Held if plain is bool else owner
    names = {"__new__": new, "_numpy_name": numpy_name, "__module__": "numpy", "__slots__": ()}

    def item(self, *place):
        if any(k not in ((), 0, -1) for k in place):
            raise IndexError(f"index {place[0]} is out of bounds for size 1")
        return plain(self)

    names["item"] = item
    names["__repr__"] = names["__str__"] = lambda self: repr(shortest([plain(self)], name)[0])
    if base is complex:
        part = "float64" if name == "complex128" else "float32"
        names["real"] = property(lambda self: _make(plain(self).real, part))
        names["imag"] = property(lambda self: _make(plain(self).imag, part))
        names["__float__"] = lambda self: float(_real_part(self))
        names["__int__"] = lambda self: int(_real_part(self))
        names["conjugate"] = names["conj"] = lambda self: _make(plain(self).conjugate(), name)
        names["__abs__"] = lambda self: _make(abs(plain(self)), part)
    names |= {"__hash__": owner.__hash__, "__bool__": owner.__bool__}
    return type(name, (kind, owner), names)


float64, float32, float16 = (_type(n, floating, float) for n in ("float64", "float32", "float16"))
int64, int32, int16, int8 = (
    _type(n, signedinteger, int) for n in ("int64", "int32", "int16", "int8")
)
uint64, uint32, uint16, uint8 = (
    _type(n, unsignedinteger, int) for n in ("uint64", "uint32", "uint16", "uint8")
)
complex128, complex64 = (_type(n, complexfloating, complex) for n in ("complex128", "complex64"))
complex_, cdouble, cfloat, csingle = complex128, complex128, complex128, complex64
uint, uintp, ulonglong, uintc, ushort = uint64, uint64, uint64, uint32, uint16
bool_ = _type("bool_", generic, int)
int_, intp, float_, double, single, half = int64, int64, float64, float64, float32, float16
longlong, intc, short, byte, ubyte, bool8 = int64, int32, int16, int8, uint8, bool_
SCALARS = {
    kind._numpy_name: kind
    for kind in (
        *(complex128, complex64, float64, float32, float16, int64, int32, int16, int8),
        *(uint64, uint32, uint16, uint8, bool_),
    )
}
True_, False_ = bool_(True), bool_(False)
numbers.Integral.register(integer)
numbers.Real.register(floating)
numbers.Complex.register(complexfloating)


def issubdtype(arg1, arg2):
    """Whether a type is of a kind: np.issubdtype(x.dtype, np.integer)."""
    kinds = [_type_of(arg) for arg in (arg1, arg2)]
    return issubclass(*kinds)


def _type_of(value):
    if isinstance(value, type) and issubclass(value, generic):
        return value
    return dtype(value).type
