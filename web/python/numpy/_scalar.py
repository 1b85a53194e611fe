"""numpy.float32 and its like: a name of a type, and the type of one number of an array."""

import struct

from numpy._dtype import dtype
from numpy._scalar_operators import (
    BINARY,
    COMPARED,
    absolute,
    binary,
    compared,
    inverted,
    negated,
    wrapped,
)
from numpy._text import shortest

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


# ------------------------------------------------------------------- what kinds there are


class _Kind(type):
    """A class of which numpy makes no numbers itself."""

    def __call__(cls, *args):
        if "_numpy_name" not in vars(cls):
            raise TypeError(f"cannot create 'numpy.{cls.__name__}' instances")
        return super().__call__(*args)


class generic(metaclass=_Kind):
    __module__ = "numpy"
    __slots__ = ()
    __iter__ = None
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
        if index == ():
            return self
        raise IndexError("invalid index to scalar variable.")

    def __round__(self, digits=None):
        rounded = round(self.item(), digits)
        return rounded if digits is None else type(self)(rounded)

    def __format__(self, spec):
        return format(self.item(), spec) if spec else str(self)

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
    return _Kind(name, (base,), {"__module__": "numpy", "__slots__": ()})


number = _kind("number", generic)
integer, inexact = _kind("integer", number), _kind("inexact", number)
signedinteger, unsignedinteger = _kind("signedinteger", integer), _kind("unsignedinteger", integer)
floating, complexfloating = _kind("floating", inexact), _kind("complexfloating", inexact)


# ------------------------------------------------------------------------ the types


def _make(value, name):
    return SCALARS[name](value)


def _type(name, kind, base):
    """base: Python's type, whose numbers these are too."""
    numpy_name, plain = name.rstrip("_"), bool if kind is generic else base

    def new(cls, value=0):
        if isinstance(value, (list, tuple, range)) or getattr(value, "_is_array", False):
            from numpy._array import array  # which needs these types

            return array(value, dtype=cls)
        if base is float:
            return base.__new__(cls, _rounded(name, base(value)))
        held = bool(value) if plain is bool else wrapped(int(value), name)
        return base.__new__(cls, held)

    names = {"__new__": new, "_numpy_name": numpy_name, "__module__": "numpy"}
    names["item"] = lambda self, *_: plain(self)
    names["__repr__"] = names["__str__"] = lambda self: repr(shortest([plain(self)], name)[0])
    for key in BINARY:
        names[f"__{key}__"] = binary(key, _make, False)
        names[f"__r{key}__"] = binary(key, _make, True)
    for key in COMPARED:
        names[f"__{key}__"] = compared(key, _make)
    names |= {
        "__neg__": lambda self: negated(self, _make),
        "__pos__": lambda self: self,
        "__abs__": lambda self: absolute(self, _make),
        "__invert__": lambda self: inverted(self, _make),
        "__hash__": base.__hash__,
        "__bool__": base.__bool__,
    }
    return _Kind(name, (kind, base), names)


float64, float32, float16 = (_type(n, floating, float) for n in ("float64", "float32", "float16"))
int64, int32, int16, int8 = (
    _type(n, signedinteger, int) for n in ("int64", "int32", "int16", "int8")
)
uint8 = _type("uint8", unsignedinteger, int)
bool_ = _type("bool_", generic, int)
int_, intp, float_, double, single, half = int64, int64, float64, float64, float32, float16
longlong, intc, short, byte, ubyte, bool8 = int64, int32, int16, int8, uint8, bool_
SCALARS = {
    kind._numpy_name: kind
    for kind in (float64, float32, float16, int64, int32, int16, int8, uint8, bool_)
}
True_, False_ = bool_(True), bool_(False)


def issubdtype(arg1, arg2):
    """Whether a type is of a kind: np.issubdtype(x.dtype, np.integer)."""
    kinds = [_type_of(arg) for arg in (arg1, arg2)]
    return issubclass(*kinds)


def _type_of(value):
    if isinstance(value, type) and issubclass(value, generic):
        return value
    return SCALARS[dtype(value).name]
