"""Element by element, and along axes."""

import functools as _functools
import math as _math
import warnings as _warnings
from builtins import any as any_true
from builtins import max as builtins_max

import torch as _torch
from numpy._array import _check_cast, _fractional, _in, _out, _wrap, asarray
from numpy._dtype import name_of
from numpy._memory import laid_out_as, placed
from numpy._promotion import float_of, promoted, unsupported
from numpy._scalar_operators import warn
from numpy._tensors import given_back
from numpy._ufunc import (
    ALIASES,
    SUMMED,
    UFUNCS,
    UFuncTypeError,
    _calculated,
    _is_inner,
    as_initial,
    check_casting,
    check_dtype,
    check_finite,
    check_signed,
    check_where,
    operand,
    ordered,
    shapes_error,
    summed,
    written,
    written_where,
)
from torch._arguments import _named
from torch._base import TensorBase
from torch._tensor import _reduce, _unary
from torch._types import _DTYPES, _FLOAT, _INT, _INTEGER

# ----------------------------------------------------------------------- of one operand


def _as_float(tensor):
    """The float that numpy's functions take for a type of integers."""
    return tensor.to(_DTYPES[float_of(tensor.dtype._name)])


_ALONG_REALS = ("exp", "sin", "cos")


def _of_infinities(target, tensor, made):
    """Of what has no imaginary part the result has none, where the real part is not finite too."""
    is_real = tensor.imag == 0
    if target != "exp":
        is_real = is_real & (tensor.real - tensor.real != 0)
    if not bool(is_real.any()):
        return made
    along = _torch.complex(_unary(target, tensor.real), tensor.imag.clone())
    return _torch.where(is_real, along, made)


def _each(name, target=None, keeps=False):
    """keeps: integers stay integers."""
    target = target or name

    def function(
        x, out=None, *, where=None, dtype=None, casting="same_kind", order="K", subok=True
    ):
        tensor = _in(x)
        if casting != "same_kind":
            loop = tensor.dtype if keeps else _as_float(tensor).dtype
            check_casting(name, casting, [tensor], loop._name, out, dtype)
        if dtype is not None:
            check_signed({"abs": "absolute"}.get(name, name), tensor, name_of(dtype))
            check_dtype(name, dtype, tensor if keeps else _as_float(tensor))
            tensor = tensor.to(_DTYPES[name_of(dtype)])
            if name in ("abs", "absolute") and tensor.is_complex():
                text = f"dtype={dtype} of {name}() is not part of this lab's numpy"
                raise NotImplementedError(text)
        if not keeps:
            tensor = _as_float(tensor)
        if name in _REAL and tensor.is_complex():
            unsupported(name)
        made = target(tensor) if callable(target) else _unary(target, tensor)
        if name in _ALONG_REALS and tensor.is_complex():
            made = _of_infinities(target, tensor, made)
        made = made.clone() if made.data_ptr() == _in(x).data_ptr() else made  # nothing is shared
        called = {"abs": "absolute"}.get(name, name)
        if where is not None and where is not True:
            check_where(called, made, where, tensor)
            return written_where(made, where, out, name)
        check_finite(called, made, tensor)
        made = written(ordered(made, order, out), out, name)
        return made if out is not None else given_back(made, x)

    return _named(function, name)


def _not_bool(name, target, operator, other):
    def function(tensor):
        if tensor.dtype is _torch.bool:
            raise TypeError(
                f"The numpy boolean {name}, the `{operator}` operator, is not supported, use "
                f"{other} "
                "instead."
            )
        return _unary(target, tensor)

    return function


def _sign(tensor):
    """NaN stays."""
    if tensor.dtype is _torch.bool:
        raise UFuncTypeError(
            "ufunc 'sign' did not contain a loop with signature matching types "
            "<class 'numpy.dtype[bool_]'> -> None"
        )
    return _torch.where(tensor != tensor, tensor, tensor.sign())


def _not_truth(tensor):
    return tensor.to(_torch.int8) if tensor.dtype is _torch.bool else tensor


def _absolute(tensor):
    return tensor if tensor.dtype is _torch.bool else _unary("abs", tensor)


def _positive(tensor):
    if tensor.dtype is _torch.bool:
        raise UFuncTypeError(
            "ufunc 'positive' did not contain a loop with signature matching types "
            "<class 'numpy.dtype[bool_]'> -> None"
        )
    return tensor.clone()


def _real_alone(tensor):
    if tensor.is_complex():
        raise TypeError(
            f"This operation is not supported for {tensor.dtype._name} values because it would be "
            "ambiguous."
        )
    return tensor


