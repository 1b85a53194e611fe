"""Element by element: one tensor, two, and the operators."""

import math as _math
from builtins import complex as _Complex

from torch import _engine
from torch._arguments import _integer, _kind, _mismatch, _named, _operand, _tensor
from torch._base import TensorBase
from torch._bridge import _ask
from torch._compare import result_type
from torch._create import as_tensor
from torch._data import _check_fits
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tensor import Tensor, _binary, _new, _unary
from torch._types import _BOOL, _DTYPES, _INT, _INTEGER, Held, _float_name, finfo

# ----------------------------------------------------------------------------- of one


def _unary_function(name):
    def function(input):
        return _unary(name, _tensor(input, name))

    return _named(function, name)


_UNARY = """
    exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh sigmoid
    erf erfc erfinv lgamma digamma reciprocal deg2rad rad2deg neg abs sign floor ceil trunc frac
    square relu isnan isinf isfinite logical_not bitwise_not signbit angle""".split()
globals().update({name: _unary_function(name) for name in _UNARY})


def conj(input):
    return _unary("conj", input) if _tensor(input, "conj").is_complex() else input


def round(input, *, decimals=0):
    if decimals == 0:
        return _unary("round", input)
    if input.dtype._kind <= _INTEGER:
        raise RuntimeError(f"\"round_cpu\" not implemented for '{input.dtype._scalar}'")
    by = 10.0**decimals
    return _unary("round", input * by) / by


# ----------------------------------------------------------------------------- of two


def _refuse_operand(name, input, other):
    if name in _OF_FORMS:
        _mismatch(name, input, other)
    argument, position, wrong = "other", 2, other
    if not isinstance(input, Tensor):
        argument, position, wrong = "input", 1, input
    raise TypeError(
        f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {_kind(wrong)}"
    )


def _of_two(name, input, other):
    result = _binary(name, input, other)
    return _refuse_operand(name, input, other) if result is NotImplemented else result


def _binary_function(name, target=None, takes_numbers=True):
    def function(input, other):
        result = NotImplemented
        if name in _TENSOR_FIRST and not isinstance(input, Tensor):
            _mismatch(name, input, other)
        if name == "pow" and not isinstance(input, Tensor) and not isinstance(other, Tensor):
            _mismatch(name, input, other)
        if name.startswith("logical_"):
            input, other = (
                x != 0 if isinstance(x, Tensor) and x.is_complex() else x for x in (input, other)
            )
        if takes_numbers or isinstance(input, Tensor) and isinstance(other, Tensor):
            result = _binary(target or name, input, other)
        return _refuse_operand(name, input, other) if result is NotImplemented else result

    return _named(function, name)


_BINARY = """
    mul remainder fmod pow bitwise_and bitwise_or bitwise_xor eq ne lt le gt ge logical_and
    logical_or logical_xor floor_divide""".split()
_TENSOR_FIRST = "eq ne lt le gt ge fmod".split()
_OF_FORMS = "eq ne lt le gt ge remainder fmod pow bitwise_and bitwise_or bitwise_xor".split()
_OF_TENSORS = "maximum minimum atan2 hypot logical_and logical_or logical_xor".split()
globals().update({name: _binary_function(name) for name in _BINARY})
globals().update({name: _binary_function(name, takes_numbers=False) for name in _OF_TENSORS})
_to_the_power = _binary_function("pow")


def pow(input, exponent):
    return _to_the_power(input, exponent)


bitwise_left_shift = _binary_function("bitwise_left_shift", "lshift")
bitwise_right_shift = _binary_function("bitwise_right_shift", "rshift")

_ALIASES = {
    "negative": "neg",
    "absolute": "abs",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "fix": "trunc",
    "multiply": "mul",
    "greater": "gt",
    "less": "lt",
    "greater_equal": "ge",
    "less_equal": "le",
    "not_equal": "ne",
}
globals().update({alias: globals()[name] for alias, name in _ALIASES.items()})


def _check_factor(name, factor, common):
    if isinstance(factor, bool) and common._kind != _BOOL:
        raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
    if common._kind <= _INTEGER and isinstance(factor, (float, _Complex)):
        raise RuntimeError(
            f"For integral input tensors, argument {name} must not be a floating point number."
        )
    if isinstance(factor, _Complex) and not common.is_complex:
        raise RuntimeError(
            f"For non-complex input tensors, argument {name} must not be a complex number."
        )


