"""Functions of each number of one tensor, or of two."""

import math as _math

import torch as _torch
from torch import _modes
from torch._arguments import _kind, _named, _tensor
from torch._create import as_tensor
from torch._elementwise import _alike, _fitted
from torch._index import where
from torch._tape import named as _named_step
from torch._tape import not_derived as _not_derived
from torch._tape import own_step as _own_step
from torch._tensor import Tensor, _binary, _unary
from torch._types import _BOOL, _DTYPES, _FLOAT, _INTEGER, _float_name

# ------------------------------------------------------------------------- of one tensor


def _as_float(input, name):
    input = _tensor(input, name)
    if input.is_complex():
        raise RuntimeError(f"{name} of complex numbers is not part of this lab's torch")
    return input if input.is_floating_point() else input.to(_DTYPES[_float_name()])


def _of_one(name):
    return _named(lambda input: _unary(name, _as_float(input, name)), name)


asinh, acosh, atanh = map(_of_one, ("asinh", "acosh", "atanh"))


arcsinh, arccosh, arctanh = asinh, acosh, atanh


def sinc(input):
    input = _as_float(input, "sinc")

    def forward(x):
        x = x * _math.pi
        return (x.sin() / x.masked_fill(x == 0, 1)).masked_fill(x == 0, 1)

    def back(g):
        angle, square = input * _math.pi, input * input * _math.pi
        slope = (angle * angle.cos() - angle.sin()) / square
        return [(g * slope).masked_fill(square == 0, 0)]

    return _own_step(forward, back, "SincBackward0", input)


def logit(input, eps=None):
    x = _as_float(input, "logit")
    if isinstance(eps, Tensor):
        raise TypeError(f"logit(): argument 'eps' (position 2) must be float, not {_kind(eps)}")
    low, high = (0, 1) if eps is None else (eps, 1 - eps)

    def forward(x):
        if eps is not None:  # low first, also where it is the higher one
            x = x.masked_fill((x > high) & ~(x < low), high).masked_fill(x < low, low)
        return (x / (1 - x)).log()

    def back(g):
        if _modes.is_on:  # as PyTorch writes it where the gradient is differentiated too
            slope = g / (x * (1 - x))
            is_within = (x >= low) & (x <= high)
            return [slope if eps is None else where(is_within, slope, _torch.zeros_like(x))]
        slope = (x * (1 - x)).masked_fill(x == 0, 0)
        return [(g / slope).masked_fill((x < low) | (x > high), _math.nan if eps is None else 0)]

    return _own_step(forward, back, "LogitBackward0", x)


def sgn(input):
    return _named_step(_unary("sign", _tensor(input, "sgn")), "SgnBackward0")


def positive(input):
    if _tensor(input, "positive").dtype._kind == _BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


Tensor.__pos__ = positive


def _check_real(name, input):
    if _tensor(input, name).is_complex():
        raise RuntimeError(f"{name} does not support complex inputs{'.' * (name != 'nansum')}")


def isposinf(input):
    _check_real("isposinf", input)
    return _binary("eq", _tensor(input, "isposinf"), _math.inf)


def isneginf(input):
    _check_real("isneginf", input)
    return _binary("eq", _tensor(input, "isneginf"), -_math.inf)


def isreal(input):
    if _tensor(input, "isreal").is_complex():
        return input.imag == 0
    return _torch.ones(input.shape, dtype=_torch.bool)


# ------------------------------------------------------------------------ of two tensors


def _two(name, a, b):
    for k, value in enumerate((a, b)):
        _tensor(value, name, ("input", "other")[k], k + 1)
    return a, b


def _common_float(input, other):
    common = _torch.result_type(input, other)
    return common if common._kind >= _FLOAT else _DTYPES[_float_name()]


def xlogy(input, other):
    a, b = (v if isinstance(v, Tensor) else as_tensor(float(v)) for v in (input, other))
    common = _common_float(input, other)
    if common.is_complex:
        raise RuntimeError(f"\"xlogy_cpu\" not implemented for '{common._scalar}'")
    a, b = a.to(common), b.to(common)

    def forward(a, b):
        made = a * _unary("log", b)  # of half precision too
        return made.masked_fill((a == 0) & (b == b), 0)

    def back(g):
        by_a = xlogy(g, b).masked_fill((a == 0) & (b <= 0), 0)
        return [_fitted(by_a, a), _fitted(g * a / b, b)]

    kind = 1 if not isinstance(input, Tensor) else 0 if isinstance(other, Tensor) else 2
    return _own_step(forward, back, f"XlogyBackward{kind}", a, b)


