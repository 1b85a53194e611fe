"""Two operands element by element: their common type, what is computed of it, and where it is
written.
"""

import functools
import math
import numbers
import operator as operators
import warnings

import torch
from numpy._array import _in, _out, ndarray
from numpy._memory import laid_out_as, placed, walked
from numpy._promotion import (
    NO_DIFFERENCE,
    common,
    float_for_integers,
    float_of,
    name_of_number,
    unsupported,
)
from numpy._scalar_operators import errors, warn
from numpy._tensors import given_back
from torch import _engine
from torch._arguments import _named
from torch._base import TensorBase
from torch._tensor import Tensor, _binary, _dims, _from_data, _new
from torch._types import _BOOL, _COMPLEX, _DTYPES, _FLOAT, _INT, _INTEGER, iinfo

_FRACTIONS = "arctan2 hypot logaddexp logaddexp2 copysign heaviside nextafter".split()
_OF_WHOLE = ("gcd", "lcm")
_COMPARED = "equal not_equal less less_equal greater greater_equal".split()
_LOGICAL = "logical_and logical_or logical_xor".split()
_BITS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift".split()
_WIDER = "floor_divide remainder fmod power left_shift right_shift".split()  # of truths: int8
_DIVIDING = "floor_divide remainder fmod".split()
_REAL = (*_FRACTIONS, *_DIVIDING)  # not of complex numbers
_IDENTITIES = {
    "add": 0,
    "multiply": 1,
    "logical_and": True,
    "logical_or": False,
    "logical_xor": False,
    "bitwise_and": -1,
    "bitwise_or": 0,
    "bitwise_xor": 0,
    "hypot": 0,
    "logaddexp": -float("inf"),
    "logaddexp2": -float("inf"),
    "gcd": 0,
}
_REORDERABLE = (*_IDENTITIES, "maximum", "minimum", "fmax", "fmin")

_TARGETS = {  # numpy's name -> torch's
    "add": "add",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "floor_divide": "floor_divide",
    "remainder": "remainder",
    "fmod": "fmod",
    "power": "pow",
    "float_power": "pow",
    "maximum": "maximum",
    "minimum": "minimum",
    "fmax": "maximum",
    "fmin": "minimum",
    "arctan2": "atan2",
    "hypot": "hypot",
    "logaddexp": "logaddexp",
    "equal": "eq",
    "not_equal": "ne",
    "less": "lt",
    "less_equal": "le",
    "greater": "gt",
    "greater_equal": "ge",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "left_shift": "left_shift",
    "right_shift": "right_shift",
    **dict.fromkeys(("logaddexp2", "copysign", "heaviside", "nextafter", *_OF_WHOLE)),
}


class UFuncTypeError(TypeError):
    """What numpy raises of types that a function does not take."""


def operand(value):
    """An array's tensor, a number as it is, or a list as a tensor; None for what is neither."""
    if isinstance(value, TensorBase):
        return _in(value)
    name = name_of_number(value)
    if name is not None and (name != "int64" or -(2**63) <= value < 2**64):
        return value
    if isinstance(value, _INT):
        raise NotImplementedError("integers beyond 2**63 are not part of this lab's numpy")
    if isinstance(value, (list, tuple, range)):
        return _in(value)
    check_plain(value)
    return None


def check_plain(value):
    """Numbers of Python's that are no float and no integer make arrays of objects in numpy."""
    if name_of_number(value) is None and isinstance(value, numbers.Number):
        raise NotImplementedError(
            f"arrays of {type(value).__name__} are not part of this lab's numpy"
        )


def _as(value, name):
    """As a tensor of that type."""
    if isinstance(value, TensorBase):
        return value.to(_DTYPES[name])
    if type(value) is int and value >= 2**63:
        if _DTYPES[name]._kind <= _INTEGER:
            raise NotImplementedError("integers from 2**63 on are not part of this lab's numpy")
        value = float(value)
    return _from_data(value.item() if hasattr(value, "_numpy_name") else value, name)


