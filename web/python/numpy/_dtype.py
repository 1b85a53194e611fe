"""What an array calls the type of its elements, and what may stand for it: float, 'f4'."""

import re

from torch._types import _COMPLEX, _DTYPES, _FLOAT, _OF_PYTHON

_NAMES = {
    "float64": "float double float_ d f8",
    "float32": "single f f4",
    "float16": "half e f2",
    "int64": "int long longlong int_ intp int0 l q p i8",
    "int32": "intc i i4",
    "int16": "short h i2",
    "int8": "byte b i1",
    "uint8": "ubyte B u1",
    "uint16": "ushort H u2",
    "uint32": "uintc I u4",
    "uint64": "uint ulonglong uintp L Q P u8",
    "bool": "bool_ bool8 ? b1",
    "complex128": "complex complex_ cdouble cfloat D c16",
    "complex64": "csingle F c8",
}
_OF_NAME = {alias: name for name, aliases in _NAMES.items() for alias in (name, *aliases.split())}
_ABSENT = """
    longdouble float128 g f16 clongdouble complex256 G c32 object object_ O str str_ U S bytes
    bytes_ void V datetime64 timedelta64 M m""".split()


_OTHERS = re.compile(r"[<=|]?[USaVOMm]\d*(\[.*\])?$|>|datetime64|timedelta64|.*,")
_CHARS = {
    "float64": "d",
    "float32": "f",
    "float16": "e",
    "int64": "l",
    "int32": "i",
    "int16": "h",
    "int8": "b",
    "uint8": "B",
    "uint16": "H",
    "uint32": "I",
    "uint64": "L",
    "bool": "?",
    "complex64": "F",
    "complex128": "D",
}


class dtype:
    """Compares equal to the type, its name, and Python's own."""

    __module__ = "numpy"

    def __new__(cls, dtype, align=False, copy=False):
        from numpy._texts import text_dtype, width_of

        if width_of(dtype) is not None:
            return text_dtype(dtype)
        name = name_of(dtype, "float64")
        if name not in _MADE:  # one of each
            _MADE[name] = object.__new__(_CLASSES[name])
            _MADE[name]._fill(_DTYPES[name])
        return _MADE[name]

    def __init__(self, dtype, align=False, copy=False):
        """There is one of each: what it is was set when that was made."""

    def _fill(self, made):
        self._name = self.name = made._name
        self._kind, self.itemsize = made._kind, made.itemsize
        self.is_floating_point = self._kind == _FLOAT
        self.is_complex = self._kind == _COMPLEX
        self.kind = self.name[0]

    @property
    def type(self):
        from numpy._scalar import SCALARS

        return SCALARS[self.name]

    @property
    def char(self):
        return _CHARS[self.name]

    @property
    def str(self):
        return ("|" if self.itemsize == 1 else "<") + f"{self.kind}{self.itemsize}"

    def __getattr__(self, name):
        if name in ("num", "descr", "metadata", "flags", "newbyteorder"):
            raise AttributeError(f"dtype.{name} is not part of this lab's numpy")
        kind = type(self).__name__
        raise AttributeError(f"'numpy.{kind}' object has no attribute '{name}'")

    shape, names, fields, subdtype = (), None, None, None
    hasobject, isnative, ndim = False, True, 0

    @property
    def base(self):
        return self

    @property
    def byteorder(self):
        return "|" if self.itemsize == 1 else "="

    @property
    def alignment(self):
        return self.itemsize // 2 if self.is_complex else self.itemsize

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        try:
            return self.name == name_of(other, "float64")
        except (TypeError, NotImplementedError):
            return False

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return dtype, (self.name,)


_MADE = {}
_CLASSES = {
    name: type(f"dtype[{name}{'_' if name == 'bool' else ''}]", (dtype,), {"__module__": "numpy"})
    for name in _NAMES
}


def name_of(value, default=None):
    """The name of a type. value: None, or anything that numpy takes for one."""
    if value is None:
        return default
    if isinstance(value, dtype):
        return value.name
    if isinstance(value, str):
        plain = value[1:] if value[:1] in ("<", "=", "|") and value[1:] in _OF_NAME else value
        name = _OF_NAME.get(plain)
        if name is None and (value in _ABSENT or _OTHERS.match(value)):
            raise NotImplementedError(f"dtype '{value}' is not part of this lab's numpy")
        if name is None:
            raise TypeError(f"data type {value!r} not understood")
        return name
    if isinstance(value, type):
        name = _OF_PYTHON.get(value) or getattr(value, "_numpy_name", None)
        if name is None:
            raise NotImplementedError(f"dtype {value.__name__} is not part of this lab's numpy")
        return name
    if getattr(value, "_is_array", False):
        raise TypeError("Cannot construct a dtype from an array")
    if isinstance(value, dict) or isinstance(value, list) and value and isinstance(value[0], tuple):
        raise NotImplementedError("types with fields are not part of this lab's numpy")
    raise TypeError(f"Cannot interpret '{value}' as a data type")
