"""Element by element."""

import math

import torch
from torch._rules.fitting import fitted, not_here, rule
from torch._tape import BY_RESULT


def _own_unary(name, x):
    from torch._tensor import _unary

    return _unary(name, x)


def _trigamma(x):
    """At the poles as large as the sine of PyTorch's pi leaves it."""
    is_pole = (x <= 0) & (x == x.floor())
    return (math.pi / (x * math.pi).sin()).square().where(is_pole, _own_unary("trigamma", x))


def _zeros(g):
    """Where g is no number too."""
    return g.new_zeros(g.shape)


def _kept(g, others):
    """g but where others are chosen: there it is 0, even where g is no number."""
    shape = torch.broadcast_shapes(g.shape, others.shape)
    return g.expand(shape).masked_fill(others.bool(), 0)


def _rounded_once(function, *tensors):
    """Short types are rounded at the end alone."""
    return (
        function(*(t.float() for t in tensors)).to(tensors[0].dtype)
        if (tensors[0].dtype.itemsize == 2)
        else function(*tensors)
    )


_UNARY = {  # of x, the result y, and the gradient g
    "exp": lambda x, y, g: g * y,
    "exp2": lambda x, y, g: g * y * math.log(2),
    "expm1": lambda x, y, g: g * (y + 1),
    "log": lambda x, y, g: g / x,
    "log2": lambda x, y, g: g / (x * math.log(2)),
    "log10": lambda x, y, g: g / (x * math.log(10)),
    "log1p": lambda x, y, g: g / (x + 1),
    "sqrt": lambda x, y, g: g / (2 * y),
    "rsqrt": lambda x, y, g: -0.5 * g * y**3,
    "sin": lambda x, y, g: g * x.cos(),
    "cos": lambda x, y, g: g * -x.sin(),
    "tan": lambda x, y, g: g * (1 + y * y),
    "asin": lambda x, y, g: g * (1 - x * x).rsqrt(),
    "acos": lambda x, y, g: g * -(1 - x * x).rsqrt(),
    "atan": lambda x, y, g: g / (1 + x * x),
    "asinh": lambda x, y, g: g * (x**2 + 1).rsqrt(),
    "acosh": lambda x, y, g: g * (x**2 - 1).rsqrt(),
    "atanh": lambda x, y, g: g / (1 - x * x),
    "sinh": lambda x, y, g: g * x.cosh(),
    "cosh": lambda x, y, g: g * x.sinh(),
    "tanh": lambda x, y, g: _rounded_once(lambda y, g: g * (1 - y * y), y, g),
    "sigmoid": lambda x, y, g: _rounded_once(lambda y, g: g * (1 - y) * y, y, g),
    "erf": lambda x, y, g: (-(x**2)).exp() * (2 / math.sqrt(math.pi)) * g,
    "erfc": lambda x, y, g: (-(x**2)).exp() * (-2 / math.sqrt(math.pi)) * g,
    "erfinv": lambda x, y, g: (x.erfinv() ** 2).exp() * (math.sqrt(math.pi) / 2) * g,
    "lgamma": lambda x, y, g: g * x.digamma(),
    "digamma": lambda x, y, g: g * _trigamma(x),
    "reciprocal": lambda x, y, g: -g * (y * y),
    "neg": lambda x, y, g: -g,
    "abs": lambda x, y, g: g * x.sign(),
    "square": lambda x, y, g: g * 2 * x,
    "relu": lambda x, y, g: g.masked_fill(y <= 0, 0),
    "deg2rad": lambda x, y, g: g * (math.pi / 180),
    "rad2deg": lambda x, y, g: g * (180 / math.pi),
    "frac": lambda x, y, g: g,
    **dict.fromkeys(("floor", "ceil", "trunc", "round", "sign"), lambda x, y, g: _zeros(g)),
}


def _direction(x):
    size = x.abs()
    return x / size.masked_fill(size == 0, 1)


_OF_COMPLEX = {
    "neg": _UNARY["neg"],
    "conj": lambda x, y, g: g.conj(),
    "abs": lambda x, y, g: g * _direction(x),
    "exp": lambda x, y, g: g * y.conj(),
}


@rule("unary", (1,), keeps=(0,), keeps_result=True)
def unary(node, g):
    name, is_complex = node.args[0], node.kinds[0].startswith("complex")
    of = _OF_COMPLEX if is_complex else _UNARY
    if name == "angle" and not is_complex:
        return [_zeros(g)]
    if name == "conj" and not is_complex:
        return [g]
    if name not in of:
        not_here(f"{name}()" + (" of complex numbers" if is_complex else ""))
    x = node.tensor(0) if 0 in node.kept else None
    return [of[name](x, node.tensor("y") if name in BY_RESULT else None, g)]


def _pow_back(a, b, y, g):
    if not hasattr(b, "expand"):  # False is no 0 there
        return _zeros(g) if b == 0 and b is not False else g * (b * a ** (b - 1))
    by_a = g * (b * a ** (b - 1))
    return by_a.masked_fill((b == 0).expand(by_a.shape), 0)


def _pow_exponent(a, b, y, g):
    if not hasattr(a, "log"):
        a = torch.tensor(a, dtype=torch.float64)
    return g * (y * a.log()).masked_fill(((a == 0) & (b >= 0)).expand(g.shape), 0)


def _share(a, b, is_other, g):
    """Nothing where the other is chosen: both have a half where they are the same, and both the
    whole where one is no number.
    """
    return (g / 2).where(a == b, g.masked_fill(is_other, 0))