def _type_for(name, x, y):
    """The type that both are converted to."""
    both = common(x, y)
    kind = _DTYPES[both]._kind
    if name in _BITS and kind >= _FLOAT or name in _REAL and kind == _COMPLEX:
        unsupported(name)
    if name in _OF_WHOLE and kind != _INTEGER:
        is_one = bool(getattr(x, "shape", ())) == bool(getattr(y, "shape", ()))
        own = [v.dtype._name if hasattr(v, "_h") else name_of_number(v) for v in (x, y)]
        kinds = own if is_one else [both, both]
        kinds = [f"<class 'numpy.dtype[{one if one != 'bool' else 'bool_'}]'>" for one in kinds]
        raise UFuncTypeError(
            f"ufunc '{name}' did not contain a loop with signature matching types "
            f"({kinds[0]}, {kinds[1]}) -> {'None' if len(set(own)) > 1 and is_one else kinds[0]}"
        )
    if name in (*_BITS, *_WIDER) and both[0] == "u":
        return _signed_where_wider(both, x, y)
    if name == "divide" and kind < _FLOAT or name == "float_power":
        return "float64" if kind < _COMPLEX else "complex128"
    if name in _FRACTIONS:
        return float_for_integers(x, y) if kind < _FLOAT else float_of(both)
    if kind == _BOOL and name == "subtract":
        raise TypeError(NO_DIFFERENCE)
    return "int8" if kind == _BOOL and name in _WIDER else both


def _signed_where_wider(both, x, y):
    """Where a number needs more than the array has, the first of int16, uint16, int32 ..."""
    widths = [v.dtype.itemsize for v in (x, y) if isinstance(v, TensorBase) and v.dim()]
    numbers = [int(v) for v in (x, y) if not isinstance(v, TensorBase)]
    signed = _DTYPES[both[1:]]
    is_wider = numbers and widths and widths[0] < signed.itemsize
    return both[1:] if is_wider and numbers[0] <= iinfo(signed).max else both


def _of_integers(name, x, y):
    """Where torch raises of a divisor 0, numpy gives 0."""
    if name == "power" and bool((y < 0).any()):
        raise ValueError("Integers to negative integer powers are not allowed.")
    if name not in _DIVIDING or not bool((y == 0).any()):
        return _binary(_TARGETS[name], x, y)
    is_zero = y == 0
    made = _binary(_TARGETS[name], x, y.masked_fill(is_zero, 1))
    return made.masked_fill(is_zero.expand(made.shape), 0)


def _of_floats(name, x, y):
    if name == "logaddexp":
        return torch.logaddexp(x, y)
    made = _binary(_TARGETS[name], x, y)
    if name == "remainder":  # a rest of 0 has the sign of the divisor
        return torch.where(made == 0, y.sign() * 0.0, made)
    if name in ("fmax", "fmin"):  # what is no number does not count
        made = torch.where(x != x, y, torch.where(y != y, x, made))
    return made


def _compared(name, x, y):
    """Complex numbers: by their real parts, and by the imaginary ones where these are equal."""
    strict = name.partition("_")[0]
    is_same = x.real == y.real
    by_real = _binary(_TARGETS[strict], x.real, y.real)
    return by_real | is_same & _binary(_TARGETS[name], x.imag, y.imag)


def _logaddexp2(x, y):
    """Of powers of 2."""
    far = (x - y).abs()
    rest = torch.log1p(torch.pow(2.0, -far.double())) / math.log(2)
    made = (torch.maximum(x, y).double() + rest).to(x.dtype)
    return torch.where(x == y, x + 1, made)


def _heaviside(x, at_zero):
    made = torch.where(x == 0, at_zero, (x > 0).to(x.dtype))
    return torch.where(x != x, x, made)


_BITS_OF = {"float64": "dq", "float32": "fi", "float16": "eh"}


def _nextafter(x, y):
    """Of each number the neighbour on the way to another."""
    import struct

    number, bits = _BITS_OF[x.dtype._name]

    def next_of(a, b):
        if a != a or b != b or a == b:
            return b if a == a else a
        if a == 0:
            (tiny,) = struct.unpack(number, struct.pack(bits, 1))
            return math.copysign(tiny, b)
        (place,) = struct.unpack(bits, struct.pack(number, a))
        place += 1 if (b > a) == (a > 0) else -1
        return struct.unpack(number, struct.pack(bits, place))[0]

    pairs = zip(x.flatten().tolist(), y.flatten().tolist())
    return torch.tensor([next_of(*pair) for pair in pairs], dtype=x.dtype).reshape(x.shape)


def _whole_of(function):
    def of_two(x, y):
        from numpy._scalar_operators import wrapped

        pairs = zip(x.flatten().tolist(), y.flatten().tolist())
        made = [wrapped(function(*pair), x.dtype._name) for pair in pairs]
        return torch.tensor(made, dtype=x.dtype).reshape(x.shape)

    return of_two