def _of_parts(name, joined, tensor):
    """Of both parts of complex numbers."""
    if not tensor.is_complex():
        return _unary(name, tensor)
    return joined(_unary(name, tensor.real), _unary(name, tensor.imag))


def _inverted(tensor):
    return (
        _unary("bitwise_not", tensor) if tensor.dtype._kind <= _INTEGER else unsupported("invert")
    )


def _scaled(by, to):
    """A product with a number that the type rounds, as C's float does."""

    def function(tensor):
        if tensor.dtype is _torch.float64:
            return tensor * (by / to)
        a, b = (_torch.tensor(v, dtype=_torch.float32) for v in (by, to))
        return (tensor.float() * (a / b)).to(tensor.dtype)

    return function


_REAL = """
    floor ceil trunc cbrt fabs signbit radians deg2rad degrees rad2deg""".split()
_PLAIN = """
    exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan tanh sinh cosh floor ceil
    trunc""".split()
globals().update({name: _each(name) for name in _PLAIN})
_RENAMED = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "fabs": "abs",
    "rint": "round",
    "radians": _scaled(_math.pi, 180),
    "deg2rad": _scaled(_math.pi, 180),
    "degrees": _scaled(180, _math.pi),
    "rad2deg": _scaled(180, _math.pi),
    "cbrt": "cbrt",
}
globals().update({name: _each(name, target) for name, target in _RENAMED.items()})
_KEEPING = {
    "abs": _absolute,
    "absolute": _absolute,
    "sign": _sign,
    "square": lambda x: _unary("square", _not_truth(x)),
    "isnan": lambda x: x != x,
    "isinf": lambda x: _of_parts("isinf", _torch.logical_or, x),
    "isfinite": lambda x: _of_parts("isfinite", _torch.logical_and, x),
    "logical_not": lambda x: x == 0,
    "signbit": "signbit",
    "invert": _inverted,
    "bitwise_not": _inverted,
    "positive": _positive,
    "negative": _not_bool("negative", "neg", "-", "the `~` operator or the logical_not function"),
    "isposinf": lambda x: _real_alone(x) == _math.inf,
    "isneginf": lambda x: _real_alone(x) == -_math.inf,
    "conj": lambda x: _unary("conj", _not_truth(x)),
    "conjugate": lambda x: _unary("conj", _not_truth(x)),
}
globals().update({name: _each(name, target, True) for name, target in _KEEPING.items()})


def reciprocal(x, out=None):
    return written(_reciprocal(_in(x)), out, "reciprocal")


def _reciprocal(tensor):
    if tensor.dtype._kind > _INTEGER:
        made = _unary("reciprocal", tensor)
        check_finite("reciprocal", made, tensor)
        return made
    if tensor.dtype is _torch.bool:
        tensor = tensor.to(_torch.int8)
    if bool((tensor == 0).any()):
        raise NotImplementedError("reciprocal() of an integer 0 is not part of this lab's numpy")
    return _torch.div(1, tensor, rounding_mode="trunc").to(tensor.dtype)


globals().update(UFUNCS | {alias: UFUNCS[name] for alias, name in ALIASES.items()})


def divmod(x1, x2):
    from numpy._scalar_operators import errstate, renamed

    with renamed("divmod", "floor_divide", "remainder"):
        whole = UFUNCS["floor_divide"](x1, x2)
        if _in(whole).dtype._kind <= _INTEGER:  # one warning is enough
            with errstate(divide="ignore"):
                return whole, UFUNCS["remainder"](x1, x2)
        return whole, UFUNCS["remainder"](x1, x2)


def modf(x):
    """The part after the point, and the part before it; both with the sign."""
    tensor = _as_float(_in(x))
    whole = tensor.trunc()
    rest = _torch.where(tensor.isinf(), tensor * 0.0, tensor - whole)
    rest = _torch.where(rest == 0, _torch.copysign(rest, tensor), rest)
    rest = _torch.where(tensor.isinf(), _torch.copysign(_torch.zeros_like(rest), tensor), rest)
    return _out(rest), _out(whole)


def sinc(x):
    y = _math.pi * where(_in(x) == 0, 1.0e-20, x)
    return globals()["sin"](y) / y


def isreal(x):
    if type(x) in (int, float, complex, bool):
        return x.imag == 0
    tensor = _in(x)
    return _out(tensor.imag == 0 if tensor.is_complex() else tensor.isnan() | True)


def iscomplexobj(x):
    return _in(x).is_complex()


def real(val):
    return val.real if hasattr(val, "real") else asarray(val).real


def imag(val):
    return val.imag if hasattr(val, "imag") else asarray(val).imag


