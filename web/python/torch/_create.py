"""New tensors: from data, of one number, of numbers in a row, of numbers that are drawn."""

from torch import _engine
from torch._arguments import _named, _no_grad_wanted, _number, _sizes
from torch._tensor import Tensor, _from_data, _new
from torch._types import _dtype_name, _float_name


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    _no_grad_wanted(requires_grad)
    return _from_data(data, _dtype_name(dtype))


def as_tensor(data, dtype=None, device=None):
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return _from_data(data, _dtype_name(dtype))


def from_numpy(array):
    return _new(_engine.alias(array._h))


def FloatTensor(*args):
    return Tensor(*args)


def LongTensor(*args):
    if args and isinstance(args[0], int):
        return zeros(*args, dtype=int)
    return tensor(list(args[0]) if args else [], dtype=int)


def BoolTensor(data):
    return tensor(data, dtype=bool)


# ------------------------------------------------------------------------ of one number


def _filled(size, value, name, requires_grad):
    _no_grad_wanted(requires_grad)
    return _new(_engine.full(name, _sizes(size), float(value)))


def _of_size(size, kwargs):
    """zeros(2, 3), zeros((2, 3)) and zeros(size=(2, 3))."""
    return size or (kwargs.get("size", ()),)


def _constant(name, value):
    def function(*size, dtype=None, **kwargs):
        size = _of_size(size, kwargs)
        return _filled(size, value, _float_name(dtype), kwargs.get("requires_grad"))

    return _named(function, name)


zeros, ones, empty = _constant("zeros", 0), _constant("ones", 1), _constant("empty", 0)


def full(size, fill_value, *, dtype=None, **kwargs):
    name = _dtype_name(dtype)
    if name is None:
        whole = {bool: "bool", int: "int64"}
        name = whole.get(type(fill_value)) or _float_name()
    return _filled((size,), fill_value, name, kwargs.get("requires_grad"))


def zeros_like(input, *, dtype=None, **_):
    return input.new_zeros(input.shape, dtype=dtype)


def ones_like(input, *, dtype=None, **_):
    return input.new_ones(input.shape, dtype=dtype)


def full_like(input, fill_value, *, dtype=None, **_):
    return input.new_full(input.shape, fill_value, dtype)


empty_like = zeros_like


# ------------------------------------------------------------------------------ in a row


def arange(*args, dtype=None, **kwargs):
    names = ("end",) if len(args) == 1 else ("start", "end", "step")
    given = {"start": 0, "step": 1, **dict(zip(names, args))}
    given.update({k: kwargs[k] for k in ("start", "end", "step") if k in kwargs})
    if "end" not in given:
        raise TypeError("arange() received an invalid combination of arguments")
    _no_grad_wanted(kwargs.get("requires_grad"))
    ends = [_number(given[k]) for k in ("start", "end", "step")]
    is_whole = all(isinstance(v, int) for v in ends)
    name = _dtype_name(dtype, "int64" if is_whole else _float_name())
    return _new(_engine.arange(name, *ends))


def linspace(start, end, steps, *, dtype=None, **_):
    return _new(_engine.linspace(_float_name(dtype), _number(start), _number(end), steps))


def logspace(start, end, steps, base=10.0, **kwargs):
    return base ** linspace(start, end, steps, **kwargs)


def eye(n, m=None, *, dtype=None, **_):
    return _new(_engine.eye(_float_name(dtype), n, n if m is None else m))


# --------------------------------------------------------------------------------- drawn


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