_OWN = {  # of two operands of one type and shape
    "logaddexp2": _logaddexp2,
    "copysign": lambda x, y: torch.where(y.signbit(), -x.abs(), x.abs()),
    "heaviside": _heaviside,
    "nextafter": _nextafter,
    "gcd": _whole_of(math.gcd),
    "lcm": _whole_of(math.lcm),
}

_OF_COMPLEX = {
    "add": "numpy_add",
    "subtract": "numpy_sub",
    "divide": "numpy_div",
    "power": "numpy_pow",
}


def _of_complex(name, x, y):
    if (
        name in ("fmax", "fmin")
        or name == "power"
        and bool((y.real.isinf() | y.imag.isinf()).any())
    ):
        raise NotImplementedError(f"{name}() of these numbers is not part of this lab's numpy")
    if name in ("maximum", "minimum"):
        is_first = _compared("greater_equal" if name == "maximum" else "less_equal", x, y)
        return torch.where(is_first | (x != x), x, y)
    return _binary(_OF_COMPLEX.get(name, _TARGETS[name]), x, y)


def calculate(name, a, b):
    """-> a tensor. a, b: what operand() gave"""
    a, b = within(name, a, b), within(name, b, a)
    try:
        made = _calculated(name, a, b)
    except RuntimeError as error:
        if "not part of this lab's torch" not in str(error):
            raise
        text = str(error).replace("this lab's torch", "this lab's numpy")
        raise NotImplementedError(text) from None
    check_finite(name, made, a, b)
    return laid_out_as(made, a, b)


_MOST = 2.0**53  # what arrays of integers hold is less


def _beyond(value, other):
    """What compares with integers as an integer that is too long for every type."""
    is_long = type(value) is int and not -(2**63) <= value < 2**64
    is_whole = getattr(other, "_is_array", False) and other.dtype._kind == _INTEGER
    return math.copysign(math.inf, value) if is_long and is_whole else value


def within(name, value, other):
    """An integer that no array holds, beside an array of them: what compares as it does."""
    if type(value) is not int or abs(value) < _MOST or not isinstance(other, TensorBase):
        return value
    if other.dtype._kind != _INTEGER or value < 0:
        return value
    if name in _COMPARED:
        return _MOST
    return int(_MOST) - 1 if name == "minimum" and other.dtype._name == "int64" else value


_LOGARITHMS = ("log", "log2", "log10", "log1p", "arctanh")
_DIVISOR = {"divide": -1, "floor_divide": -1, "reciprocal": -1, "power": 0, "float_power": 0}
_QUIET = (
    *_COMPARED,
    *_LOGICAL,
    *_BITS,
    "copysign",
    "heaviside",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "isnan",
    "isinf",
)


_VANISHING = "exp exp2 multiply divide power float_power square".split()


def _check_tiny(name, made, operands):
    """Of what is too small, though nothing that it is made of is 0."""
    is_tiny = made.abs() < torch.finfo(made.dtype).tiny
    for x in (_in(operand).double() for operand in operands):
        is_tiny = is_tiny & (x - x == 0) & ((x != 0) | (name[:3] == "exp"))
    if bool(is_tiny.any()):
        warn("underflow", name)


def check_finite(name, made, *operands):
    """Warns or raises, as errstate() says, of what is not finite where the operands are."""
    if name in _QUIET or set(errors.values()) == {"ignore"}:
        return
    kind = made.dtype._kind
    if errors["under"] != "ignore" and name in _VANISHING and kind == _FLOAT:
        _check_tiny(name, made, operands)
    if name in _DIVIDING and kind == _INTEGER and bool((_in(operands[1]) == 0).any()):
        warn("divide by zero", name)
    is_counted = kind == _FLOAT or kind == _COMPLEX and "raise" in errors.values()
    if not is_counted or made.dtype is not torch.float16 and math.isfinite(abs(made.sum().item())):
        return
    tensors = [_in(x) for x in operands]
    parts = [made.real, made.imag] if kind == _COMPLEX else [made]
    is_finite = is_number = torch.ones_like(parts[0], dtype=torch.bool)
    for x in tensors:
        is_finite = is_finite & (x - x == 0 if x.dtype._kind >= _FLOAT else x == x)
        is_number = is_number & (x == x)
    is_new = functools.reduce(operators.or_, (part.isinf() for part in parts)) & is_finite
    is_pole = is_new & (tensors[_DIVISOR[name]] == 0) if name in _DIVISOR else is_new
    if name in _LOGARITHMS or name in _DIVISOR:
        is_new = is_new & ~is_pole
        if bool(is_pole.any()):
            warn("divide by zero", name)
    if bool(is_new.any()):
        warn("overflow", name)
    is_nan = functools.reduce(operators.or_, (part.isnan() for part in parts))
    if bool((is_nan & is_number).any()):
        warn("invalid value", name)