def iscomplex(x):
    tensor = _in(x)
    return _out(tensor.imag != 0 if tensor.is_complex() else _torch.zeros_like(tensor).bool())


def isrealobj(x):
    return not iscomplexobj(x)


def frexp(x):
    tensor = _as_float(_in(x))
    pairs = [_math.frexp(value) for value in tensor.flatten().tolist()]
    parts, powers = zip(*pairs) if pairs else ((), ())
    made = _torch.tensor(parts, dtype=tensor.dtype).view(tensor.shape)
    return _out(made), _out(_torch.tensor(powers, dtype=_torch.int32).view(tensor.shape))


def ldexp(x1, x2):
    tensor, powers = _as_float(_in(x1)), _in(x2)
    if powers.dtype._kind > _INTEGER or powers.dtype._name == "uint64" or tensor.is_complex():
        unsupported("ldexp")
    return _out((tensor.double() * _torch.pow(2.0, powers.double())).to(tensor.dtype))


def angle(z, deg=False):
    made = _out(_in(z).angle()) if _in(z).is_complex() else UFUNCS["arctan2"](0, asarray(z))
    return made * (180 / _math.pi) if deg else made


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    made = _torch.nan_to_num(_in(x), nan, posinf, neginf)
    if copy or not getattr(x, "_is_array", False):
        return _out(made)
    x[...] = _wrap(made)
    return x


def round(a, decimals=0, out=None):
    tensor = _in(a)
    if not hasattr(decimals, "__index__"):
        kind = type(decimals).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    if getattr(out, "_is_array", False) and out.shape != tuple(tensor.shape):
        raise ValueError("invalid output shape")
    if tensor.dtype is _torch.bool and decimals < 0:
        raise UFuncTypeError(
            "Cannot cast ufunc 'divide' output from dtype('float64') to dtype('bool') with casting "
            "rule 'same_kind'"
        )
    if tensor.dtype._kind <= _INTEGER and decimals >= 0:
        is_truth = tensor.dtype is _torch.bool
        if is_truth and decimals:
            raise UFuncTypeError(
                "Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool') with "
                "casting rule 'same_kind'"
            )
        if out is None and not is_truth and getattr(a, "_is_array", False):
            return a
        return written(tensor.half() if is_truth else tensor.clone(), out)
    if tensor.is_complex():
        parts = (_torch.round(part, decimals=decimals) for part in (tensor.real, tensor.imag))
        return written(_torch.complex(*parts), out)
    if tensor.dtype._kind <= _INTEGER:
        by = 10.0**-decimals
        made = (tensor.to(_torch.float64) / by).round() * by
        return written(made.to(tensor.dtype), out)
    return written(_rounded(tensor, decimals), out)


def _rounded(tensor, decimals):
    """Floats: made longer or shorter, rounded, and made as long as before, each in their type."""
    if decimals == 0:
        return _torch.round(tensor)
    by, there, back = _power_of_ten(abs(decimals)), "divide", "multiply"
    if decimals > 0:
        there, back = back, there
    made = _torch.round(_scaled(there, tensor, by))
    return _scaled(back, made, by)


def _power_of_ten(n):
    """With the errors that multiplying makes."""
    return 10.0**n if n < 9 else _functools.reduce(lambda x, _: x * 10.0, range(n - 9), 1e9)


def _scaled(name, tensor, by):
    made = _calculated(name, tensor, by).to(tensor.dtype)
    check_finite(name, made, tensor, by)
    return made


around = round_ = round


def fix(x, out=None):
    return written(_as_float(_in(x)).trunc(), out, "fix")


_NAN_ENDS = (
    "Passing `np.nan` to mean no clipping in np.clip has always been unreliable, and is now "
    "deprecated. In future, this will always return nan, like it already does when min or max are "
    "arrays that contain nan. To skip a bound, pass either None or an np.inf of an appropriate "
    "sign."
)


