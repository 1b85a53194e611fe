"""Numbers that are drawn: the same at every run here, not PyTorch's own."""

from torch import _engine
from torch._arguments import _no_grad_wanted, _sizes
from torch._bridge import _named
from torch._create import _of_size
from torch._dtypes import _dtype_name, _float_name
from torch._tensor import Tensor, _new


def manual_seed(seed):
    """Makes what is drawn next repeatable: the same numbers every time here, not PyTorch's own."""
    _engine.manual_seed(seed)


def seed():
    return 0


def _drawn(name):
    def function(*size, dtype=None, **kwargs):
        _no_grad_wanted(kwargs.get("requires_grad"))
        draw = getattr(_engine, name)
        return _new(draw(_float_name(dtype), _sizes(_of_size(size, kwargs))))

    return _named(function, name)


rand, randn = _drawn("rand"), _drawn("randn")


def rand_like(input, *, dtype=None, **_):
    return rand(*input.shape, dtype=dtype or input.dtype)


def randn_like(input, *, dtype=None, **_):
    return randn(*input.shape, dtype=dtype or input.dtype)


def randint(*args, dtype=None, **kwargs):
    """randint(high, size) and randint(low, high, size)."""
    given = dict(zip(("low", "high", "size")[3 - len(args) :], args))
    if len(args) == 1:
        given = {"high": args[0]}
    given = {"low": 0, "high": None, **kwargs, **given}
    size = _sizes((given["size"],))
    name = _dtype_name(dtype, "int64")
    return _new(_engine.randint(name, size, given["low"], given["high"]))


def randperm(n, **_):
    return _new(_engine.randperm(n))


def bernoulli(input, p=None):
    if p is None:
        return (rand_like(input) < input).to(input.dtype)
    return _new(_engine.bernoulli(input._h, p))


def normal(mean=0.0, std=1.0, size=None):
    if size is None:
        size = (mean if isinstance(mean, Tensor) else std).shape
    return randn(*size) * std + mean