def check_where(name, made, where, *operands):
    """Of what is wanted alone."""
    try:
        shape = torch.broadcast_shapes(made.shape, _in(where).shape)
        mask = _in(where).bool().expand(shape)
        parts = [_in(x).expand(shape)[mask] for x in (made, *operands)]
    except RuntimeError:
        return  # which writing it says
    check_finite(name, *parts)


def _calculated(name, a, b):
    both = _type_for(name, a, b)
    x, y = _as(a, both), _as(b, both)
    kind = _DTYPES[both]._kind
    if name in _OWN:
        return _OWN[name](*torch.broadcast_tensors(x, y))
    if name in _LOGICAL and kind == _COMPLEX:
        x, y = x != 0, y != 0
    if name in _COMPARED[2:] and kind == _COMPLEX:
        return _compared(name, x, y)
    if name in _COMPARED or name in _LOGICAL or kind == _BOOL:
        return _binary(_TARGETS[name], x, y)
    if kind == _COMPLEX:
        return _of_complex(name, x, y)
    return _of_integers(name, x, y) if kind == _INTEGER else _of_floats(name, x, y)


def written(made, out, name="ufunc"):
    """The result, or the array that was to take it."""
    if out is None:
        return _out(made)
    out = out[0] if isinstance(out, tuple) else out
    if not isinstance(out, ndarray):
        raise TypeError("return arrays must be of ArrayType")
    out._check_writable("output array")
    if tuple(made.shape) != out.shape:
        try:
            made = made.expand(out.shape)
        except RuntimeError:
            shapes = (str(tuple(shape)).replace(" ", "") for shape in (out.shape, made.shape))
            raise ValueError(
                "non-broadcastable output operand with shape {} doesn't match the broadcast shape "
                "{}".format(*shapes)
            ) from None
    check_cast(name, made.dtype, out.dtype)
    out[...] = made
    return out


_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def check_casting(name, casting, operands, loop, out, dtype):
    """casting= where it is narrower than numpy's own. operands: tensors. loop: their common type"""
    if casting not in _CASTINGS:
        raise ValueError(
            "casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' "
            f"(got {casting!r})"
        )
    if casting not in ("no", "equiv", "safe"):
        return
    if out is not None or dtype is not None:
        raise NotImplementedError(
            f"casting={casting!r} of {name}() with out= or dtype= is not part of this lab's numpy"
        )
    for k, tensor in enumerate(operands):
        if casting != "safe" and tensor.dtype._name != loop:
            place = f" {k}" if len(operands) > 1 else ""
            raise UFuncTypeError(
                f"Cannot cast ufunc '{name}' input{place} from dtype('{tensor.dtype._name}') to "
                f"dtype('{loop}') with casting rule '{casting}'"
            )


def ordered(made, order, out):
    """The result in an order of memory; what it was to be written into has its own."""
    from numpy._array import laid_out, order_of

    if order_of(order, "K") not in ("C", "F") or out is not None or made.dim() < 2:
        return made
    return laid_out(made, order)


def written_where(made, where, out, name):
    """The result where it is wanted, in the array that was to take it."""
    if out is None:
        raise NotImplementedError(f"{name}(where=...) without out= is not part of this lab's numpy")
    if isinstance(out, tuple):
        (out,) = out
    check_cast(name, made.dtype, out.dtype)
    return written(torch.where(_in(where), made.to(_in(out).dtype), _in(out)), out, name)


_TESTS = ("isnan", "isinf", "isfinite", "logical_not", "signbit", "isposinf", "isneginf")


def check_dtype(name, dtype, tensor):
    """dtype= may only make numbers wider. tensor: of the type that they have without"""
    if dtype is None:
        return
    kind = _DTYPES[_named_type(dtype)]._kind
    if name == "float_power" and _named_type(dtype) not in ("float64", "complex128"):
        _no_loop(name)
    if name in (*_COMPARED, *_LOGICAL, *_TESTS) or kind < tensor.dtype._kind:
        raise NotImplementedError(f"dtype={dtype} of {name}() is not part of this lab's numpy")


