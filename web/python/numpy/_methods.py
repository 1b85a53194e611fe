"""Which methods an array has: functions of numpy's, and the tensor's operators."""

import torch
from numpy._array import _in, axes_in, is_by_columns, ndarray
from numpy._math import _check_sort, clip, sort
from numpy._ufunc import in_place, operator, reflected
from torch._arguments import _flat, _named
from torch._tensor import Tensor
from torch._types import _INT

_FUNCTIONS = """
    sum prod mean argmax argmin max min all any std var cumsum cumprod argsort round dot repeat
    squeeze nonzero ptp diagonal trace take swapaxes searchsorted
    argpartition choose""".split()
_OF_OPERATOR = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "left_shift",
    "rshift": "right_shift",
}
_OF_COMPARISON = {
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


def _numpy_error(error, array, args):
    """The same mistake in numpy's words."""
    shape = str(tuple(array.shape)).replace(" ", "")
    if str(error).startswith("The size of tensor a"):
        other = str(tuple(args[0].shape)).replace(" ", "")
        return ValueError(f"operands could not be broadcast together with shapes {shape} {other} ")
    if str(error) == "only one dimension can be inferred":
        return ValueError("can only specify one unknown dimension")
    if "is invalid for input of size" in str(error):
        wanted = args[0] if isinstance(args[0], (tuple, list)) else args
        wanted = [str(n) if n >= 0 else "newaxis" for n in wanted]
        wanted = ",".join(wanted) + "," * (len(wanted) == 1)
        return ValueError(f"cannot reshape array of size {array.size} into shape ({wanted})")
    return error


def _method(function):
    """The same function, but found as a method although it is a name of the module's too."""

    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)

    return _named(method, function.__name__)


def _sort(self, axis=-1, kind=None, order=None):
    """In place, unlike numpy.sort()."""
    self._check_writable("sort array")
    if axis is None:
        raise TypeError("'NoneType' object cannot be interpreted as an integer")
    _check_sort(kind, order)
    Tensor.copy_(self, _in(sort(self, axis)))


def _partition(self, kth, axis=-1):
    from numpy._ordered import partition

    self[...] = partition(self, kth, axis)


def _clip(self, min=None, max=None, out=None):
    return clip(self, min, max, out)


def _reshape(self, *shape, order="C"):
    wanted = [-1 if isinstance(n, _INT) and n < 0 else n for n in _flat(shape)]
    if order == "A":
        order = "F" if is_by_columns(_in(self)) else "C"
    if order == "F":  # the first axis runs fastest
        swapped = _in(self).permute(list(range(self.ndim))[::-1])
        try:
            return _viewed(swapped.reshape(wanted[::-1]).permute(list(range(len(wanted)))[::-1]))
        except RuntimeError as error:
            raise _numpy_error(error, self, shape) from None
    if order == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    if order not in ("C", "A"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    try:
        return self._part(_viewed(_in(self).reshape(wanted)))
    except RuntimeError as error:
        raise _numpy_error(error, self, shape) from None


def _out_of_shape(tensor):
    """An array, of one number without axes too."""
    return ndarray._of(torch._engine.alias(tensor._h))


def _viewed(tensor):
    """Of the tensor's memory a view, also where nothing else has it."""
    _first = _out_of_shape(tensor)
    return _out_of_shape(tensor)


def _flatten(self, order="C"):
    return _out_of_shape(_in(_line_of(self, order)).clone())


def _ravel(self, order="C"):
    return _line_of(self, order)


def _line_of(self, order):
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    tensor = _in(self)
    return _out_of_shape(tensor.permute(axes_in(order, tensor)).contiguous().reshape(-1))


def _put(self, indices, values):
    places = _in(indices).flatten().tolist()
    given = _in(values).flatten().tolist()
    flat = [
        (k + self.size) % self.size if -self.size <= k < self.size else _outside(k, self)
        for k in places
    ]
    for k, place in enumerate(flat):
        at = []
        for n in reversed(self.shape):
            at.append(place % n)
            place //= n
        self[tuple(at[::-1])] = given[k % len(given)]


def _outside(k, array):
    raise IndexError(f"index {k} is out of bounds for axis 0 with size {array.size}")


def _conj(self):
    """The array itself, where it has no imaginary part."""
    return _out_of_shape(_in(self).conj()) if self.dtype.is_complex else self


def _tobytes(self, order="C"):
    from numpy._files import packed

    return packed(self, "C" if order == "K" else order)


def _tofile(self, fid, sep="", format="%s"):
    if sep:
        raise NotImplementedError("sep= of tofile() is not part of this lab's numpy")
    if hasattr(fid, "write"):
        fid.write(_tobytes(self))
        return
    with open(fid, "wb") as file:
        file.write(_tobytes(self))


def _no_product_in_place(self, other):
    raise TypeError(
        "In-place matrix multiplication is not (yet) supported. Use 'a = a @ b' instead of "
        "'a @= b'."
    )


def _attach(functions):
    """functions: by name, all that numpy has."""
    for name in _FUNCTIONS:
        setattr(ndarray, name, _method(functions[name]))
    for name, target in _OF_OPERATOR.items():
        setattr(ndarray, f"__{name}__", operator(target))
        setattr(ndarray, f"__r{name}__", reflected(target))
        setattr(ndarray, f"__i{name}__", in_place(target))
    for name, target in _OF_COMPARISON.items():
        setattr(ndarray, f"__{name}__", operator(target))
    ndarray.__neg__ = lambda self: functions["negative"](self)
    ndarray.__pos__ = lambda self: functions["positive"](self)
    ndarray.__abs__ = lambda self: functions["abs"](self)
    ndarray.__invert__ = lambda self: functions["invert"](self)
    ndarray.__divmod__ = lambda self, other: functions["divmod"](self, other)
    ndarray.__rdivmod__ = lambda self, other: functions["divmod"](other, self)
    own = {
        "reshape": _reshape,
        "flatten": _flatten,
        "ravel": _ravel,
        "clip": _clip,
        "partition": _partition,
        "put": _put,
        "tobytes": _tobytes,
        "tofile": _tofile,
        "conj": _conj,
        "conjugate": _conj,
    }
    for name, function in own.items():
        setattr(ndarray, name, _named(function, name))
    ndarray.sort = _sort
    ndarray.compress = lambda self, condition, axis=None: functions["compress"](
        condition, self, axis
    )
    ndarray.__matmul__ = lambda self, other: (
        NotImplemented if isinstance(other, Tensor) else functions["matmul"](self, other)
    )
    ndarray.__imatmul__ = _no_product_in_place
    ndarray.__rmatmul__ = lambda self, other: functions["matmul"](other, self)
