"""The tensor, with PyTorch's names on it. Functions that are methods too come by _methods.py."""

import warnings as _warnings
from io import BytesIO

from torch import _engine, _modes
from torch._arguments import (
    _check_int,
    _check_names,
    _check_unlearned,
    _dims,
    _flat,
    _handle,
    _kind,
    _mismatch,
    _number,
    _operand,
    _or_named,
    _sizes,
    _tensor,
)
from torch._base import Size, TensorBase, _checked_dim
from torch._bridge import _ask, _fail, _to_numbers
from torch._data import _are_ints, _as_tuple, _check_fits, _handle_of, _spec
from torch._missing import attribute_error
from torch._modes import no_grad as _no_grad
from torch._tape import named as _named_step
from torch._tape import own_count as _own_count
from torch._types import (
    _CONTIGUOUS,
    _CPU,
    _DTYPES,
    _INT,
    _PRESERVE,
    _check_format,
    _dtype_name,
    _of_class,
    device,
    dtype,
    memory_format,
    strided,
)

_FORMAT = ("memory_format",)
_TO_DTYPE = ("dtype", "non_blocking", "copy")
_TO_DEVICE, _TO_OTHER = ("device", *_TO_DTYPE), ("other", "non_blocking", "copy")
_TO_TAKES = {
    "device": lambda value: value is None or isinstance(value, (str, device)),
    "dtype": lambda value: value is None or isinstance(value, (dtype, type)),
    "other": lambda value: isinstance(value, TensorBase),
    "non_blocking": lambda value: isinstance(value, bool),
    "copy": lambda value: isinstance(value, bool),
    "memory_format": lambda value: value is None or isinstance(value, memory_format),
}


def _one_of(numbers, dim):
    """What an axis has; of all of them where none is named."""
    if dim is None:
        return numbers
    if not numbers:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return numbers[_checked_dim(dim, len(numbers))]


# Of numpy's numbers PyTorch takes those that are numbers of Python's too, and integers
_NOT_ASSIGNED = ("float16", "float32", "bool")