def check_signed(name, tensor, wanted, place=""):
    """Numbers with a sign do not become numbers without one."""
    if wanted[0] == "u" and tensor.dtype._kind == _INTEGER and tensor.dtype._name[0] != "u":
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' input{place} from dtype('{tensor.dtype._name}') to "
            f"dtype('{wanted}') with casting rule 'same_kind'"
        )


def _no_loop(name):
    raise TypeError(
        f"No loop matching the specified signature and casting was found for ufunc {name}"
    )


def check_cast(name, source, target):
    is_signed = source._kind == _INTEGER and source._name[0] != "u" and target.kind == "u"
    if source._kind > target._kind or is_signed:
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' output from dtype('{source._name}') to "
            f"dtype('{target.name}') with casting rule 'same_kind'"
        )


def shapes_error(error, *operands):
    """A mistake of torch's, in numpy's words."""
    if not str(error).startswith("The size of tensor a"):
        return error
    texts = [str(tuple(getattr(v, "shape", ()))).replace(" ", "") + " " for v in operands]
    return ValueError("operands could not be broadcast together with shapes " + "".join(texts))


SUMMED = (torch.float64, torch.float32)  # whose sums are numpy's to the last digit


def summed(tensor, axes):
    """In numpy's order along axes that go, which stay with size 1. tensor: of SUMMED, not empty"""
    return _new(_engine.sum_in_order(tensor._h, _dims(list(axes))))


