"""out=: the tensor that a function writes its result into, and gives back."""

import warnings

from torch import _engine, _modes
from torch._arguments import _kind, _named
from torch._base import TensorBase
from torch._bridge import _ask
from torch._elementwise import _ALIASES, _BINARY, _CPP, _OF_TENSORS, _UNARY
from torch._kinds import promote_types
from torch._reductions import _Named
from torch._types import _FLOAT

_FUNCTIONS = """
    round add sub subtract div divide true_divide bitwise_left_shift bitwise_right_shift clamp clip
    clamp_min clamp_max nan_to_num lerp logaddexp
    addcmul complex polar sum mean amax amin prod argmax argmin
    all any logsumexp max min median sort argsort topk std var norm cumsum cumprod diff softmax
    log_softmax searchsorted bucketize matmul mm mv bmm dot vdot inner outer ger addmm addmv addbmm
    baddbmm cat concat concatenate stack vstack hstack dstack column_stack roll triu tril diag
    masked_select nonzero gather index_select take take_along_dim scatter scatter_add where
    asinh acosh atanh arcsinh arccosh arctanh sinc logit sgn isposinf isneginf xlogy float_power
    copysign fmax fmin logaddexp2 heaviside gcd lcm ldexp addcdiv addr nansum nanmean kthvalue mode
    cummax cummin logcumsumexp msort quantile nanquantile histc tensordot kron cross index_add
    index_copy scatter_reduce bernoulli multinomial""".split()
_NEVER = ("relu", "isfinite", "isinf", "isnan")

# whose out= has the type of the result, or one that their dtype= says
_EXACT = frozenset(
    """
    round sign sgn abs signbit neg negative floor ceil trunc fix frac square bitwise_not nan_to_num
    isposinf isneginf heaviside clamp clip clamp_min clamp_max addcmul addcdiv complex polar
    amax amin argmax argmin max min median sort topk kthvalue mode cummax cummin msort quantile
    nanquantile searchsorted bucketize softmax log_softmax logcumsumexp histc multinomial
    matmul mm mv bmm dot vdot inner addmm addmv addbmm baddbmm tensordot cross tril triu diag
    masked_select nonzero gather index_select take take_along_dim scatter scatter_add where
    index_add index_copy scatter_reduce sum prod cumsum cumprod nansum float_power all any
    """.split()
)
_ELEMENTWISE = frozenset(
    "round sign abs neg floor ceil trunc frac clamp clamp_min clamp_max bitwise_not pow".split()
)
_TRUTHS = ("all", "any")
_IN_TYPE_OF_OUT = ("sum", "prod", "cumsum", "cumprod", "nansum")
_NOT_COMPLEX = ("nanmean", "std", "var", "logsumexp")
_AS_WIDE_AS_OUT = ("mean", "nanmean", "std", "var")
# what PyTorch computes in its order, from what it has written already, or refuses; of the latter
# the first argument may be written over
_APART = frozenset(
    """
    sum mean prod amax amin nansum nanmean matmul mm mv bmm dot vdot hstack column_stack diag kron
    cross outer ger cat concat concatenate stack vstack dstack masked_select gather index_select
    take take_along_dim""".split()
)
_APART_BUT_FIRST = ("addmm", "addmv", "addbmm", "baddbmm", "addr", "scatter", "scatter_add")


def _check_type(name, out, result):
    own, given = result.dtype, out.dtype
    if own is given or name in _TRUTHS and given._name == "bool":
        return
    if name in _TRUTHS and given._name == "uint8":  # PyTorch 1.13 reads the numbers as bytes
        raise NotImplementedError(
            f"{name}() of other numbers with out= of uint8 is not part of this lab's torch: use "
            "out= of bool"
        )
    if name in _TRUTHS:
        raise RuntimeError(f"{name} only supports bool tensor for result, got: {given._scalar}")
    if name in _ELEMENTWISE:
        raise RuntimeError(f"Found dtype {given._scalar} but expected {own._scalar}")
    own, given = (_CPP.get(one._name, one._scalar) for one in (own, given))
    raise RuntimeError(f"Expected out tensor to have dtype {own}, but got {given} instead")