def _in_type(dtype, *factors):
    """Products of whole numbers take of their factors what is whole."""
    return [int(f) if dtype._kind == _INTEGER else f for f in factors]


def _product(name, input, other, alpha):
    """In the type of the result."""
    common = result_type(input, other)
    if name == "sub" and any(
        isinstance(x, bool) or getattr(x, "dtype", None) is _DTYPES["bool"] for x in (input, other)
    ):
        _of_two(name, input, other)  # refuses truths
    _check_factor("alpha", alpha, common)
    if common._kind == _BOOL:
        alpha = bool(alpha)
    if isinstance(other, Tensor):
        return other.to(common) * alpha
    return other * alpha


def _of_product(name, input, other, alpha):
    if type(alpha) is int and alpha == 1:
        return _of_two(name, input, other)
    pair = [x for x in (input, other) if getattr(x, "dtype", None) is _DTYPES["bfloat16"]]
    if len(pair) < 2:
        return _of_two(name, input, _product(name, input, other, alpha))
    by = as_tensor(alpha, dtype=input.dtype).float()
    made = _of_two(name, input.float(), other.float() * by)  # rounded once
    return _named_step(made.to(input.dtype), f"{name.title()}Backward0")


def add(input, other, *, alpha=1):
    return _of_product("add", input, other, alpha)


def sub(input, other, *, alpha=1):
    return _of_product("sub", input, other, alpha)


def div(input, other, *, rounding_mode=None):
    names = {None: "div", "floor": "floor_divide", "trunc": "trunc_divide"}
    if rounding_mode not in names:
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    result = _binary(names[rounding_mode], input, other)
    if result is NotImplemented:
        _refuse_operand("div", input, other)
    return result if rounding_mode is None else _named_step(result, "DivBackward2")


subtract, divide, true_divide = sub, div, div

# ------------------------------------------------------------------------- the operators

_SYMMETRIC = {"and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
_ARITHMETIC = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "truediv": "div",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
}
_SHIFTS = {"lshift": "lshift", "rshift": "rshift"}
_ONE_WAY = {"lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


def _operator(name):
    def method(self, other):
        return _binary(name, self, other)

    return method


def _reflected(name):
    def method(self, other):
        return _binary(name, other, self)

    return method


def _in_place(name):
    def method(self, other):
        operand = _operand(other)
        if operand is None:
            return NotImplemented
        _ask(_engine.binary_in_place(name, self._h, *operand))
        return self

    return method


for _name, _target in (_ARITHMETIC | _SYMMETRIC | _SHIFTS | _ONE_WAY).items():
    setattr(Tensor, f"__{_name}__", _operator(_target))
for _name, _target in (_ARITHMETIC | _SYMMETRIC | _SHIFTS).items():
    setattr(Tensor, f"__r{_name}__", _reflected(_target))
    setattr(Tensor, f"__i{_name}__", _in_place(_target))


def _quotient_of_number(self, other):
    """PyTorch rounds twice here: of the reciprocal, and of the product."""
    is_array = isinstance(other, TensorBase)  # numpy's
    if _operand(other) is None and not is_array:
        return NotImplemented
    return _unary("reciprocal", self) * other


Tensor.__rtruediv__ = _quotient_of_number


def _equal(self, other):
    result = _binary("eq", self, other)
    return False if result is NotImplemented else result


def _not_equal(self, other):
    result = _binary("ne", self, other)
    return True if result is NotImplemented else result


def _invert(self):
    if self.dtype._kind > _INTEGER:
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
        )
    return _unary("bitwise_not", self)


Tensor.__eq__, Tensor.__ne__, Tensor.__invert__ = _equal, _not_equal, _invert
Tensor.__neg__ = lambda self: _unary("neg", self)
Tensor.__abs__ = lambda self: _unary("abs", self)

# ------------------------------------------------------------------------ within limits


def _limit(value, dtype):
    if not isinstance(value, _INT):
        return value
    _check_fits(value, dtype)
    is_wrapped = value < 0 and dtype._name == "uint8"
    return _integer(value + 256 if is_wrapped else value)