class ufunc:
    """A function of two operands, with what it makes of a whole array: reduce, accumulate,
    outer, at.
    """

    __module__ = "numpy"
    nin, nout, nargs = 2, 1, 3

    def __init__(self, name):
        self.__name__ = self.__qualname__ = name

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(
        self,
        x1,
        x2,
        out=None,
        *,
        where=None,
        dtype=None,
        casting="same_kind",
        order="K",
        subok=True,  # there are no other classes of arrays
    ):
        name = self.__name__
        if not isinstance(subok, bool):
            raise TypeError("'subok' must be a boolean")
        if casting == "unsafe" and where is None and getattr(out, "_is_array", False):
            made = _in(self(x1, x2, dtype=dtype)).to(_DTYPES[out.dtype.name])
            return written(made, out, name)
        if name in _COMPARED:
            x1, x2 = _beyond(x1, x2), _beyond(x2, x1)
        a, b = operand(x1), operand(x2)
        if a is None or b is None:
            if name in ("equal", "not_equal"):
                kind = type(x1 if a is None else x2).__name__
                raise NotImplementedError(f"{name}() of {kind} is not part of this lab's numpy")
            unsupported(name)
        if casting not in ("same_kind", "unsafe"):
            both = _type_for(name, a, b)
            check_casting(name, casting, [_in(x1), _in(x2)], both, out, dtype)
        if dtype is not None:
            both = _named_type(dtype)
            for k, x in enumerate((a, b)):
                if isinstance(x, TensorBase) and x.dim():
                    check_signed(name, x, both, f" {k}")
            check_dtype(name, dtype, _as(0, _type_for(name, a, b)))
            a, b = _as(a, both), _as(b, both)
        is_everywhere = where is None or where is True
        try:
            made = (calculate if is_everywhere else _calculated)(name, a, b)
        except RuntimeError as error:
            others = () if out is None else out if isinstance(out, tuple) else (out,)
            others += () if where is None or where is True else (_in(where),)
            raise shapes_error(error, a, b, *others) from None
        if is_everywhere:
            made = written(ordered(made, order, out), out, name)
            return made if out is not None else given_back(made, x1, x2)
        if out is None:
            raise NotImplementedError("where= without out= is not part of this lab's numpy")
        out = out[0] if isinstance(out, tuple) else out
        check_where(name, made, where, a, b)
        if casting != "unsafe":
            check_cast(name, made.dtype, out.dtype)
        try:
            chosen = torch.where(_in(where), made.to(_in(out).dtype), _in(out))
        except RuntimeError as error:
            raise shapes_error(error, a, b, out, _in(where)) from None
        return written(chosen, out)

    def outer(self, A, B, /, **kwargs):
        a, b = _in(A), _in(B)
        return self(_out(a.reshape([*a.shape, *[1] * b.dim()])), _out(b), **kwargs)

    @property
    def identity(self):
        return _IDENTITIES.get(self.__name__)

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        given = _in(array)
        is_inexact = self.__name__ == "arctan2" or given.dtype._kind >= _FLOAT
        if self.__name__ in ("arctan2", "power") and is_inexact and given.numel() > 2:
            raise NotImplementedError(
                f"{self.__name__}.reduce() of these numbers is not part of this lab's numpy: what "
                "numpy gives depends on the processor"
            )
        tensor = self._loop(given, dtype)
        axes = self._axes(tensor, axis)
        if tensor.dim() == 0:
            tensor, axes, keepdims = tensor.reshape(1), [0], False
        kept = [k for k in range(tensor.dim()) if k not in axes]
        n = math.prod(tensor.shape[k] for k in axes)
        is_sum = self.__name__ == "add" and tensor.dtype in SUMMED and n
        if is_sum and initial is None and where is True:
            made = summed(tensor, axes).reshape([tensor.shape[k] for k in kept])
        else:
            made = self._folded(tensor, axes, kept, initial, where)
        order = walked(tensor.shape, [tensor])
        if keepdims:
            made = made.reshape([1 if k in axes else n for k, n in enumerate(tensor.shape)])
        else:
            order = [kept.index(k) for k in order if k in kept]
        made = placed(made, order)
        from numpy._math import check_taker

        check_taker(self.__name__, made, out)
        made = written(made, out)
        return made if out is not None else given_back(made, array)

    def _folded(self, tensor, axes, kept, initial, where):
        n = math.prod(tensor.shape[k] for k in axes)
        rows = tensor.permute(*axes, *kept).reshape(n, *(tensor.shape[k] for k in kept))
        if initial is None and (where is not True or not len(rows)):
            initial = self._begin(where)
        parts = list(rows.unbind(0)) if len(rows) else []
        if initial is not None:
            shape = [tensor.shape[k] for k in kept]
            parts.insert(0, as_initial(initial, tensor.dtype).expand(shape))
        if where is True:
            return _folded_wide(self.__name__, parts, _is_inner(tensor, axes))
        mask = _in(where).expand(tensor.shape).permute(*axes, *kept).reshape(rows.shape)
        made = parts[0]
        for part, is_chosen in zip(parts[1:], mask.unbind(0)):
            made = torch.where(is_chosen, calculate(self.__name__, made, part), made)
        return made

    def _axes(self, tensor, axis):
        """The axes that go, in order. Several: where the order of the operands does not count."""
        from numpy._math import _axes

        axes = _axes(tensor, axis, True)
        axes = range(tensor.dim()) if axes is None else sorted(axes)
        if len(axes) > 1 and self.__name__ not in _REORDERABLE:
            raise ValueError(
                f"reduction operation '{self.__name__}' is not reorderable, so at most one axis "
                "may be specified"
            )
        return list(axes)

    def _begin(self, where):
        if self.identity is None and where is not True:
            raise ValueError(
                f"reduction operation '{self.__name__}' does not have an identity, so to use a "
                "where mask one has to specify 'initial'"
            )
        if self.identity is None:
            raise ValueError(
                f"zero-size array to reduction operation {self.__name__} which has no identity"
            )
        return self.identity

    def _loop(self, tensor, dtype):
        """In the type of the operands that the results go on with: sums and products of integers
        are wide.
        """
        name = self.__name__
        if dtype is None and name in ("add", "multiply") and tensor.dtype._kind < _FLOAT:
            dtype = "uint64" if tensor.dtype._name[0] == "u" else "int64"
        wanted = tensor.dtype._name if dtype is None else _named_type(dtype)
        if name in _COMPARED or name in _LOGICAL:
            if (
                dtype is not None
                and wanted != "bool"
                or name in _COMPARED
                and (tensor.dtype._name != "bool")
            ):
                _no_loop(name)
            return tensor.bool() if tensor.dtype._kind < _COMPLEX else tensor != 0
        one = torch.zeros(1, dtype=_DTYPES[wanted])
        if dtype is None:
            wanted = _type_for(name, one, one)
        elif name in _BITS and one.dtype._kind >= _FLOAT or _type_for(name, one, one) != wanted:
            _no_loop(name)
        return tensor.to(_DTYPES[wanted])

    def accumulate(self, array, axis=0, dtype=None, out=None):
        tensor = self._loop(_in(array), dtype)
        if tensor.dim() == 0:
            raise TypeError("cannot accumulate on a scalar")
        from numpy._math import _axes

        if axis is None and tensor.dim() > 1:
            raise ValueError("accumulate does not allow multiple axes")
        axis = _axes(tensor, 0 if axis is None else axis)[0]
        if tensor.shape[axis] == 0:
            return written(tensor.clone(), out)
        made = torch.stack(_folded(self.__name__, list(tensor.unbind(axis))), axis)
        made = placed(made, walked(made.shape, [_in(array)]))
        if getattr(out, "_is_array", False) and out.shape != tuple(made.shape):
            raise ValueError("provided out is the wrong size for the accumulation.")
        return written(made, out)

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        tensor, places = self._loop(_in(array), dtype), _in(indices)
        from numpy._math import _axes

        if axis is None:
            raise ValueError("reduceat does not allow multiple axes")
        if tensor.dim() == 0:
            raise TypeError("cannot reduceat on a scalar")

        axis = _axes(tensor, axis)[0]
        n = tensor.shape[axis]
        if places.dim() == 0:
            raise ValueError("object of too small depth for desired array")
        if places.dtype._kind > _INTEGER and hasattr(indices, "dtype"):
            raise TypeError(
                f"Cannot cast array data from dtype('{places.dtype._name}') to dtype('int64') "
                "according to the rule 'safe'"
            )
        places = places.long().tolist()
        for place in places:
            if not 0 <= place < n:
                raise IndexError(
                    f"index {place} out-of-bounds in {self.__name__}.reduceat [0, {n})"
                )
        parts = []
        for first, end in zip(places, [*places[1:], n]):
            part = tensor.narrow(axis, first, max(end - first, 1))
            parts.append(_in(self.reduce(_out(part), axis, tensor.dtype._name)))
        made = torch.stack(parts, axis) if parts else tensor.narrow(axis, 0, 0).clone()
        return written(made, out)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"numpy.ufunc.{name} is not part of this lab's numpy")

    def at(self, a, indices, b):
        """In place, once more for each time that a place is named."""
        if not isinstance(a, ndarray):
            raise TypeError("first operand must be array")
        if isinstance(indices, slice):
            indices = _out(torch.arange(len(a))[indices])
        if _in(indices).dtype._kind == _BOOL if not isinstance(indices, tuple) else False:
            a[_out(_in(indices))]  # which says where its shape is another
            indices = tuple(map(_out, torch.nonzero(_in(indices)).unbind(1)))
        places = [_in(part) for part in (indices if isinstance(indices, tuple) else (indices,))]
        if self.__name__ in _BITS and max(_in(x).dtype._kind for x in (a, b)) >= _FLOAT:
            unsupported(self.__name__)
        places = torch.broadcast_tensors(*places)
        values = _in(b)
        try:
            values = values.expand(*places[0].shape, *a.shape[len(places) :])
        except RuntimeError:
            raise ValueError("array is not broadcastable to correct shape") from None
        n = places[0].numel()
        rows = values.reshape(n, *values.shape[places[0].dim() :])
        for k, place in enumerate(zip(*(part.flatten().tolist() for part in places))):
            a[place] = self(a[place], _out(rows[k]))