def _write(name, out, result):
    """Writes a result where it belongs: a tensor, or one for each of several."""
    if isinstance(result, tuple):
        if not isinstance(out, (tuple, list)) or len(out) != len(result):
            raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not {_kind(out)}")
        for one, part in zip(out, result):
            _write(name, one, part)
        return _Named(f"{name}_out", *out)
    if not isinstance(out, TensorBase) or out._is_array:
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {_kind(out)}")
    if name == "nansum" and out.is_complex():
        raise RuntimeError(f"\"nansum_cpu\" not implemented for '{out.dtype._scalar}'")
    if name in _EXACT or name in _NOT_COMPLEX and out.is_complex():
        _check_type(name, out, result)
    if result.dtype._kind > out.dtype._kind and name not in ("norm", *_TRUTHS):
        raise RuntimeError(
            f"result type {result.dtype._scalar} can't be cast to the desired output type "
            f"{out.dtype._scalar}"
        )
    if out.shape == result.shape:
        return out.copy_(result)
    if out.numel():
        warnings.warn(
            f"An output with one or more elements was resized since it had shape "
            f"{list(out.shape)}, which does not match the required output shape "
            f"{list(result.shape)}.",
            stacklevel=3,
        )
    from torch._methods import count_write

    out.data = result.to(out.dtype)
    count_write(out)
    return out


def _check_no_gradient(name, *tensors):
    given = [x for one in tensors for x in (one if isinstance(one, (tuple, list)) else [one])]
    if _modes.is_on and any(isinstance(x, TensorBase) and x.requires_grad for x in given):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )


def _tensors(values):
    for one in values:
        if isinstance(one, TensorBase):
            yield one
        elif isinstance(one, (tuple, list)):
            yield from _tensors(one)


def _check_apart(name, out, given):
    """Where out= shares memory with an argument: a tensor onto itself is all that may be."""
    for number, one in enumerate(given):
        for x in _tensors([one]):
            is_strict = name in _APART or number and name in _APART_BUT_FIRST
            for target in _tensors([out]):
                _ask(_engine.check_apart(target._h, x._h, int(is_strict)))


def _in_wide_type(name, out, args, kwargs):
    """The arguments with which a sum is taken in the type of out=, as PyTorch takes it."""
    if name in _IN_TYPE_OF_OUT:
        return args, {"dtype": out.dtype, **kwargs}
    input, *rest = args if args else (kwargs.get("input"),)
    if name not in _AS_WIDE_AS_OUT or not isinstance(input, TensorBase) or "dtype" in kwargs:
        return args, kwargs
    if min(input.dtype._kind, out.dtype._kind) < _FLOAT or out.is_complex() and name != "mean":
        return args, kwargs
    kwargs = {key: value for key, value in kwargs.items() if key != "input"}
    return (input.to(promote_types(input.dtype, out.dtype)), *rest), kwargs


def _is_complex(x):
    return isinstance(x, TensorBase) and x.is_complex()


def _logsumexp(function, out, input, dim, keepdim=False):
    """Of another type of out=: the powers have the type of the input, their sum that of out=."""
    is_float = isinstance(input, TensorBase) and input.is_floating_point()
    if not is_float or not out.is_floating_point() or input.dtype is out.dtype:
        return function(input, dim, keepdim)
    most = input.amax(dim, True)
    most = most.masked_fill(most.isinf(), 0)
    made = (input - most).exp().sum(dim, True, dtype=out.dtype).log() + most.to(out.dtype)
    return made if keepdim else made.amax(dim)


def _result(name, function, out, args, kwargs):
    if not isinstance(out, TensorBase):
        return function(*args, **kwargs)
    if name == "logsumexp":
        return _logsumexp(function, out, *args, **kwargs)
    args, kwargs = _in_wide_type(name, out, args, kwargs)
    return function(*args, **kwargs)


def _writing(function):
    name = function.__name__

    def written(*args, out=None, **kwargs):
        if out is None:
            return function(*args, **kwargs)
        given = [*args, *kwargs.values()]
        result = _result(name, function, out, args, kwargs)
        _check_no_gradient(name, result, out)
        _check_apart(name, out, given)
        if any(x is out for x in given) and out.shape != result.shape:
            raise RuntimeError(
                f"output with shape {list(out.shape)} doesn't match the broadcast shape "
                f"{list(result.shape)}"
            )
        is_size = name == "abs" and _is_complex(given[0])  # of any type that is wider
        if name == "pow" and isinstance(out, TensorBase) and not isinstance(given[-1], TensorBase):
            _check_type("pow", out, result)
        return _write("size" if is_size else name, out, result)

    return _named(written, name)


def attach(functions):
    """functions: by name, all that torch has; methods have no out=."""
    for name in (*_UNARY, *_BINARY, *_OF_TENSORS, *_ALIASES, *_FUNCTIONS):
        if name not in _NEVER:
            functions[name] = _writing(functions[name])
