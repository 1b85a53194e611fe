"""What the engine holds by a number: its shape, its type, and its elements as Python's numbers."""

import math as _math

from torch import _engine
from torch._bridge import _ask, _fail, _to_number, _to_numbers
from torch._types import _BOOL, _COMPLEX, _DTYPES, _INT, _INTEGER


class Size(tuple):
    """A shape."""

    __module__ = "torch"

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def numel(self):
        return _math.prod(self)

    def __getitem__(self, index):
        value = tuple.__getitem__(self, index)
        return Size(value) if isinstance(index, slice) else value

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))

    def __mul__(self, times):
        return Size(tuple(self) * times)

    __rmul__ = __mul__


def _checked_dim(dim, rank):
    most = max(rank, 1)
    if not -most <= dim < most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], "
            f"but got {dim})"
        )
    return dim


def _nested(shape, values):
    """Lists within lists, of numbers in row-major order."""
    if len(shape) == 1:
        return values
    inner = shape[1:]
    step = _math.prod(inner)
    return [_nested(inner, values[k * step : (k + 1) * step]) for k in range(shape[0])]


class TensorBase:
    __slots__ = ("_h", "__dict__", "__weakref__")
    _is_array = False  # numpy's

    @classmethod
    def _of(cls, handle):
        """The tensor of a handle, or the error that the engine gave instead."""
        if type(handle) is not int:
            _fail(handle)
        made = object.__new__(cls)
        made._h = handle
        return made

    def __del__(self):
        try:
            _engine.free(self._h)
        except AttributeError:  # made without a handle
            pass

    # ---- its shape and type

    @property
    def shape(self):
        return Size(_to_numbers(_ask(_engine.shape(self._h))))

    @property
    def dtype(self):
        return _DTYPES[_ask(_engine.dtype(self._h))]

    @property
    def ndim(self):
        return _ask(_engine.dim(self._h))

    def __len__(self):
        shape = self.shape
        if not shape:
            raise TypeError("len() of a 0-d tensor")
        return shape[0]

    # ---- its elements

    def item(self):
        value = _engine.item(self._h)
        if type(value) is str:
            return _to_number(value)
        return value if type(value) in (int, float, bool) else int(value)  # of a large one of JS

    def _values(self):
        """Its elements as Python's numbers, in row-major order."""
        text, kind = _ask(_engine.values(self._h)), self.dtype._kind
        parts = text.split(",") if text else []
        if kind == _BOOL:
            return [part == "1" for part in parts]
        if kind == _INTEGER:
            return list(map(int, parts))
        numbers = map(float, parts)
        return list(map(complex, numbers, numbers) if kind == _COMPLEX else numbers)

    def tolist(self):
        shape = self.shape
        return _nested(shape, self._values()) if shape else self.item()

    def __bool__(self):
        n = _engine.numel(self._h)
        if n != 1:
            what = "more than one value" if n else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
        return bool(self.item())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __complex__(self):
        return complex(self.item())

    def __index__(self):
        value = self.item() if _engine.numel(self._h) == 1 else None
        if not isinstance(value, _INT):
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(value)