# For each operand: of both, the result, and the gradient.
_BINARY = {
    "add": (lambda a, b, y, g: g, lambda a, b, y, g: g),
    "sub": (lambda a, b, y, g: g, lambda a, b, y, g: -g),
    "mul": (lambda a, b, y, g: g * _conj(b), lambda a, b, y, g: g * _conj(a)),
    "div": (lambda a, b, y, g: g / _conj(b), lambda a, b, y, g: -g * _conj((a / b) / b)),
    "pow": (_pow_back, _pow_exponent),
    "maximum": (
        lambda a, b, y, g: _share(a, b, a < b, g),
        lambda a, b, y, g: _share(a, b, a > b, g),
    ),
    "minimum": (
        lambda a, b, y, g: _share(a, b, a > b, g),
        lambda a, b, y, g: _share(a, b, a < b, g),
    ),
    "atan2": (
        lambda a, b, y, g: g * b * (a * a + b * b).reciprocal(),
        lambda a, b, y, g: g * -a * (a * a + b * b).reciprocal(),
    ),
    "hypot": (lambda a, b, y, g: g * (a / y), lambda a, b, y, g: g * (b / y)),
    "remainder": (
        lambda a, b, y, g: g,
        lambda a, b, y, g: -g * torch.div(a, b, rounding_mode="floor"),
    ),
    "fmod": (lambda a, b, y, g: g, lambda a, b, y, g: -g * torch.div(a, b, rounding_mode="trunc")),
    **dict.fromkeys(
        ("floor_divide", "trunc_divide"), (lambda a, b, y, g: g * 0, lambda a, b, y, g: g * 0)
    ),
}
_LINEAR = ("add", "sub")
_OF_COMPLEX_TWO = ("add", "sub", "mul", "div")


def _conj(value):
    if isinstance(value, complex):
        return value.conjugate()
    return value.conj() if hasattr(value, "is_complex") and value.is_complex() else value


def _operands(args):
    """The handles of the two."""
    kinds = (args[3:] + ("", ""))[:2]
    return [value for value, kind in zip(args[1:3], kinds) if not kind]


@rule("binary", _operands, keeps=(0, 1), keeps_result=True)
def binary(node, g):
    args = node.args
    name, kinds = args[0], (args[3:] + ("", ""))[:2]
    values, at = [], 0
    for value, kind in zip(args[1:3], kinds):
        if kind:
            values.append(complex(*map(float, value.split(","))) if kind == "complex" else value)
        else:
            values.append(node.tensor(at) if at in node.kept else None)
            at += 1
    return _both(node, name, values, [not kind for kind in kinds], g)


def _both(node, name, values, is_tensor, g):
    if name not in _BINARY:
        not_here(f"{name}()")
    if node._name.endswith("NotImplemented"):
        raise RuntimeError(f"derivative for aten::{name} is not implemented")
    is_complex = any(kind.startswith("complex") for kind in (*node.kinds, node.kind))
    if is_complex and name not in _OF_COMPLEX_TWO:
        not_here(f"{name}() of complex numbers")
    y = node.tensor("y") if name == "hypot" or name == "pow" and is_tensor[1] else None
    parts, at = [], 0
    for back, is_one in zip(_BINARY[name], is_tensor):
        if not is_one:
            continue
        if node.needs(at):
            parts.append(fitted(back(*values, y, g), node.kinds[at]))
        else:
            parts.append(None)
        at += 1
    return parts


@rule("binary_in_place", (1, 2))
def binary_in_place(node, g):
    """Of the numbers that were there before: a clone was kept."""
    name, kind = node.args[0], (node.args[3:] + ("",))[0]
    a, b = (node.tensor(k) if k in node.kept else None for k in (0, 1))
    b = node.args[2] if kind else b
    if name in ("pow", "hypot") and "y" not in node.kept:
        from torch._tensor import _binary

        node.kept["y"] = (_binary(name, a, b), 0)
    return _both(node, name, [a, b], [True, not kind], g)


@rule("clamp", keeps=(0,))
def clamp(node, g):
    x, (low, high) = node.tensor(0), node.args[1:3]
    return [g.masked_fill(~((x >= low) & (x <= high)), 0)]


def _chosen(args):
    picks = [(args[1], args[2]), (args[3], args[4])]
    return [args[0], *(value for value, kind in picks if not kind)]


@rule("where", _chosen, keeps=(0,))
def where(node, g):
    condition, parts, at = node.tensor(0), [None], 1
    for kind, is_first in ((node.args[2], True), (node.args[4], False)):
        if kind:
            continue
        part = None
        if node.needs(at):
            other = condition.logical_not() if is_first else condition
            part = fitted(_kept(g, other), node.kinds[at])
        parts.append(part)
        at += 1
    return parts


@rule("to")
def to(node, g):
    return [fitted(g, node.kinds[0])]


# ------------------------------------------------------------------------ complex numbers


@rule("complex", (0, 1))
def of_parts(node, g):
    return [g.real, g.imag]


@rule("polar", (0, 1), keeps_result=True)
def polar(node, g):
    y = node.tensor("y")
    unit = _direction(y)
    return [
        g.real * unit.real + g.imag * unit.imag,
        g.imag * y.real - g.real * y.imag,
    ]


@rule("view_as_complex")
def view_as_complex(node, g):
    from torch import view_as_real

    return [view_as_real(g)]


@rule("view_as_real")
def view_as_real(node, g):
    from torch import view_as_complex

    return [view_as_complex(g.contiguous())]


@rule("part")
def part(node, g):
    """The real part, or the imaginary one."""
    import torch

    if not node.kinds[0].startswith("complex"):
        return [g]
    zero = torch.zeros_like(g)
    return [torch.complex(zero, g) if node.args[1] else torch.complex(g, zero)]