def clip(a, a_min, a_max, out=None):
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    ends = [a_min, a_max]
    for k, end in enumerate(ends):
        if isinstance(end, float) and end != end:
            _warnings.warn(_NAN_ENDS, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
            ends[k] = _math.inf if k else -_math.inf
    made = a
    if a_min is not None and a_max is not None:  # the type is that of all three
        from numpy._types import result_type

        made = asarray(a)
        made = made.astype(result_type(made, *map(operand, ends)), copy=False)
    for name, end in zip(("maximum", "minimum"), ends):
        if end is not None:
            inner, made = made, UFUNCS[name](made, end)
            zero = asarray(made) == 0
            if name == "minimum" and asarray(made).dtype.kind == "f" and bool(zero.any()):
                nearer = where(asarray(inner) < end, inner, end)  # of 0 and -0 the end
                made = _out(_in(where(zero, nearer, made)))
    return made if out is None else written(_in(made), out)


_NOTHING = object()  # None is something to choose


def where(condition, x=_NOTHING, y=_NOTHING, /):
    if x is _NOTHING:
        if not _in(condition).dim():
            text = (
                "Calling nonzero on 0d arrays is deprecated, as it behaves surprisingly. Use "
                "`atleast_1d(arr).nonzero()` if the old behavior was intended."
            )
            _warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
        tensor = _in(condition)
        places = _torch.nonzero(tensor if tensor.dim() else tensor.reshape(1))
        return tuple(map(_wrap, placed(places, [0, 1]).unbind(1)))
    if y is _NOTHING:
        raise ValueError("either both or neither of x and y should be given")
    from numpy._promotion import common

    a, b = operand(x), operand(y)
    if a is None or b is None:
        kind = type(x if a is None else y).__name__
        raise NotImplementedError(f"arrays of {kind} are not part of this lab's numpy")
    kind = _DTYPES[common(a, b)]
    a, b = (v.to(kind) if isinstance(v, TensorBase) else _in(v).to(kind) for v in (a, b))
    try:
        given = _in(condition)
        return _wrap(laid_out_as(_torch.where(given != 0, a, b), given, a, b))
    except RuntimeError as error:
        raise shapes_error(error, _in(condition), a, b) from None


def nonzero(a):
    return where(a)


def flatnonzero(a):
    return _wrap(_torch.nonzero(_in(a).flatten()).flatten())


def argwhere(a):
    return _wrap(placed(_torch.nonzero(_in(a)), [1, 0]))


# ---------------------------------------------------------------------------- along axes


class AxisError(ValueError, IndexError):
    """An axis that an array has not."""

    __module__ = "numpy"


def _axes(tensor, axis, allows_number=False):
    """None, or a tuple of axes from 0 on. allows_number: numbers too have one, as in reductions"""
    if axis is None:
        return None
    rank = tensor.dim()
    is_list = isinstance(axis, list) and not allows_number
    axes = tuple(axis) if is_list or isinstance(axis, tuple) else (axis,)
    if allows_number and any_true(isinstance(one, bool) for one in axes):
        raise TypeError("an integer is required")
    for one in axes:
        if not hasattr(one, "__index__"):
            raise TypeError(f"'{type(one).__name__}' object cannot be interpreted as an integer")
        is_number = allows_number and rank == 0 and one in (0, -1) and one is axis
        if not -rank <= one < rank and not is_number:
            raise AxisError(f"axis {one} is out of bounds for array of dimension {rank}")
    axes = tuple(int(one) % rank for one in axes) if rank else ()
    if len(set(axes)) < len(axes):
        raise ValueError("duplicate value in 'axis'")
    return axes


def _along(name, a, axis, keepdims, parameter=0):
    """A tensor: along those axes to one number each."""
    tensor = _in(a)
    if tensor.is_complex() and name in ("amax", "amin", "argmax", "argmin", "all", "any"):
        return _along_complex(name, tensor, axis, keepdims)
    axes = _axes(tensor, axis, True)
    if axes == () and (tensor.dim() or axis == ()):
        if name in ("std", "var"):
            made = tensor - tensor
            made = made.real if made.is_complex() else made
            return made * _math.nan if parameter >= 1 else made
        is_counted = name in ("sum", "prod", "nansum") and tensor.dtype._kind <= _INTEGER
        if is_counted and tensor.dtype._name not in ("int64", "uint64"):
            return tensor.long()
        return tensor.clone()  # nothing is shared with what was given
    if name in ("sum", "mean", "std", "var") and tensor.dtype in SUMMED and tensor.numel():
        return _in_order(name, tensor, axes or tuple(range(tensor.dim())), keepdims, parameter)
    dim = None if not axes else axes[0] if name.startswith("arg") else axes
    return _reduce(name, tensor, dim, bool(keepdims), parameter)


def _in_order(name, tensor, axes, keepdims, ddof):
    n = _math.prod(tensor.shape[k] for k in axes)
    made = summed(tensor, axes)
    if name in ("std", "var"):
        off = tensor - made / n
        made = summed(off * off, axes) / builtins_max(n - ddof, 0)
    elif name == "mean":
        made = made / n
    made = made.sqrt() if name == "std" else made
    kept = [m for k, m in enumerate(tensor.shape) if k not in axes]
    return made if keepdims else made.reshape(kept)


def _along_complex(name, tensor, axis, keepdims):
    """The largest or smallest, or its place: by the real parts, then by the imaginary ones."""
    axes = _axes(tensor, axis, True)
    axes = tuple(range(tensor.dim())) if axes is None else axes
    kept = [k for k in range(tensor.dim()) if k not in axes]
    rows = tensor.permute(*kept, *axes).reshape(*(tensor.shape[k] for k in kept), -1)
    line = rows if name[-3:] == "min" else -rows
    places = _complex_order(line, -1)[..., :1]
    made = places if name.startswith("arg") else rows.gather(-1, places)
    shape = (
        [1 if k in axes else n for k, n in enumerate(tensor.shape)]
        if keepdims
        else (rows.shape[:-1])
    )
    return made.reshape(shape)


def _chosen(a, where, neutral):
    """The elements that count; others are neutral."""
    tensor = _in(a)
    if where is None or where is True:
        return tensor
    return _torch.where(_in(where).expand(tensor.shape), tensor, neutral)


def _typed(a, dtype):
    tensor = _in(a)
    if dtype is None:
        return tensor
    made = tensor.to(_DTYPES[name_of(dtype)])
    if tensor.is_complex():
        _check_cast(tensor, made)
    return made


def _sum_type(tensor, dtype):
    """That of sums and products; integers without a sign stay without one."""
    if dtype is None:
        dtype = "uint64" if tensor.dtype._name[0] == "u" else None
    return None if dtype is None else _DTYPES[name_of(dtype)]


_STEPS = {"max": "maximum", "min": "minimum", "prod": "multiply"}  # the others add


def check_taker(name, made, out):
    """out= of a reduction has the very shape of the result."""
    out = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if not getattr(out, "_is_array", False) or out.shape == tuple(made.shape):
        return
    if out.ndim != made.dim():
        raise ValueError(
            f"output parameter for reduction operation {name} has the wrong number of dimensions: "
            f"Found {out.ndim} but expected {made.dim()}"
        )
    raise ValueError(
        f"output parameter for reduction operation {name} has the shape {out.shape}, but the "
        f"result has {tuple(made.shape)}"
    )


def reduced(made, out, name="add"):
    """As written(), where numpy would go on in the type of the array that takes it."""
    check_taker(name, made, out)
    if getattr(out, "_is_array", False) and out.dtype.name != made.dtype._name:
        raise NotImplementedError("out= of another type is not part of this lab's numpy here")
    return written(made, out)


def _half_summed(name, tensor, axis, keepdims):
    """float16: rounded at the end of the innermost loop, and after each step of the others."""
    axes = _axes(tensor, axis, True)
    axes = tuple(range(tensor.dim())) if axes is None else axes
    order = sorted((k for k in axes if tensor.shape[k] > 1), key=lambda k: (-tensor.stride(k), k))
    if len(order) < 2 and _is_inner(tensor, axes) or tensor.numel() == 0:
        return _along(name, tensor, axis, keepdims)
    if len(axes) == tensor.dim() and tensor.is_contiguous():
        return _along(name, tensor, axis, keepdims)
    of = UFUNCS["add" if name == "sum" else "multiply"]
    if _is_inner(tensor, axes):
        tensor = _along(name, tensor, order.pop(), True)
    for k in order[::-1]:
        tensor = _in(of.accumulate(_wrap(tensor), k)).narrow(k, tensor.shape[k] - 1, 1)
    return tensor if keepdims else _without(tensor, tensor, axes)


def _summed(name, neutral):
    def function(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
        kind = _sum_type(_in(a), dtype)
        tensor = _chosen(_typed(a, dtype), where, neutral)
        if tensor.dtype is _torch.float16:
            made = _half_summed(name, tensor, axis, keepdims)
        elif name == "prod" and tensor.is_complex():
            made = _in(UFUNCS["multiply"].reduce(_wrap(tensor), axis, keepdims=keepdims))
        else:
            made = _along(name, tensor, axis, keepdims)
        made = made if kind is None else made.to(kind)
        if initial is not None:
            first = as_initial(initial, made.dtype)
            made = made + first if name == "sum" else made * first
        if tensor.numel() and made.dtype._kind == _FLOAT and bool(made.isinf().any()):
            if bool(tensor.isfinite().all()):
                warn("overflow", "reduce")
        return reduced(made, out, _STEPS.get(name, "add"))

    return _named(function, name)


def _extreme(name, target, of_two):
    def function(a, axis=None, out=None, keepdims=False, initial=None, where=None):
        tensor = _in(a)
        if where is not None and where is not True:
            if initial is None:
                raise ValueError(
                    f"reduction operation '{of_two}' does not have an identity, so to use a "
                    "where mask "
                    "one has to specify 'initial'"
                )
            initial = as_initial(initial, tensor.dtype)
            tensor = _chosen(tensor, where, initial)
        axes = _axes(tensor, axis, True)
        gone = tensor.shape if axes is None else [tensor.shape[k] for k in axes]
        initial = None if initial is None else as_initial(initial, tensor.dtype)
        if 0 in gone and initial is None:
            raise ValueError(
                f"zero-size array to reduction operation {of_two} which has no identity"
            )
        if 0 in gone:
            shape = _along("sum", tensor, axis, keepdims).shape
            return reduced(initial.expand(shape).clone(), out, of_two)
        made = _along(target, tensor, axis, keepdims)
        if initial is not None:
            made = _in(UFUNCS[of_two](_wrap(made), _wrap(initial.expand(made.shape))))
        return reduced(made, out, of_two)

    return _named(function, name)


def _placed(name):
    def function(a, axis=None, out=None, *, keepdims=False):
        tensor = _in(a)
        if tensor.dtype is _torch.bool:
            tensor = tensor.long()
        axes = _axes(tensor, axis, True)
        if isinstance(axis, tuple):
            raise TypeError("'tuple' object cannot be interpreted as an integer")
        if (tensor.shape[axes[0]] if axes else tensor.numel()) == 0:
            raise ValueError(f"attempt to get {name} of an empty sequence")
        made = _along(name, tensor, axis, keepdims)
        if getattr(out, "_is_array", False) and out.shape != tuple(made.shape):
            raise ValueError(f"output array does not match result of np.{name}.")
        return reduced(made, out)

    return _named(function, name)


def _judged(name):
    def function(a, axis=None, out=None, keepdims=False, where=None):
        truths = _chosen(_in(a) != 0, where, name == "all")
        made = _along(name, truths, axis, keepdims)
        check_taker("logical_and" if name == "all" else "logical_or", made, out)
        return written(made, out)

    return _named(function, name)


sum, prod = _summed("sum", 0), _summed("prod", 1)
amax = max = _extreme("max", "amax", "maximum")
amin = min = _extreme("min", "amin", "minimum")
argmax, argmin = map(_placed, ("argmax", "argmin"))
all, any = map(_judged, ("all", "any"))


def ptp(a, axis=None, out=None, keepdims=False):
    made = UFUNCS["subtract"](max(a, axis, None, keepdims), min(a, axis, None, keepdims))
    return made if out is None else reduced(_in(made), out, "maximum")


def count_nonzero(a, axis=None, *, keepdims=False):
    made = _along("sum", _in(a) != 0, axis, keepdims)
    return made.item() if axis is None and not keepdims else _out(made)


def _counted(tensor, axis, where):
    """How many elements each result is of."""
    if where is None or where is True:
        axes = _axes(tensor, axis)
        return _math.prod(tensor.shape if axes is None else [tensor.shape[k] for k in axes])
    return _along("sum", _in(where).expand(tensor.shape), axis, True)


def _warn_empty(text, made, n=1):
    """n: of how many elements; of none the mean is no number either"""
    _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))
    if n == 0:
        warn("invalid value", "divide")
    if bool(made.isinf().any()):
        warn("divide by zero", "divide" if made.dim() else "scalar divide")
    if bool(made.isnan().any()):
        warn("invalid value", "divide" if made.dim() else "scalar divide")


