"""Arithmetic of one number of an array: the type of the result, what that type holds, and
warnings.
"""

import math
import operator
import warnings
from contextlib import contextmanager

from numpy._promotion import NO_DIFFERENCE, name_of_number, promoted, unsupported
from torch._arguments import _named
from torch._types import _BOOL, _COMPLEX, _DTYPES, _FLOAT, _INT, _INTEGER, iinfo

_NAMES = {  # what warnings call it
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "power",
    "lshift": "left_shift",
    "rshift": "right_shift",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}
_BITS = ("lshift", "rshift", "and", "or", "xor")
_WIDER = ("floordiv", "mod", "pow", "lshift", "rshift")  # of truths: int8
_KINDS = {
    **{"divide by zero": "divide", "invalid value": "invalid"},
    **{"overflow": "over", "underflow": "under"},
}
errors = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


_called = {}  # by another name, for as long as a function of two parts runs


@contextmanager
def renamed(name, *parts):
    _called.update(dict.fromkeys(parts, name))
    try:
        yield
    finally:
        _called.clear()


def warn(what, name):
    name = _called.get(name, name)
    kind = errors[_KINDS[what]]
    text = f"{what} encountered in {name}"
    if kind == "raise":
        raise FloatingPointError(text)
    if kind == "warn":
        warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))


def _of_floats(name, a, b):
    """As C has it, where Python raises."""
    if name in ("truediv", "floordiv", "mod") and b == 0:
        is_invalid = a == 0 or a != a or name == "mod"
        warn("invalid value" if is_invalid else "divide by zero", f"scalar {_NAMES[name]}")
        return math.nan if is_invalid else math.copysign(math.inf, a) * math.copysign(1, b)
    try:
        made = getattr(operator, name)(a, b)
    except ZeroDivisionError:  # of a power
        warn("divide by zero", "scalar power")
        return math.inf
    except OverflowError:
        warn("overflow", "scalar power")
        return -math.inf if a < 0 and b % 2 == 1 else math.inf
    if isinstance(made, complex):
        warn("invalid value", "scalar power")
        return math.nan
    return made


def _of_complex(name, a, b):
    if name in ("floordiv", "mod"):
        raise TypeError(f"unsupported operand type(s) for {name}: complex numbers")
    try:
        return getattr(operator, name)(a, b)
    except (ZeroDivisionError, OverflowError):
        raise NotImplementedError(
            f"{_NAMES[name]}() of these complex numbers is not part of this lab's numpy"
        ) from None


def check_int(value, name):
    limits = iinfo(_DTYPES[name])
    if not limits.min <= value <= limits.max:
        text = (
            "NumPy will stop allowing conversion of out-of-bound Python integers to integer "
            f"arrays.  The conversion of {value} to {name} will fail in the future.\n"
            "For the old behavior, usually:\n    np.array(value).astype(dtype)`\n"
            "will give the desired result (the cast overflows)."
        )
        warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))


def wrapped(value, name):
    """What a type of integers keeps of a number."""
    limits = iinfo(_DTYPES[name])
    return (value - limits.min) % 2**limits.bits + limits.min


def _of_integers(name, a, b, result):
    bits = iinfo(_DTYPES[result]).bits
    if name in ("floordiv", "mod") and b == 0:
        warn("divide by zero", f"scalar {_NAMES[name]}")
        return 0
    if name == "pow":
        if b < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        return wrapped(pow(a, b, 2**bits), result)
    if name in ("lshift", "rshift"):
        if not 0 <= b < bits:
            return -1 if name == "rshift" and a < 0 else 0
        return wrapped(getattr(operator, name)(a, b), result)
    made = getattr(operator, name if name not in ("and", "or") else name + "_")(a, b)
    kept = wrapped(made, result)
    if kept != made:
        warn("overflow", f"scalar {_NAMES[name]}")
    return kept


def _result(name, a, b):
    """The name of the result's type."""
    both = promoted(a, b)
    if name in _BITS and _DTYPES[both]._kind >= _FLOAT:
        unsupported(_NAMES[name])
    if name == "truediv" and _DTYPES[both]._kind < _FLOAT:
        return "float64"
    if both == "bool" and name == "sub":
        raise TypeError(NO_DIFFERENCE)
    return "int8" if both == "bool" and name in _WIDER else both


def calculated(name, a, b, a_name, b_name):
    """-> the number, and the name of its type"""
    result = _result(name, a_name, b_name)
    kind = _DTYPES[result]._kind
    if kind == _COMPLEX:
        return _of_complex(name, complex(a), complex(b)), result
    if kind == _FLOAT:
        return _of_floats(name, float(a), float(b)), result
    if kind == _BOOL:
        word = {"add": "or", "mul": "and"}.get(name, name)
        word = word if word == "xor" else word + "_"
        return getattr(operator, word)(bool(a), bool(b)), result
    return _of_integers(name, int(a), int(b), result), result


def _tiny(name):
    from torch._types import finfo

    return finfo(_DTYPES[name]).tiny


