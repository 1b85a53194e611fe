"""out=: the tensor that a function writes its result into, and gives back."""

import warnings

from torch import _modes
from torch._arguments import _kind, _named
from torch._base import TensorBase
from torch._elementwise import _ALIASES, _BINARY, _OF_TENSORS, _UNARY

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
_NEVER = ("relu",)


def _write(name, out, result):
    """Writes a result where it belongs: a tensor, or one for each of several."""
    if isinstance(result, tuple):
        if not isinstance(out, (tuple, list)) or len(out) != len(result):
            raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not {_kind(out)}")
        for one, part in zip(out, result):
            _write(name, one, part)
        return out
    if not isinstance(out, TensorBase) or out._is_array:
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {_kind(out)}")
    if result.dtype._kind > out.dtype._kind:
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
    out.data = result.to(out.dtype)
    return out


def _check_no_gradient(name, *tensors):
    given = [x for one in tensors for x in (one if isinstance(one, (tuple, list)) else [one])]
    if _modes.is_on and any(isinstance(x, TensorBase) and x.requires_grad for x in given):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )


def _writing(function):
    def written(*args, out=None, **kwargs):
        result = function(*args, **kwargs)
        if out is not None:
            _check_no_gradient(function.__name__, result, out)
        return result if out is None else _write(function.__name__, out, result)

    return _named(written, function.__name__)


def attach(functions):
    """functions: by name, all that torch has; methods have no out=."""
    for name in (*_UNARY, *_BINARY, *_OF_TENSORS, *_ALIASES, *_FUNCTIONS):
        if name not in _NEVER:
            functions[name] = _writing(functions[name])
