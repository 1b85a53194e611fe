"""Mistakes that torch found in numpy's functions, in the words of numpy."""

import re

from numpy._math import AxisError
from torch._arguments import _named
from torch._base import TensorBase

_CALLING = ("apply_along_axis", "fromfunction", "piecewise")  # functions of the learner's
_PLAIN = ("isscalar", "ndim", "shape", "size", "iterable")  # torch has no part in them
_RANGE = re.compile(
    r"Dimension out of range \(expected .* range of \[.*, (-?\d+)\], but got (.*)\)"
)


def _reworded(name, error, args):
    """The exception that numpy raises in its place."""
    text = str(error)
    if "is not part of this lab's torch" in text:
        return NotImplementedError(text.replace("this lab's torch", "this lab's numpy"))
    if "not implemented for 'Complex" in text:
        return NotImplementedError(f"{name}() of complex numbers is not part of this lab's numpy")
    if text.startswith("The size of tensor a"):
        shapes = [v.shape for v in args if isinstance(v, TensorBase)]
        text = "".join(str(tuple(shape)).replace(" ", "") + " " for shape in shapes)
        return ValueError(f"operands could not be broadcast together with shapes {text}")
    if text.startswith("n must be greater or equal to 0") or "negative dimension" in text:
        return ValueError("negative dimensions are not allowed")
    return ValueError(text)


def with_own_errors(function):
    name = function.__name__
    if name in _CALLING or name in _PLAIN:
        return function

    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except IndexError as error:
            place = _RANGE.match(str(error))
            if type(error) is not IndexError or place is None:
                raise
            rank, axis = int(place[1]) + 1, place[2]
            text = f"axis {axis} is out of bounds for array of dimension {rank}"
            raise AxisError(text) from None
        except RuntimeError as error:
            if type(error) is not RuntimeError:
                raise
            raise _reworded(name, error, args) from None

    called.__doc__, called.__module__ = function.__doc__, function.__module__
    called.__wrapped__ = function
    return _named(called, name)