def binary(name, make, is_reflected):
    """make(value, name of a type): the scalar."""

    def method(self, other):
        if isinstance(other, (list, tuple)) and name != "mul":
            from numpy._array import array

            other = array(other)
            return getattr(other, f"__{'' if is_reflected else 'r'}{name}__")(self)
        other_name = name_of_number(other)
        is_long = type(other) is int and not -(2**63) <= other < 2**64
        if type(other) is int and other >= 2**63:
            other_name = "uint64"
        if other_name is None or is_long:
            return _of_python(name, self, other, is_reflected)
        pair = (self, other, self._numpy_name, other_name)
        if is_reflected:
            pair = (other, self, other_name, self._numpy_name)
        value, result = calculated(name, *pair)
        before = any(x in (math.inf, -math.inf) for x in pair[:2]) or name == "truediv"
        made = make(value, result)
        if _DTYPES[result]._kind == _COMPLEX:
            return made
        is_new = value != value and all(x == x for x in pair[:2])
        if is_new and name in ("add", "sub", "mul") and _DTYPES[result]._kind == _FLOAT:
            warn("invalid value", f"scalar {_NAMES[name]}")
        if errors["under"] != "ignore" and name in ("mul", "truediv", "pow"):
            is_small = _DTYPES[result]._kind == _FLOAT and abs(made) < _tiny(result)
            if is_small and all(x and math.isfinite(x) for x in pair[:2]):
                warn("underflow", f"scalar {_NAMES[name]}")
        if made in (math.inf, -math.inf) and not before and math.isfinite(value):
            warn("overflow", f"scalar {_NAMES[name]}")
        elif _DTYPES[result]._kind == _FLOAT and name in ("add", "sub", "mul") and not before:
            if made in (math.inf, -math.inf):
                warn("overflow", f"scalar {_NAMES[name]}")
        return made

    return _named(method, f"__{'r' if is_reflected else ''}{name}__")


def _of_python(name, self, other, is_reflected):
    """A sequence that is repeated, a complex number, a long integer: as Python has it."""
    if isinstance(other, (list, tuple, str)) and _DTYPES[self._numpy_name]._kind == _FLOAT:
        raise TypeError(f"can't multiply sequence by non-int of type 'numpy.{self._numpy_name}'")
    if not isinstance(other, (complex, *_INT)):
        return NotImplemented
    plain = self.item()
    a, b = (other, plain) if is_reflected else (plain, other)
    return getattr(operator, name if name not in ("and", "or") else name + "_")(a, b)


_WIDEST = {"int64", "uint64"}


def compared(name, make):
    def method(self, other):
        if isinstance(other, (list, tuple)):
            from numpy._array import array

            return getattr(array(self), f"__{name}__")(array(other))
        if name_of_number(other) is None:
            return NotImplemented
        a = self.item()
        b = other.item() if hasattr(other, "_numpy_name") else other
        if {type(a), type(b)} == {int, float} or {
            self._numpy_name,
            name_of_number(other),
        } == _WIDEST:
            a, b = float(a), float(b)  # as floats, which are not exact
        if complex in (type(a), type(b)) and name not in ("eq", "ne"):
            pairs = [(value.real, value.imag) for value in (a, b)]
            is_nan = any(part != part for pair in pairs for part in pair)
            return make(not is_nan and getattr(operator, name)(*pairs), "bool")
        return make(getattr(operator, name)(a, b), "bool")

    return _named(method, f"__{name}__")


def negated(self, make):
    name = self._numpy_name
    if name == "bool":
        raise TypeError(
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` "
            "operator or "
            "the logical_not function instead."
        )
    value = -self.item()
    if _DTYPES[name]._kind == _INTEGER and wrapped(value, name) != value:
        warn("overflow", "scalar negative")
        value = wrapped(value, name)
    return make(value, name)


def absolute(self, make):
    name, value = self._numpy_name, abs(self.item())
    if _DTYPES[name]._kind == _INTEGER and wrapped(value, name) != value:
        warn("overflow", "scalar absolute")
        value = wrapped(value, name)
    return make(value, name)


def inverted(self, make):
    name, value = self._numpy_name, self.item()
    if name == "bool":
        return make(not value, name)
    if _DTYPES[name]._kind == _FLOAT:
        raise TypeError(
            "ufunc 'invert' not supported for the input types, and the inputs could not be safely "
            "coerced to any supported types according to the casting rule ''safe''"
        )
    return make(wrapped(~value, name), name)


BINARY = tuple(_NAMES)
COMPARED = "eq ne lt le gt ge".split()


class errstate:
    __module__ = "numpy"
    """What becomes of a division by zero and its like: 'ignore', 'warn' or 'raise'."""

    def __init__(self, *, all=None, divide=None, over=None, under=None, invalid=None):
        given = {"divide": divide, "over": over, "under": under, "invalid": invalid}
        self._given = {key: value or all for key, value in given.items() if value or all}
        for value in self._given.values():
            if value not in ("ignore", "warn", "raise"):
                raise NotImplementedError(f"errstate({value!r}) is not part of this lab's numpy")

    def __enter__(self):
        self._before = dict(errors)
        errors.update(self._given)

    def __exit__(self, *_):
        errors.update(self._before)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    before = dict(errors)
    errstate(all=all, divide=divide, over=over, under=under, invalid=invalid).__enter__()
    return before