def _clamp_by_tensors(input, min, max):
    """The gradient goes to what is within both limits, and else to the limit that is passed."""
    low, high = (None if limit is None else as_tensor(limit) for limit in (min, max))

    def forward(x, *_):
        x = x if low is None else _binary("maximum", x, low)
        return x if high is None else _binary("minimum", x, high)

    def back(g):
        is_kept = g.new_ones((), dtype=_DTYPES["bool"])
        is_kept = is_kept if low is None else is_kept & (input >= low)
        is_kept = is_kept if high is None else is_kept & (input <= high)
        is_crossed = None not in (low, high) and low >= high
        parts = [g.masked_fill(~is_kept, 0)]
        if low is not None:
            is_low = input < low if high is None else (input < low) & ~is_crossed
            parts.append(g.masked_fill(~is_low, 0))
        if high is not None:
            is_high = input > high if low is None else (input > high) | (high < low)
            parts.append(g.masked_fill(~is_high, 0))
        return [_fitted(part, x) for part, x in zip(parts, parts_of)]

    parts_of = [x for x in (input, low, high) if x is not None]
    return _own_step(forward, back, "ClampBackward0", *parts_of)


def _fitted(g, x):
    """Summed where x was stretched, in its type."""
    from torch._rules.fitting import fitted

    return fitted(g, _engine.kind(x._h))


def clamp(input, min=None, max=None):
    min, max = (one._value if isinstance(one, Held) else one for one in (min, max))
    for limit in (min, max):
        if limit is not None and _operand(limit) is None:
            given = {"max": max} if min is None else {} if max is None else {"max": max}
            _mismatch("clamp", *(() if min is None else (min,)), **given)
        if isinstance(limit, _Complex) and not input.is_complex():
            kind = "double" if None not in (min, max) else "float"
            raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if None not in (min, max) and isinstance(min, Tensor) != isinstance(max, Tensor):
        min, max = (x.item() if isinstance(x, Tensor) and not x.ndim else x for x in (min, max))
    if None not in (min, max) and isinstance(min, Tensor) != isinstance(max, Tensor):
        _mismatch("clamp", input, min=min, max=max)
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        return _clamp_by_tensors(input, min, max)
    if input.dtype._kind == _BOOL and any(type(limit) is int for limit in (min, max)):
        input = input.long()
    if input.is_complex():
        raise RuntimeError("clamp is not supported for complex types")
    if input.dtype._kind <= _INTEGER and (isinstance(min, float) or isinstance(max, float)):
        input = input.to(_DTYPES[_float_name()])
    low = -_math.inf if min is None else _limit(min, input.dtype)
    high = _math.inf if max is None else _limit(max, input.dtype)
    if min is not None and max is not None and (low != low or high != high):
        low = high = _math.nan
    return _new(_engine.clamp(input._h, low, high))


clip = clamp


def clamp_min(input, min):
    return _named_step(clamp(input, min, _nan_alone(min)), "ClampMinBackward0")


def clamp_max(input, max):
    return _named_step(clamp(input, _nan_alone(max), max), "ClampMaxBackward0")


def _nan_alone(limit):
    """The other limit: by one that is no number, everything is none here."""
    return limit if not isinstance(limit, Tensor) and limit != limit else None


def nan_to_num(input, nan=None, posinf=None, neginf=None):
    if input.dtype._kind <= _INTEGER:
        return input.clone()
    if input.is_complex():
        raise RuntimeError(f"\"nan_to_num\" not implemented for '{input.dtype._scalar}'")
    limits = finfo(input.dtype)
    most = limits.max if posinf is None else posinf
    least = limits.min if neginf is None else neginf

    def forward(x):
        made = x.masked_fill(x.isnan(), 0.0 if nan is None else nan)
        return made.masked_fill(x == _math.inf, most).masked_fill(x == -_math.inf, least)

    def back(g):
        return [g * input.isfinite()]

    return _own_step(forward, back, "NanToNumBackward0", input)


# what PyTorch's C++ calls types
_CPP = {
    "float32": "float",
    "float64": "double",
    "float16": "c10::Half",
    "bfloat16": "c10::BFloat16",
    "int64": "long int",
    "int32": "int",
    "int16": "short int",
    "int8": "signed char",
    "uint8": "unsigned char",
}


def _check_broadcast(first, *others):
    """One after the other, so that the error names the sizes in the order that they are given."""
    shape = first.shape
    for x in others:
        if isinstance(x, Tensor) and x.shape != shape:
            from torch._shape import broadcast_shapes

            shape = broadcast_shapes(shape, x.shape)