def _named_type(dtype):
    from numpy._dtype import name_of

    return name_of(dtype)


def _folded(name, parts):
    made = parts[:1]
    for part in parts[1:]:
        made.append(calculate(name, made[-1], part))
    return made


def as_initial(value, dtype):
    """The number that a reduction begins with, in the type of its result."""
    tensor = _in(value)
    if tensor.dim() or tensor.dtype._kind == _COMPLEX > dtype._kind:
        raise NotImplementedError(f"initial={value!r} is not part of this lab's numpy")
    if dtype._kind == _INTEGER and tensor.is_floating_point() and not bool(tensor.isfinite()):
        raise OverflowError("cannot convert float infinity to integer")
    return tensor.to(dtype)


def _is_inner(tensor, axes):
    """Whether numpy's innermost loop is along an axis that goes."""
    steps = [(abs(tensor.stride(k)), k) for k, n in enumerate(tensor.shape) if n > 1]
    return not steps or min(steps, key=lambda pair: (pair[0], -pair[1]))[1] in axes


def _folded_wide(name, parts, is_inner):
    """float16 of the innermost loop is rounded at the end alone."""
    is_wide = is_inner and name in ("subtract", "multiply", "divide")
    if len(parts) < 2 or parts[0].dtype is not torch.float16 or not is_wide:
        return _folded(name, parts)[-1]
    return _folded(name, [part.float() for part in parts])[-1].half()