def float_power(input, exponent):
    pair = (input, exponent)
    is_complex = any(
        v.is_complex() if isinstance(v, Tensor) else isinstance(v, complex) for v in pair
    )
    common = _torch.complex128 if is_complex else _torch.float64
    a, b = (v.to(common) if isinstance(v, Tensor) else v for v in pair)
    return _torch.pow(a, b)


def rsub(input, other, *, alpha=1):
    return other - input * alpha if alpha != 1 else other - input


def copysign(input, other):
    a = _as_float(input, "copysign")
    is_tensor = isinstance(other, Tensor)
    b = other if is_tensor else as_tensor(float(other))
    common = _torch.result_type(input, other)  # a tensor without axes does not widen it
    common = common if common._kind >= _FLOAT else a.dtype

    def forward(a, *_):
        size = a.abs()
        return where(b.signbit(), -size, size).to(common)

    def back(g):
        ratio = (copysign(input, other) / a).masked_fill(a == 0, 0)
        parts = _fitted(g * ratio, a), _torch.zeros_like(b, dtype=_DTYPES[b.dtype._name])
        return parts if is_tensor else parts[:1]

    inputs = (a, b) if is_tensor else (a,)
    return _own_step(forward, back, f"CopysignBackward{int(not is_tensor)}", *inputs)


def _without_nan(name, of_two):
    def function(input, other):
        a, b = _two(name, input, other)
        made = _binary(of_two, a, b)
        if made.dtype._kind < _FLOAT:
            return made
        is_first = (a >= b if name == "fmax" else a <= b) | (b != b)
        made = where(is_first, a.to(made.dtype), b.to(made.dtype))
        return _named_step(made, f"{name.title()}Backward0", a, b)

    return _named(function, name)


fmax, fmin = _without_nan("fmax", "maximum"), _without_nan("fmin", "minimum")


def logaddexp2(input, other):
    a, b = _two("logaddexp2", input, other)
    common = _torch.result_type(input, other)
    if common._kind < _FLOAT:
        raise RuntimeError(f"\"logaddexp2_cpu\" not implemented for '{common._scalar}'")
    a, b = a.to(common), b.to(common)
    if a.dtype.itemsize == 2:  # rounded once
        return logaddexp2(a.float(), b.float()).to(a.dtype)

    def forward(a, b):
        same = a == b  # infinities too, whose difference is no number
        tail = (1 + (-(a - b).abs().masked_fill(same, 0)).exp2()).log2()
        return _binary("maximum", a, b) + tail

    def back(g):
        parts = g / (1 + (b - a).exp2()), g / (1 + (a - b).exp2())
        return [_fitted(part, x) for part, x in zip(parts, (a, b))]

    return _own_step(forward, back, "Logaddexp2Backward0", a, b)


def heaviside(input, values):
    _tensor(input, "heaviside")
    _tensor(values, "heaviside", "values", 2)
    if input.dtype is not values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    made = where(input == 0, values, (input > 0).to(input.dtype))
    made = where(input != input, as_tensor(0).to(input.dtype), made)
    return _not_derived("heaviside", made.detach(), input, values)


def _whole_numbers(name, function):
    def of_two(input, other):
        x, y = _torch.broadcast_tensors(*_two(name, input, other))
        common = _torch.result_type(input, other)
        if common._kind != _INTEGER:
            raise RuntimeError(f"\"{name}_cpu\" not implemented for '{common._scalar}'")
        made = [function(*pair) for pair in zip(x.flatten().tolist(), y.flatten().tolist())]
        return _torch.tensor(made, dtype=common).view(x.shape)

    return _named(of_two, name)


gcd, lcm = _whole_numbers("gcd", _math.gcd), _whole_numbers("lcm", _math.lcm)


def ldexp(input, other):
    _two("ldexp", input, other)
    return input * _binary("pow", 2.0, other)


def addcdiv(input, tensor1, tensor2, *, value=1):
    if not any(x.is_floating_point() or x.is_complex() for x in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2."
        )
    input, tensor1, tensor2 = _alike(input, tensor1, tensor2)
    if input.dtype._name == "bfloat16":  # rounded once
        made = addcdiv(input.float(), tensor1, tensor2.float(), value=value).to(input.dtype)
    else:
        made = input + value * (tensor1 / tensor2)
    return _named_step(made, "AddcdivBackward0")