def mean(a, axis=None, dtype=None, out=None, keepdims=False, where=None):
    check_dtype("mean", dtype, _fractional(_in(a)))
    _axes(_in(a), axis)  # of a number too
    tensor = _fractional(_typed(a, dtype))
    if where is None or where is True:
        is_half = tensor.dtype is _torch.float16
        if tensor.is_complex() and tensor.numel() and _axes(tensor, axis, True) != ():
            n = _counted(tensor, axis, None)
            total = _along("sum", tensor, axis, keepdims)
            return reduced(_calculated("divide", total, _in(n).to(total.dtype)), out)
        made = _along("mean", tensor.float() if is_half else tensor, axis, keepdims)
        if not tensor.numel() and not _counted(tensor, axis, None):
            _warn_empty("Mean of empty slice.", made)
        made = made.to(tensor.dtype)
        if tensor.numel() and made.dtype._kind == _FLOAT and bool(made.isinf().any()):
            if bool(tensor.isfinite().all()):
                warn("overflow", "reduce")
        return reduced(made, out)
    counts = _counted(tensor, axis, where)
    made = mean_of_some(tensor, axis, keepdims, where, counts)
    if bool((counts == 0).any()):
        _warn_empty("Mean of empty slice.", made)
    return reduced(made, out)


def mean_of_some(tensor, axis, keepdims, where, counts):
    made = _along("sum", _chosen(tensor, where, 0), axis, True) / counts
    return made if keepdims else _without(made, tensor, axis)


