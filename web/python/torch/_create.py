"""New tensors: from data, of one number, of numbers in a row, of numbers that are drawn."""

import warnings

from torch import _engine
from torch._arguments import (
    _check_int,
    _check_names,
    _check_number,
    _check_unlearned,
    _integer,
    _kind,
    _mismatch,
    _named,
    _number,
    _size_of,
    _sizes,
    _tensor,
    _whole,
)
from torch._base import TensorBase
from torch._data import _check_fits, _check_forwards
from torch._tape import own_count as _own_count
from torch._tensor import Tensor, _from_data, _new
from torch._types import (
    _BOOL,
    _CONTIGUOUS,
    _DTYPES,
    _INT,
    _INTEGER,
    _NUMPY_ONLY,
    _PRESERVE,
    _REAL,
    _dtype_name,
    _float_name,
)


def tensor(data, *, dtype=None, device=None, pin_memory=False):
    _check_names("tensor", (data,), {"device": device, "pin_memory": pin_memory})
    if isinstance(data, TensorBase) and not data._is_array:
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.clone().detach() or sourceTensor.clone().detach().requires_grad_(True), "
            "rather than torch.tensor(sourceTensor).",
            stacklevel=3,
        )
        data = data.detach()
    return _from_data(data, _dtype_name(dtype), True)


def as_tensor(data, dtype=None, device=None):
    _check_names("as_tensor", (data,), {"device": device})
    if isinstance(data, TensorBase):
        data = from_numpy(data) if data._is_array else data  # shares its memory
        return data if dtype is None else data.to(dtype)
    return _from_data(data, _dtype_name(dtype), True)


def from_numpy(array):
    if not isinstance(array, TensorBase) or not array._is_array:
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    _check_forwards(array)
    made = _new(_engine.alias(array._h))
    _own_count(made._h)
    return made


class _OfType(type):
    """torch.LongTensor and its like: they make tensors of a type, and say whether one is."""

    def __call__(cls, *args):
        if args and isinstance(args[0], _INT):
            return zeros(*args, dtype=cls.dtype)
        return tensor(args[0] if args else [], dtype=cls.dtype)

    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls.dtype


globals().update(
    {
        kind._tensor: _OfType(kind._tensor, (), {"dtype": kind, "__module__": "torch"})
        for kind in _DTYPES.values()
        if not kind.is_complex and kind._name not in _NUMPY_ONLY
    }
)


# ------------------------------------------------------------------------ of one number


def _filled(size, value, name):
    if isinstance(value, complex):
        if _DTYPES[name].is_complex:
            return _new(_engine.full(name, _sizes(size), 0)).add_(value)
        value = bool(value.real)  # of a truth
    return _new(_engine.full(name, _sizes(size), float(value)))


def _constant(name, value, *more):
    own = ("size", *more)

    def function(*size, dtype=None, **names):
        if names:
            _check_names(function.__name__, size, names, *own)
            if names.get("memory_format") is _PRESERVE:
                raise RuntimeError("unsupported memory format Preserve")
        sizes = _size_of(function.__name__, size, names)
        return _new(_engine.full(_float_name(dtype), sizes, value))

    return _named(function, name)


zeros, ones, empty = (
    _constant("zeros", 0),
    _constant("ones", 1),
    _constant("empty", 0, "memory_format"),
)


def full(size, fill_value, *, dtype=None, **names):
    _check_names("full", (size, fill_value), names)
    _check_unlearned("full", fill_value)
    fill_value = _number(fill_value)
    if isinstance(size, _INT):
        raise TypeError("full(): argument 'size' (position 1) must be tuple of SymInts, not int")
    name = _dtype_name(dtype)
    if name is None:
        whole = "bool" if isinstance(fill_value, bool) else "int64"
        name = whole if isinstance(fill_value, _INT) else _float_name()
        if isinstance(fill_value, complex):
            name = "complex128" if name == "float64" else "complex64"
    if isinstance(fill_value, _INT):
        _integer(fill_value)  # or it says that no type holds it
    _check_fits(fill_value, _DTYPES[name])
    return _filled((size,), fill_value, name)