class Tensor(TensorBase):
    """Elements of one type in a strided box."""

    __module__ = "torch"
    __slots__ = ()
    __array_priority__ = 1000

    is_cuda = is_meta = is_quantized = is_sparse = False
    device = property(lambda self: _CPU)
    layout = strided

    def __init__(self, *args):
        if len(args) == 1 and isinstance(args[0], float):
            raise TypeError("new(): data must be a sequence (got float)")
        if len(args) == 1 and not isinstance(args[0], _INT):
            self._h = _ask(_handle_of(args[0], "float32"))
        else:
            self._h = _ask(_engine.full("float32", _sizes(args) if args else "0", 0))

    def __iter__(self):
        if self.dim() == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(_many(_engine.unbind(self._h, 0)))

    def __contains__(self, value):
        if _operand(value) is None:
            raise RuntimeError(
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
                f"{type(value)}."
            )
        return bool((self == value).any())

    def __delitem__(self, index):
        raise TypeError("Tensor does not support deleting items")

    def __reversed__(self):
        return self.flip(0) if self.dim() else self

    def __hash__(self):
        return id(self)

    def __getattr__(self, name):
        raise attribute_error("torch.Tensor", name, type(self).__name__)

    # ---- its shape, and where its elements are

    def size(self, dim=None):
        return _one_of(self.shape, dim)

    def dim(self):
        return _ask(_engine.dim(self._h))

    ndimension = dim

    def numel(self):
        return _ask(_engine.numel(self._h))

    nelement = numel

    def element_size(self):
        return _engine.element_size(self._h)

    def stride(self, dim=None):
        strides = tuple(_to_numbers(_engine.strides(self._h)))
        return _one_of(strides, dim)

    def storage_offset(self):
        return _engine.offset(self._h)

    def data_ptr(self):
        if not self.numel():
            return 0
        return (_engine.storage(self._h) << 32) + _engine.offset(self._h) * self.element_size()

    # ---- as text, as an array, as a copy

    def __format__(self, spec):
        if self.dim() == 0:
            return self.item().__format__(spec)
        return object.__format__(self, spec)

    def __repr__(self):
        from torch._repr import text_of

        node = self.grad_fn
        marks = (
            (f"grad_fn=<{node.name().rpartition('::')[2]}>",) if node else ("requires_grad=True",)
        )
        with _no_grad():
            return text_of(self, marks=marks if self.requires_grad else ())

    def numpy(self, *, force=False):
        if self.requires_grad and _modes.is_on and not force:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead."
            )
        if self.dtype._name == "bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        import numpy

        made = numpy.ndarray._of(_engine.alias(self._h))
        _own_count(made._h)
        return made

    def __array__(self, *_):
        return self.numpy()

    def __reduce_ex__(self, _):
        import torch

        torch.save(self, file := BytesIO())
        return (_loaded, (file.getvalue(),))

    def __copy__(self):
        return self.detach().requires_grad_(self.requires_grad)

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment"
            )
        if id(self) not in memo:
            made, size = self.detach(), _engine.storage_size(self._h)
            if size == self.numel() and 0 not in self.stride():
                made = made.clone()
            else:  # all that it shows a part of, as in PyTorch
                whole = made.as_strided((size,), (1,), 0).clone()
                made = whole.as_strided(self.shape, self.stride(), self.storage_offset())
            memo[id(self)] = made
            made.requires_grad = self.requires_grad
            if self.requires_grad and self.grad is not None:
                made.grad = self.grad.clone()
        return memo[id(self)]

    # ---- other types and places

    def to(self, *args, **kwargs):
        """to(dtype), to(device, dtype) and to(other), each with non_blocking and copy."""
        form = _TO_DEVICE
        if args and isinstance(args[0], TensorBase) or "other" in kwargs:
            form = _TO_OTHER
        elif args and isinstance(args[0], (dtype, type)):
            form = _TO_DTYPE
        given = {**dict(zip(form, args)), **kwargs}
        is_twice = any(key in kwargs for key in form[: len(args)])
        if not given or len(args) > len(form) or is_twice or not given.keys() <= {*form, *_FORMAT}:
            _mismatch("to", *args, **kwargs)
        for key, value in given.items():
            if not _TO_TAKES[key](value):
                _mismatch("to", *args, **kwargs)
        _check_format("to", given.get("memory_format"), self.dim())
        if given.get("device") is not None:
            device(given["device"])  # or it says that there is no such
        own, other = self.dtype._name, given.get("other")
        name = _dtype_name(given.get("dtype"), own) if other is None else other.dtype._name
        is_contiguous = given.get("memory_format") is _CONTIGUOUS and not self.is_contiguous()
        if name == own and not given.get("copy") and not is_contiguous:
            return self
        made = _new(_engine.to(self._h, name))
        return made.contiguous() if is_contiguous else made

    def type(self, dtype=None, non_blocking=False):
        return f"torch.{self.dtype._tensor}" if dtype is None else self.to(_of_class(dtype))

    def type_as(self, other):
        return self.to(other.dtype)

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    def cpu(self):
        return self

    pin_memory = cpu

    def cuda(self, device=None, non_blocking=False, memory_format=_PRESERVE):
        raise RuntimeError("this lab has no cuda device: everything runs on the CPU")

    def is_contiguous(self, memory_format=_CONTIGUOUS):
        _check_format("is_contiguous", memory_format, self.dim())
        return bool(_engine.is_contiguous(self._h))

    def clone(self, *, memory_format=_PRESERVE):
        _check_format("clone", memory_format, self.dim())
        source = self.contiguous() if memory_format is _CONTIGUOUS else self
        return _new(_engine.clone(source._h))

    def contiguous(self, memory_format=_CONTIGUOUS):
        if memory_format is _PRESERVE:
            raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
        _check_format("contiguous", memory_format, self.dim())
        return self if self.is_contiguous() else _new(_engine.contiguous(self._h))

    # ---- elements

    def __getitem__(self, index):
        if type(index) is int:
            return _new(_engine.at(self._h, index))
        if type(index) is tuple and _are_ints(index):
            return _new(_engine.at(self._h, *index))
        spec, _alive = _spec(_as_tuple(index))
        return _new(_engine.index(self._h, spec))

    def __setitem__(self, index, value):
        operand = _operand(value)
        is_array = isinstance(value, TensorBase) and value._is_array
        if operand is None or is_array or getattr(value, "_numpy_name", "") in _NOT_ASSIGNED:
            is_number = hasattr(value, "_numpy_name") and not is_array
            kind = f"numpy.{type(value).__name__}" if is_number else _kind(value)
            raise TypeError(f"can't assign a {kind} to a {self.type()}")
        if isinstance(value, complex):
            _check_fits(value, self.dtype)
            operand = operand if self.is_complex() else (bool(value.real), "bool")
        if operand[1]:
            _check_fits(operand[0], self.dtype)
        if type(index) is tuple and _are_ints(index):
            _ask(_engine.set_at(self._h, *operand, *index))
            return
        is_scalar = type(index) is not int and isinstance(value, TensorBase) and value.ndim == 0
        if is_scalar and value.is_complex():
            _check_fits(value.item(), self.dtype)
        spec, _alive = _spec(_as_tuple(index))
        _ask(_engine.set_index(self._h, spec, *operand))

    # ---- shape

    @property
    def T(self):
        if self.dim() not in (0, 2) and not self._is_array:
            _warnings.warn(
                "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is "
                "deprecated and it will throw an error in a future release. Consider `x.mT` to "
                "transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` "
                "to reverse the dimensions of a tensor.",
                stacklevel=2,
            )
        return self.permute(range(self.dim())[::-1])

    @property
    def mT(self):
        if self.dim() < 2:
            raise RuntimeError(
                "tensor.mT is only supported on matrices or batches of matrices. "
                f"Got {self.dim()}-D tensor."
            )
        return self.transpose(-2, -1)

    @property
    def H(self):
        if self.dim() != 2:
            raise RuntimeError(
                f"tensor.H is only supported on matrices (2-D tensors). Got {self.dim()}-D tensor."
            )
        return self.transpose(-2, -1).conj()

    @property
    def real(self):
        is_real = isinstance(self, Tensor) and not self.is_complex()
        return self if is_real else _new(_engine.part(self._h, False))

    @property
    def imag(self):
        return _new(_engine.part(self._h, True))

    def get_device(self):
        return -1

    def view(self, *shape, **names):
        if names:
            shape = (
                (names["dtype"],)
                if names.keys() == {"dtype"}
                else _or_named("view", "size", shape, names)
            )
        if not shape:
            _mismatch("view")
        if len(shape) == 1 and isinstance(shape[0], dtype):
            return _new(_engine.view_as_type(self._h, shape[0]._name))
        return _new(_engine.view(self._h, _sizes(shape)))

    def reshape(self, *shape, **names):
        shape = _or_named("reshape", "shape", shape, names)
        if not shape:
            raise TypeError('reshape() missing 1 required positional arguments: "shape"')
        return _new(_engine.reshape(self._h, _sizes(shape)))

    def view_as(self, other):
        return self.view(other.shape)

    def reshape_as(self, other):
        return self.reshape(other.shape)

    def permute(self, *dims, **names):
        dims = _or_named("permute", "dims", dims, names)
        if not dims:
            raise TypeError('permute() missing 1 required positional arguments: "dims"')
        return _new(_engine.permute(self._h, _sizes(dims)))

    def expand(self, *sizes, implicit=False, **names):
        sizes = _or_named("expand", "size", sizes, names)
        return _new(_engine.expand(self._h, _sizes(sizes)))

    def expand_as(self, other):
        return self.expand(other.shape)

    def unfold(self, dimension, size, step):
        _check_int(size, "unfold", "size", 2)
        _check_int(step, "unfold", "step", 3)
        return _new(_engine.unfold(self._h, dimension, size, step))

    def repeat(self, *times, **names):
        times = _or_named("repeat", "repeats", times, names)
        return _new(_engine.repeat(self._h, _sizes(times)))

    # ---- new ones of the same type

    def new_full(self, size, fill_value, dtype=None, **names):
        _check_names("new_full", (size, fill_value), names)
        _check_unlearned("new_full", fill_value)
        name = _dtype_name(dtype, self.dtype._name)
        _check_fits(fill_value, _DTYPES[name])
        return _new(_engine.full(name, _sizes((size,)), float(fill_value)))

    def new_zeros(self, *size, dtype=None, **names):
        return self.new_full(_flat(size), 0, dtype, **names)

    def new_ones(self, *size, dtype=None, **names):
        return self.new_full(_flat(size), 1, dtype, **names)

    def new_empty(self, *size, dtype=None, **names):
        return self.new_full(_flat(size), 0, dtype, **names)

    def new(self, *args):
        """Of older programs: a size, or numbers, in this type."""
        if len(args) != 1 or isinstance(args[0], (*_INT, Size)):
            return self.new_empty(*args or (0,))
        return self.new_tensor(args[0])

    def new_tensor(self, data, dtype=None, **names):
        _check_names("new_tensor", (data,), names)
        data = data.detach() if isinstance(data, Tensor) else data
        return _from_data(data, _dtype_name(dtype, self.dtype._name), True)

    # ---- in place

    def copy_(self, other, non_blocking=False):
        _ask(_engine.copy_(self._h, _handle(other, "copy_", "other")))
        return self

    def fill_(self, value):
        if _operand(value) is None:
            _mismatch("fill_", value)
        if isinstance(value, TensorBase) and value.ndim:
            raise RuntimeError(
                "fill_ only supports 0-dimension value tensor but got tensor with "
                f"{value.ndim} dimensions."
            )
        if isinstance(value, TensorBase) and value.requires_grad:
            return _named_step(self.copy_(value), "FillBackward3")
        number = _number(value)
        _check_fits(number, self.dtype)
        if isinstance(number, complex):
            number = number if self.is_complex() else bool(number.real)
            return self.copy_(_from_data(number))
        _ask(_engine.fill_(self._h, float(value)))
        return self

    def fill_diagonal_(self, fill_value, wrap=False):
        if self.dim() != 2 or wrap:
            raise NotImplementedError(
                "fill_diagonal_() of more than a matrix is not part of this lab's torch"
            )
        self.diagonal().fill_(fill_value)
        return self

    def zero_(self):
        return _named_step(self.fill_(0), "ZeroBackward0")

    def scatter_(self, dim, index, src=None, reduce=None, *, value=None):
        source = src if value is None else value
        if (src is None) == (value is None):
            _mismatch("scatter_", dim, index, *([src, value] if value is not None else []))
        if reduce not in (None, "add", "multiply"):
            raise RuntimeError("reduce argument must be either add or multiply.")
        if reduce == "multiply":
            raise NotImplementedError(
                "reduce='multiply' of scatter_() is not part of this lab's torch"
            )
        is_number = not isinstance(source, TensorBase)
        if is_number:
            _check_fits(source, self.dtype)
            if isinstance(source, complex) and not self.is_complex():
                source = bool(source.real)
            source = _from_data(source, self.dtype._name).expand(index.shape)
        for one in (index, source):
            if one.numel():
                _ask(_engine.check_apart(self._h, one._h, True))
        _ask(_engine.scatter_(self._h, dim, index._h, source._h, reduce == "add"))
        return (
            _named_step(self, "ScatterBackward1", index) if is_number and reduce is None else self
        )

    def scatter_add_(self, dim, index, src):
        return self.scatter_(dim, index, _tensor(src, "scatter_add_", "src", 3), "add")


