"""Which methods an array has: functions of numpy's, and the tensor's operators."""

import torch
from numpy._array import _in, _out, _wide, ndarray
from torch._arguments import _named
from torch._tensor import Tensor

_FUNCTIONS = """
    sum prod mean argmax argmin max min all any std var cumsum argsort round clip dot repeat
    squeeze nonzero""".split()
_IN_PLACE = "add sub mul truediv floordiv mod pow and or xor".split()

_OPERATORS = """
    add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow neg abs lt le
    gt ge eq ne and or xor invert""".split()

_SHAPES = "reshape swapaxes diagonal trace take cumprod conj".split()


def _numpy_error(error, array, args):
    """The same mistake in numpy's words."""
    shape = str(tuple(array.shape)).replace(" ", "")
    if str(error).startswith("The size of tensor a"):
        other = str(tuple(args[0].shape)).replace(" ", "")
        return ValueError(f"operands could not be broadcast together with shapes {shape} {other} ")
    if "is invalid for input of size" in str(error):
        wanted = ",".join(map(str, args[0] if isinstance(args[0], (tuple, list)) else args))
        return ValueError(f"cannot reshape array of size {array.size} into shape ({wanted})")
    return error


def _kept(name):
    """A method of a tensor's, that gives an array."""
    plain = getattr(Tensor, name)

    def method(self, *args):
        try:
            got = plain(self, *args)
        except RuntimeError as error:
            raise _numpy_error(error, self, args) from None
        return got if got is NotImplemented else _out(got)

    return _named(method, name)


def _operator(name):
    plain = _kept(name)

    def method(self, *args):
        args = [_in(a) if isinstance(a, (list, tuple)) else a for a in args]
        if not args:
            return plain(self)
        return plain(_wide(self, args[0], name), _wide(args[0], self, name))

    return _named(method, name)


def _in_place(name):
    plain = getattr(Tensor, name)

    def method(self, other):
        try:
            # a copy: what is read may be another view of what is written
            plain(self, Tensor.clone(_in(other)))
        except RuntimeError as error:
            raise _numpy_error(error, self, (other,)) from None
        return self

    return _named(method, name)


def _method(function):
    """The same function, but found as a method although it is a name of the module's too."""

    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)

    return _named(method, function.__name__)


def _sort(self, axis=-1):
    """In place, unlike numpy.sort()."""
    Tensor.copy_(self, torch.sort(_in(self), axis)[0])


def _attach(functions):
    """functions: by name, all that numpy has."""
    for name in _FUNCTIONS:
        setattr(ndarray, name, _method(functions[name]))
    for name in _OPERATORS:
        setattr(ndarray, f"__{name}__", _operator(f"__{name}__"))
    for name in _IN_PLACE:
        setattr(ndarray, f"__i{name}__", _in_place(f"__i{name}__"))
    for name in _SHAPES:
        setattr(ndarray, name, _kept(name))
    ndarray.flatten = _named(lambda self: _out(_in(self).reshape(-1).clone()), "flatten")
    ndarray.ravel = _named(lambda self: _out(_in(self).contiguous().reshape(-1)), "ravel")
    ndarray.sort = _sort
    ndarray.__matmul__ = lambda self, other: functions["matmul"](self, other)
    ndarray.__rmatmul__ = lambda self, other: functions["matmul"](other, self)
