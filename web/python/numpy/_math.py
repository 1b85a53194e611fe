"""Element by element, and along axes."""

import torch as _torch
from numpy._array import _fractional, _in, _out, _wide, _wrap
from torch._arguments import _named
from torch._base import TensorBase
from torch._tensor import _binary, _reduce, _unary

_STAY_WHOLE = "abs square sign neg".split()


def _each(name, target=None):
    target = target or name

    def function(x):
        tensor = _in(float(x) if isinstance(x, int) and not isinstance(x, bool) else x)
        if target not in _STAY_WHOLE:
            tensor = _fractional(tensor)
        return _out(_unary(target, tensor))

    return _named(function, name)


_UNARY = """
    exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan tanh sinh cosh floor ceil sign square isnan
    isinf isfinite logical_not abs deg2rad rad2deg""".split()
globals().update({name: _each(name) for name in _UNARY})
arcsin, arccos, arctan = _each("arcsin", "asin"), _each("arccos", "acos"), _each("arctan", "atan")
absolute, fabs = _each("absolute", "abs"), _each("fabs", "abs")


def _two(name, target=None):
    target = target or name

    def function(a, b):
        x, y = (v if isinstance(v, (bool, int, float)) else _in(v) for v in (a, b))
        if not isinstance(x, TensorBase) and not isinstance(y, TensorBase):
            x = _in(x)
        return _out(_binary(target, _wide(x, y, target), _wide(y, x, target)))

    return _named(function, name)


_BINARY = {
    "add": "add",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "power": "pow",
    "maximum": "maximum",
    "minimum": "minimum",
    "mod": "remainder",
    "arctan2": "atan2",
    "floor_divide": "floor_divide",
    "equal": "eq",
    "not_equal": "ne",
    "greater": "gt",
    "less": "lt",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
}
globals().update({name: _two(name, target) for name, target in _BINARY.items()})


def round(a, decimals=0):
    if isinstance(a, (int, float)):
        if isinstance(a, int):
            return a
        return _out(_torch.round(_in(a) * 10.0**decimals)) / 10.0**decimals
    return _out(_torch.round(_in(a), decimals=decimals))


around = round


def clip(a, a_min, a_max):
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    return _out(_torch.clamp(_in(a), a_min, a_max))


def where(condition, x=None, y=None):
    if x is None:
        return tuple(map(_wrap, _torch.nonzero(_in(condition), as_tuple=True)))
    x, y = _in(x), _in(y)
    return _out(_torch.where(_in(condition), _wide(x, y, "where"), _wide(y, x, "where")))


def nonzero(a):
    return where(a)


# ---------------------------------------------------------------------------- along axes


def _along(name, target=None):
    def function(a, axis=None, keepdims=False):
        tensor = _in(a)
        if name.startswith("arg") and tensor.dtype is _torch.bool:
            tensor = tensor.long()
        return _out(_reduce(target or name, tensor, axis, keepdims))

    return _named(function, name)


sum, prod, argmax, argmin, all, any = map(_along, "sum prod argmax argmin all any".split())
max, min = _along("max", "amax"), _along("min", "amin")
amax, amin = max, min


def mean(a, axis=None, keepdims=False):
    return _out(_reduce("mean", _fractional(_in(a)), axis, keepdims))


def std(a, axis=None, ddof=0, keepdims=False):
    return _out(_reduce("std", _fractional(_in(a)), axis, keepdims, ddof))


def var(a, axis=None, ddof=0, keepdims=False):
    return _out(_reduce("var", _fractional(_in(a)), axis, keepdims, ddof))


def _line(a, axis):
    """Of axis None: all elements in one line."""
    tensor = _in(a)
    return (tensor.flatten(), 0) if axis is None else (tensor, axis)


def cumsum(a, axis=None):
    return _out(_torch.cumsum(*_line(a, axis)))


def median(a, axis=None):
    tensor, axis = _line(a, axis)
    values, n = _torch.sort(tensor, axis)[0], tensor.shape[axis]
    low, high = (values.select(axis, k) for k in ((n - 1) // 2, n // 2))
    return _out((low + high).to(_torch.float64) / 2)


def diff(a, axis=-1):
    return _out(_torch.diff(_in(a), 1, axis))


def sort(a, axis=-1):
    return _out(_torch.sort(_in(a), axis)[0])


def argsort(a, axis=-1):
    return _out(_torch.argsort(_in(a), axis))


def unique(a, axis=None, return_counts=False):
    found = _torch.unique(_in(a), return_counts=return_counts, dim=axis)
    return tuple(map(_wrap, found)) if return_counts else _wrap(found)