def _without(made, tensor, axis):
    axes = _axes(tensor, axis, True)
    for k in sorted(range(made.dim()) if axes is None else axes, reverse=True):
        made = made.squeeze(k)
    return made


def _half_spread(tensor, axis, keepdims, n, by):
    off = tensor - _half_summed("sum", tensor, axis, True) / n
    return _half_summed("sum", off * off, axis, keepdims) / by


def _spread(name):
    def function(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None):
        check_dtype(name, dtype, _fractional(_in(a)))
        tensor = _fractional(_typed(a, dtype))
        n = _counted(tensor, axis, where)
        if dtype is not None and tensor.is_complex():
            if not isinstance(n, _INT) or _in(a).is_complex() or _in(a).dtype is _torch.bool:
                raise NotImplementedError(
                    f"dtype={dtype} of {name}() of these numbers is not part of this lab's numpy"
                )
            off = asarray(a) - _wrap(_along("sum", tensor, axis, True) / n)
            made = _along("sum", _in(off * off).to(tensor.dtype), axis, keepdims)
            made = made / builtins_max(n - ddof, 0)
            return reduced(made.sqrt() if name == "std" else made, out)
        if isinstance(n, _INT):
            if tensor.is_complex() and _axes(tensor, axis, True) != ():
                off = tensor - _along("sum", tensor, axis, True) / n
                off = off.real * off.real + off.imag * off.imag
                made = _along("sum", off, axis, keepdims) / builtins_max(n - ddof, 0)
                if n <= ddof:
                    _warn_empty("Degrees of freedom <= 0 for slice", made, n)
                return reduced(made.sqrt() if name == "std" else made, out)
            if tensor.dtype is _torch.float16:  # rounded after each step
                made = _half_spread(tensor, axis, keepdims, n, builtins_max(n - ddof, 0))
                return reduced(made.sqrt() if name == "std" else made, out)
            made = _along(name, tensor, axis, keepdims, ddof)
            if n <= ddof:
                _warn_empty("Degrees of freedom <= 0 for slice", made, n)
            return reduced(made, out)
        if tensor.is_complex():
            raise NotImplementedError(
                f"{name}() of complex numbers is not part of this lab's numpy"
            )
        off = tensor - _along("sum", _chosen(tensor, where, 0), axis, True) / n
        made = _along("sum", _chosen(off * off, where, 0), axis, True) / (n - ddof).clamp(min=0)
        made = made.to(tensor.dtype)
        made = made.sqrt() if name == "std" else made
        return reduced(made if keepdims else _without(made, tensor, axis), out)

    return _named(function, name)