def lerp(input, end, weight):
    is_tensor = isinstance(weight, Tensor)
    _check_broadcast(input, end, weight)
    for argument, value in (("end", end), ("weight", weight)):
        if isinstance(value, Tensor) and value.dtype is not input.dtype:
            raise RuntimeError(
                f"expected dtype {_CPP.get(input.dtype._name, input.dtype._name)} for `{argument}` "
                f"but got dtype {_CPP.get(value.dtype._name, value.dtype._name)}"
            )
    if input.dtype._kind <= _INTEGER:
        kernel = "lerp_kernel_tensor" if is_tensor else "lerp_kernel_scalar"
        raise RuntimeError(f"\"{kernel}\" not implemented for '{input.dtype._scalar}'")

    def back(g):
        rest = 1 - weight
        parts = [g * rest, g * weight]
        parts += [g * (end - input)] if is_tensor else []
        return [_fitted(part, x) for part, x in zip(parts, parts_of)]

    parts_of = [input, end, weight] if is_tensor else [input, end]
    title = f"LerpBackward{int(is_tensor)}"
    saved = parts_of if is_tensor else ()
    return _own_step(lambda *_: _mixed(input, end, weight), back, title, *parts_of, saved=saved)


def _mixed(input, end, weight):
    if input.is_floating_point() and input.dtype.itemsize == 2:  # rounded once
        parts = [x.float() if isinstance(x, Tensor) else x for x in (end, weight)]
        return _mixed(input.float(), *parts).to(input.dtype)
    is_tensor = isinstance(weight, Tensor)
    off = end - input
    made = input + weight * off
    if is_tensor or not -0.5 < weight < 0.5:
        far = end - off * (1 - weight)
        made = _where(weight.abs() < 0.5, made, far) if is_tensor else far
    return made


def _where(condition, a, b):
    return _new(_engine.where(condition._h, a._h, "", b._h, ""))


def _alike(*tensors):
    """All in the type that they have in common."""
    common = _DTYPES[_ask(_engine.result_type(",".join(str(x._h) for x in tensors)))]
    return [x.to(common) for x in tensors]


def addcmul(input, tensor1, tensor2, *, value=1):
    _check_broadcast(input, tensor1, tensor2)
    input, tensor1, tensor2 = _alike(input, tensor1, tensor2)
    whole = _in_type(input.dtype, value)[0]

    def forward(input, tensor1, tensor2):
        if input.dtype._name == "bfloat16":  # rounded once
            made = input.float() + value * tensor1.float() * tensor2.float()
            return made.to(input.dtype)
        return input + whole * tensor1 * tensor2

    def back(g):
        parts = [g, g * (tensor2 * whole).conj(), g * (tensor1 * whole).conj()]
        return [_fitted(part, x) for part, x in zip(parts, (input, tensor1, tensor2))]

    pairs = (tensor1, tensor2), (tensor2, tensor1)
    saved = [x for x, other in pairs if other.requires_grad]
    return _own_step(forward, back, "AddcmulBackward0", input, tensor1, tensor2, saved=saved)


def logaddexp(input, other):
    """log(e^a + e^b), where neither power need be a number that is finite."""
    for k, value in enumerate((input, other)):
        _tensor(value, "logaddexp", ("input", "other")[k], k + 1)
    common = result_type(input, other)
    input, other = input.to(common), other.to(common)
    if not input.is_floating_point():
        raise RuntimeError(f"\"logaddexp_cpu\" not implemented for '{input.dtype._scalar}'")

    def back(g):
        parts = g / (1 + (other - input).exp()), g / (1 + (input - other).exp())
        return [_fitted(part, x) for part, x in zip(parts, (input, other))]

    return _own_step(_log_of_sum, back, "LogaddexpBackward0", input, other)


def _log_of_sum(input, other):
    if input.dtype.itemsize == 2:  # rounded once
        return _log_of_sum(input.float(), other.float()).to(input.dtype)
    most = _binary("maximum", input, other)
    same = input == other  # infinities too, whose difference is no number
    return most + (-(input - other).abs().masked_fill(same, 0.0)).exp().log1p()


# ----------------------------------------------------------------------- complex numbers


def complex(real, imag):
    return _new(_engine.complex(real._h, imag._h))


def polar(abs, angle):
    return _new(_engine.polar(abs._h, angle._h))


def view_as_complex(input):
    return _new(_engine.view_as_complex(input._h))


def view_as_real(input):
    return _new(_engine.view_as_real(input._h))


def real(input):
    return _tensor(input, "real").real


def imag(input):
    return _tensor(input, "imag").imag