def _like(input, dtype=None, names=None):
    """Zeros of its shape: in memory as it is there, or as the argument memory_format says."""
    name = _dtype_name(dtype, input.dtype._name)
    if names and names.get("memory_format") is _CONTIGUOUS:
        return _filled((input.shape,), 0, name)
    return _new(_engine.like(input._h, name))


def zeros_like(input, *, dtype=None, **names):
    rank = _tensor(input, "zeros_like").dim()
    _check_names("zeros_like", (input,), names, "memory_format", rank=rank)
    return _like(input, dtype, names)


def ones_like(input, *, dtype=None, **names):
    rank = _tensor(input, "ones_like").dim()
    _check_names("ones_like", (input,), names, "memory_format", rank=rank)
    return _like(input, dtype, names).fill_(1)


def full_like(input, fill_value, *, dtype=None, **names):
    rank = _tensor(input, "full_like").dim()
    _check_names("full_like", (input, fill_value), names, "memory_format", rank=rank)
    _check_unlearned("full_like", fill_value)
    is_scalar = isinstance(fill_value, TensorBase) and fill_value.ndim == 0
    if not is_scalar and not isinstance(fill_value, (*_REAL, complex)):
        raise TypeError(
            "full_like(): argument 'fill_value' (position 2) must be Number, "
            f"not {_kind(fill_value)}"
        )
    return _like(input, dtype, names).fill_(fill_value)


empty_like = zeros_like


# ------------------------------------------------------------------------------ in a row


def arange(*args, dtype=None, **kwargs):
    names = ("end",) if len(args) == 1 else ("start", "end", "step")
    given = {"start": 0, "step": 1, **dict(zip(names, args))}
    given.update({k: kwargs[k] for k in ("start", "end", "step") if k in kwargs})
    if "end" not in given or len(args) > 3:
        _mismatch("arange", *args, **kwargs)
    _check_names("arange", args, kwargs, "start", "end", "step")
    ends = [_number(given[k]) for k in ("start", "end", "step")]
    for value in ends:
        if not isinstance(value, _REAL):
            kind = type(value).__name__
            raise TypeError(f"arange(): argument 'end' (position 1) must be Number, not {kind}")
    is_whole = all(isinstance(v, _INT) for v in ends)
    name = _dtype_name(dtype, "int64" if is_whole else _float_name())
    return _new(_engine.arange(name, *ends))


def linspace(start, end, steps, *, dtype=None, **names):
    _check_names("linspace", (start, end, steps), names)
    _check_int(steps, "linspace", "steps", 3)
    ends = [
        _check_number(value, "linspace", key, k + 1)
        for k, (key, value) in enumerate({"start": start, "end": end}.items())
    ]
    name = _float_name(dtype)
    if _DTYPES[name]._kind == _BOOL:
        raise RuntimeError("\"linspace_cpu\" not implemented for 'Bool'")
    if _DTYPES[name]._kind == _INTEGER:  # the ends become integers first
        ends = [int(_filled((), int(value), name)) for value in ends]
    return _new(_engine.linspace(name, *ends, _whole(steps)))


def logspace(start, end, steps, base=10.0, **kwargs):
    dtype = kwargs.pop("dtype", None)
    name = _float_name(dtype)
    if _DTYPES[name]._kind == 1:  # the ends become integers first
        start, end = int(start), int(end)
    powers = linspace(start, end, steps, **kwargs, dtype=_DTYPES["float64"])
    return (base**powers).to(_DTYPES[name])


def eye(n, m=None, *, dtype=None, **names):
    _check_names("eye", (n,), names)
    _check_int(n, "eye", "n", 1)
    return _new(_engine.eye(_float_name(dtype), _whole(n), _whole(n if m is None else m)))