std, var = _spread("std"), _spread("var")


def _line(a, axis):
    """Of axis None: all elements in one line."""
    tensor = _in(a)
    if axis is None:
        return tensor.flatten(), 0
    if isinstance(axis, (tuple, list)):
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer")
    axes = _axes(tensor, axis, True)
    return (tensor, axes[0]) if axes else (tensor.flatten(), 0)


def _running(name):
    def function(a, axis=None, dtype=None, out=None):
        kind = _sum_type(_in(a), dtype)
        tensor, axis = _line(_typed(a, dtype), axis)
        if tensor.dtype._name == "float16":  # rounded after each step
            of = UFUNCS["add" if name == "cumsum" else "multiply"]
            made = _in(of.accumulate(_wrap(tensor), axis))
        elif name == "cumsum" and kind is None and bool((tensor.signbit() & (tensor == 0)).any()):
            made = _in(UFUNCS["add"].accumulate(_wrap(tensor), axis))  # -0 stays where it begins
        else:
            made = getattr(_torch, name)(tensor, axis)
        if made.dtype._kind == _FLOAT and bool((made.isinf()).any()):
            if bool(tensor.isfinite().all()):
                warn("overflow", "accumulate")
        if getattr(out, "_is_array", False) and out.shape != tuple(made.shape):
            raise ValueError("provided out is the wrong size for the accumulation.")
        return written(made if kind is None else made.to(kind), out)

    return _named(function, name)


cumsum, cumprod = _running("cumsum"), _running("cumprod")


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    from numpy._statistics import middle

    made = reduced(middle("median", _in(a), axis, keepdims and _in(a).dim() > 0), out)
    return asarray(made) if keepdims else made