def _loaded(content):
    import torch

    return torch.load(BytesIO(content))


_blank = object.__new__


def _new(handle):
    """As Tensor._of, which every operation would wait for."""
    if type(handle) is not int:
        _fail(handle)
    made = _blank(Tensor)
    made._h = handle
    return made


def _many(handles):
    return tuple(map(_new, _to_numbers(_ask(handles))))


def _from_data(data, name=None, is_strict=False):
    return _new(_handle_of(data, name, is_strict=is_strict))


def _unary(name, x):
    return _new(_engine.unary(name, x._h))


def _binary(name, a, b):
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return _new(_engine.binary(name, a._h, b._h))
    x, y = _operand(a), _operand(b)
    if x is None or y is None:
        if not isinstance(a, complex) and not isinstance(b, complex):
            return NotImplemented
        # a tensor without axes counts as little as a scalar does
        return _binary(name, *(_from_data(v) if isinstance(v, complex) else v for v in (a, b)))
    return _new(_engine.binary(name, x[0], y[0], x[1], y[1]))


def _reduce(name, x, dim=None, keepdim=False, parameter=0):
    return _new(_engine.reduce(name, x._h, _dims(dim), bool(keepdim), parameter))


def _as_type(input, dtype):
    """An argument `dtype` that may be left out."""
    return input if dtype is None else input.to(dtype)
