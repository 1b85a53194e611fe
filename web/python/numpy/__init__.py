"""The names of numpy that the exercises use, over the same tensors. float64 where numpy has it."""

from math import e, inf, nan, pi

from numpy._array import (
    array,
    asarray,
    bool_,
    float16,
    float32,
    float64,
    float_,
    int32,
    int64,
    int_,
    ndarray,
    uint8,
)
from numpy._create import *
from numpy._math import *
from numpy._methods import _attach
from numpy._shape import *

newaxis = None


def set_printoptions(**_):
    pass


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.{name} is not part of this lab's numpy")


_attach(globals())

from numpy import linalg, random  # noqa: E402