def diff(a, n=1, axis=-1, prepend=None, append=None):
    tensor = _in(a)
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    if axis is None:
        raise TypeError("'NoneType' object cannot be interpreted as an integer")
    axis = _line(tensor, axis)[1] if tensor.dim() else _no_axis("diff")
    parts = [v for v in (prepend, a, append) if v is not None]
    if len(parts) > 1:
        one = [1 if k == axis else size for k, size in enumerate(tensor.shape)]
        grown = [_in(v) if _in(v).dim() else _in(v).expand(one) for v in parts]
        both = _DTYPES[_functools.reduce(promoted, (part.dtype._name for part in grown))]
        tensor = _torch.cat([part.to(both) for part in grown], axis)
    if tensor.dtype is _torch.bool:
        for _ in range(n):
            size = tensor.shape[axis]
            tensor = tensor.narrow(axis, 1, size - 1) ^ tensor.narrow(axis, 0, size - 1)
        return _out(tensor)
    return _out(_torch.diff(tensor, n, axis))


def _no_axis(name):
    raise ValueError(f"{name} requires input that is at least one dimensional")


def _check_sort(kind, order):
    if kind is not None and (
        not isinstance(kind, str) or kind[:1].lower() not in ("q", "h", "m", "s")
    ):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got '{kind}')")
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")


def sort(a, axis=-1, kind=None, order=None):
    _check_sort(kind, order)
    _axes(_in(a), axis)
    tensor, axis = _line(a, axis)
    if tensor.is_complex():
        return _out(tensor.gather(axis, _complex_order(tensor, axis)))
    return _out(_torch.sort(tensor, axis)[0])


def _complex_order(tensor, axis):
    """By the real parts, and by the imaginary ones where these are equal."""
    if bool((tensor != tensor).any()):
        raise NotImplementedError("sort() of complex NaN is not part of this lab's numpy")
    order = _torch.sort(tensor.imag.contiguous(), dim=axis, stable=True)[1]
    real = tensor.real.contiguous().gather(axis, order)
    return order.gather(axis, _torch.sort(real, dim=axis, stable=True)[1])


def argsort(a, axis=-1, kind=None, order=None):
    _check_sort(kind, order)
    if kind == "heapsort" and _in(a).numel() > 1:
        rows = _in(_line(a, axis)[0]).flatten()
        if len(rows.unique()) < len(rows):
            raise NotImplementedError(
                "kind='heapsort' of equal numbers is not part of this lab's numpy"
            )
    if _in(a).dim() == 0:
        _axes(_in(a).reshape(1), axis)
        return _wrap(_torch.zeros(1, dtype=_torch.int64))
    tensor, axis = _line(a, axis)
    if tensor.is_complex():
        return _out(_complex_order(tensor, axis))
    ordered, places = _torch.sort(tensor, dim=axis, stable=True)
    if kind not in ("stable", "mergesort") and tensor.shape[axis] > _SHORT:
        return _wrap(_of_equals(tensor, ordered, places, axis))
    return _out(places.contiguous())


_SHORT = 16  # so many are sorted by insertion, which leaves equal ones as they are


def _of_equals(tensor, ordered, places, axis):
    """Which of equal numbers comes first: that follows from numpy's quicksort."""
    n = ordered.shape[axis] - 1
    after, before = ordered.narrow(axis, 1, n), ordered.narrow(axis, 0, n)
    if not bool(((after == before) | (before != before)).any()):
        return places
    lines = tensor.movedim(axis, -1)
    rows = [sorted_places(row) for row in lines.reshape(-1, n + 1).tolist()]
    made = _torch.tensor(rows, dtype=_torch.int64).reshape(lines.shape)
    return made.movedim(-1, axis)


def sorted_places(values):
    """Places in order. Of three the middle one parts them; the longer part waits."""
    if True in [value != value for value in values]:
        values = [(value != value, 0 if value != value else value) for value in values]
    v, at = values, list(range(len(values)))
    low, high, waiting = 0, len(v) - 1, []
    while True:
        while high - low >= _SHORT:
            middle = low + (high - low) // 2
            for a, b in ((middle, low), (high, middle), (middle, low)):
                if v[at[a]] < v[at[b]]:
                    at[a], at[b] = at[b], at[a]
            pivot, i, j = v[at[middle]], low, high - 1
            at[middle], at[j] = at[j], at[middle]
            while True:
                i += 1
                while v[at[i]] < pivot:
                    i += 1
                j -= 1
                while pivot < v[at[j]]:
                    j -= 1
                if i >= j:
                    break
                at[i], at[j] = at[j], at[i]
            at[i], at[high - 1] = at[high - 1], at[i]
            if i - low < high - i:
                waiting.append((i + 1, high))
                high = i - 1
            else:
                waiting.append((low, i - 1))
                low = i + 1
        at[low : high + 1] = sorted(at[low : high + 1], key=v.__getitem__)
        if not waiting:
            return at
        low, high = waiting.pop()