UFUNCS = {name: ufunc(name) for name in _TARGETS}
ALIASES = {"true_divide": "divide", "mod": "remainder"}


def _power_at_once(x, y):
    """By the exponents that numpy has functions of their own for, which keep the type: a tensor,
    or None.
    """
    if not isinstance(x, ndarray) or isinstance(y, TensorBase) and y.ndim:
        return None
    exponent = y.item() if hasattr(y, "item") else y
    tensor = _in(x)
    if not isinstance(exponent, (*_INT, float)) or isinstance(exponent, bool):
        return None
    if exponent == 2:
        if tensor.dtype._kind == _INTEGER and isinstance(exponent, float):
            tensor = tensor.double()
        tensor = tensor.to(torch.int8) if tensor.dtype._kind == _BOOL else tensor
        made = tensor * tensor
        check_finite("square", made, tensor)
        return made
    if tensor.dtype._kind < _FLOAT:
        return None
    if exponent == 0.5:
        made = tensor.sqrt()
        check_finite("sqrt", made, tensor)
        return made
    if exponent == 1:
        return tensor.clone()
    if exponent == 0:
        return torch.ones_like(tensor)
    return None


_OF_TEXTS = (
    "elementwise comparison failed; returning scalar instead, but in the future will perform "
    "elementwise comparison"
)
_OF_SHAPES = "elementwise comparison failed; this will raise an error in the future."


def _warn_of_comparison(kind, text):
    warnings.warn(text, kind, skip_file_prefixes=("numpy/", "torch/"))


_EQUAL = (object.__eq__, dict.__eq__, set.__eq__)  # of what numpy makes arrays of objects


def operator(name):
    """A method of arrays; NotImplemented for what is no number and no array."""

    def method(self, other):
        if isinstance(other, Tensor):
            return NotImplemented  # its own operator follows
        if name in _COMPARED:
            other = _beyond(other, self)
        a, b = operand(self), operand(other)
        if b is None and other is None and name in ("equal", "not_equal"):
            return _out(torch.full(self.shape, name == "not_equal", dtype=torch.bool))
        if b is None:
            if isinstance(other, str) and name in ("equal", "not_equal"):
                _warn_of_comparison(FutureWarning, _OF_TEXTS)
            elif name in _COMPARED[:2] and type(other).__eq__ in _EQUAL:
                raise NotImplementedError(
                    f"comparing an array with a {type(other).__name__} is not part of this lab's "
                    "numpy"
                )
            return NotImplemented
        try:
            made = _power_at_once(self, other) if name == "power" else None
            return _out(calculate(name, a, b) if made is None else made)
        except RuntimeError as error:
            if name in ("equal", "not_equal") and str(error).startswith("The size of tensor"):
                _warn_of_comparison(DeprecationWarning, _OF_SHAPES)
                return name == "not_equal"
            raise shapes_error(error, a, b) from None

    return _named(method, name)


def reflected(name):
    def method(self, other):
        if isinstance(other, str) and name == "multiply":
            raise UFuncTypeError(
                "ufunc 'multiply' did not contain a loop with signature matching types "
                f"(dtype('<U{len(other)}'), dtype('{self.dtype}')) -> None"
            )
        a = operand(other)
        if a is None:
            return NotImplemented
        try:
            return given_back(_out(calculate(name, a, operand(self))), other)
        except RuntimeError as error:
            raise shapes_error(error, a, self) from None

    return _named(method, name)


def in_place(name):
    def method(self, other):
        a, b = operand(self), operand(other)
        if b is None or isinstance(other, Tensor):
            return NotImplemented
        try:
            made = calculate(name, a, b)
        except RuntimeError as error:
            raise shapes_error(error, a, b, self) from None
        self._check_writable("output array")
        check_cast(name, made.dtype, self.dtype)
        if tuple(made.shape) != self.shape:
            shapes = [str(tuple(s)).replace(" ", "") for s in (self.shape, made.shape)]
            raise ValueError(
                f"non-broadcastable output operand with shape {shapes[0]} doesn't match the "
                "broadcast "
                f"shape {shapes[1]}"
            )
        self[...] = _out(made)
        return self

    return _named(method, name)
