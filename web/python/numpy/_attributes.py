"""What an array is, and copies of it."""

from numpy._array import _in, array, asarray
from torch._types import _DTYPES


def shape(a):
    return tuple(_in(a).shape)


def ndim(a):
    return _in(a).dim()


def size(a, axis=None):
    return _in(a).numel() if axis is None else _in(a).shape[axis]


def isscalar(element):
    from numpy._scalar import generic

    return isinstance(element, (generic, int, float, complex, str, bytes))


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True


def copy(a, order="K", subok=False):
    """subok: there are no other classes of arrays"""
    return array(a, order=order)


def ascontiguousarray(a, dtype=None):
    made = asarray(a, dtype)
    made = made if made.ndim else made.reshape(1)
    return made if _in(made).is_contiguous() else made.copy()


def asfarray(a, dtype="float64"):
    from numpy._dtype import name_of

    is_fraction = _DTYPES[name_of(dtype, "float64")]._kind >= _DTYPES["float64"]._kind
    return asarray(a, dtype if is_fraction else "float64")


def ravel(a, order="C"):
    return asarray(a).ravel(order)
