"""The tensor: a handle of the engine, with PyTorch's names on it."""

import math as _math

from torch import _engine

from torch._missing import attribute_error

_ERRORS = {
    "RuntimeError": RuntimeError,
    "ValueError": ValueError,
    "TypeError": TypeError,
    "IndexError": IndexError,
    "MemoryError": MemoryError,
    "NotImplementedError": NotImplementedError,
}


def _ask(answer):
    """What the engine gave, or the error that it told."""
    if isinstance(answer, str) and answer[:1] == "!":
        kind, _, message = answer[1:].partition(":")
        if message == "ZeroDivisionError":
            raise RuntimeError("ZeroDivisionError")
        raise _ERRORS.get(kind, RuntimeError)(message)
    return answer


def _list(numbers):
    return ",".join(map(str, numbers))


def _numbers(text):
    return [int(part) for part in text.split(",")] if text else []


class Size(tuple):
    """A shape."""

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def numel(self):
        return _math.prod(self)

    def __getitem__(self, index):
        value = tuple.__getitem__(self, index)
        return Size(value) if isinstance(index, slice) else value

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))


class dtype:
    """The type of a tensor's elements."""

    def __init__(self, name, kind):
        self._name = name
        self._kind = kind  # 0 bool, 1 integer, 2 float, 3 complex

    def __repr__(self):
        return f"torch.{self._name}"

    @property
    def is_floating_point(self):
        return self._kind == 2

    @property
    def is_complex(self):
        return self._kind == 3

    @property
    def itemsize(self):
        return {"bool": 1, "uint8": 1, "int8": 1, "int16": 2, "float16": 2, "bfloat16": 2}.get(
            self._name, 8 if self._name in ("int64", "float64", "complex64") else 4
        )


_DTYPES = {
    name: dtype(name, kind)
    for name, kind in (
        ("bool", 0),
        ("uint8", 1),
        ("int8", 1),
        ("int16", 1),
        ("int32", 1),
        ("int64", 1),
        ("float16", 2),
        ("bfloat16", 2),
        ("float32", 2),
        ("float64", 2),
        ("complex64", 3),
    )
}
_BY_TYPE = {bool: "bool", int: "int64", float: "float32", complex: "complex64"}


def _dtype_name(value, default=None):
    if value is None:
        return default
    if isinstance(value, dtype):
        return value._name
    if value in _BY_TYPE:
        return {"float32": "float64"}.get(_BY_TYPE[value], _BY_TYPE[value])
    name = getattr(value, "_torch_name", None)
    if name:
        return name
    raise TypeError(f"dtype must be a torch.dtype, not {type(value).__name__}")


class device:
    def __init__(self, name="cpu", index=None):
        text = str(name)
        self.type, _, number = text.partition(":")
        if self.type not in ("cpu", "cuda", "mps", "meta"):
            raise RuntimeError(
                "Expected one of cpu, cuda, mps, meta device type at start of device string: "
                + text
            )
        if self.type != "cpu":
            raise RuntimeError(f"this lab has no {self.type} device: everything runs on the CPU")
        self.index = int(number) if number else index

    def __repr__(self):
        return f"device(type='{self.type}')"

    def __str__(self):
        return self.type

    def __eq__(self, other):
        return isinstance(other, device) and self.type == other.type

    def __hash__(self):
        return hash(self.type)


_CPU = device("cpu")


def _no_gradients(what):
    raise NotImplementedError(f"{what} is not part of this lab's torch: it has no autograd")


# ----------------------------------------------------------------------------- operands

_KINDS = {bool: "bool", int: "int", float: "float"}


def _operand(value):
    """A handle and '', or a number and its kind; None where it is neither."""
    if isinstance(value, Tensor):
        return value._h, ""
    for kind, name in _KINDS.items():
        if isinstance(value, kind):
            return value, name
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return float(value), "float"
    return None


def _binary(name, a, b):
    x, y = _operand(a), _operand(b)
    if x is None or y is None:
        return NotImplemented
    return Tensor._of(_ask(_engine.binary(name, x[0], x[1], y[0], y[1])))


def _binary_method(name, is_reversed=False):
    def method(self, other):
        return _binary(name, other, self) if is_reversed else _binary(name, self, other)

    return method


def _in_place(name):
    def method(self, other):
        y = _operand(other)
        if y is None:
            return NotImplemented
        _ask(_engine.binary_in_place(name, self._h, y[0], y[1]))
        return self

    return method


def _dims(dim):
    if dim is None:
        return ""
    if isinstance(dim, str):
        raise RuntimeError(f"Name {dim!r} not found: tensors have no named axes here")
    return _list(dim) if isinstance(dim, (tuple, list)) else str(dim)


def _flat(args):
    """(2, 3), ((2, 3),) and (Size([2, 3]),) alike."""
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return [_index_of(n) for n in args]


def _index_of(n):
    if isinstance(n, Tensor):
        return int(n.item())
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"a size must be an int, not {type(n).__name__}")
    return n.__index__()


# ------------------------------------------------------------------------------ indexing


def _slice_part(value):
    return "" if value is None else str(_index_of(value))


def _spec(index):
    entries = index if isinstance(index, tuple) else (index,)
    parts, alive = [], []
    for entry in entries:
        if entry is None:
            parts.append("n")
        elif entry is Ellipsis:
            parts.append("e")
        elif isinstance(entry, bool):
            parts.append(f"f:{int(entry)}")
        elif isinstance(entry, slice):
            parts.append("s:" + ":".join(map(_slice_part, (entry.start, entry.stop, entry.step))))
        elif isinstance(entry, Tensor) and entry.dim() == 0 and entry.dtype._kind == 1:
            parts.append(f"i:{int(entry.item())}")
        elif isinstance(entry, Tensor) or isinstance(entry, (list, tuple, range)):
            tensor = entry if isinstance(entry, Tensor) else _from_data(list(entry), None)
            if tensor.numel() == 0 and tensor.dtype._kind == 2:
                tensor = tensor.to(_DTYPES["int64"])
            alive.append(tensor)
            parts.append(f"t:{tensor._h}")
        elif hasattr(entry, "__index__"):
            parts.append(f"i:{entry.__index__()}")
        elif isinstance(entry, str):
            raise TypeError("new(): invalid data type 'str'")
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type(entry).__name__})"
            )
    return ";".join(parts), alive


# ------------------------------------------------------------------------ from Python data


def _shape_of(data):
    shape = []
    while isinstance(data, (list, tuple)) or (isinstance(data, Tensor) and data.dim() > 0):
        shape.append(len(data))
        if len(data) == 0:
            break
        data = data[0]
    return shape


def _flatten(data, depth, shape, out):
    if depth == len(shape):
        if isinstance(data, (list, tuple)):
            raise TypeError(f"must be real number, not {type(data).__name__}")
        out.append(data.item() if isinstance(data, Tensor) else data)
        return
    if not isinstance(data, (list, tuple, Tensor)):
        raise TypeError(f"{type(data).__name__!r} object is not a sequence here")
    if len(data) != shape[depth]:
        raise ValueError(
            f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})"
        )
    for item in data:
        _flatten(item, depth + 1, shape, out)


def _text(value):
    if value is True or value is False:
        return "1" if value else "0"
    return repr(value) if isinstance(value, int) else repr(float(value))


def _from_data(data, name):
    if isinstance(data, Tensor):
        return data.clone() if name is None else data.to(_DTYPES[name])
    if hasattr(data, "_as_tensor"):
        tensor = data._as_tensor()
        return tensor.clone() if name is None else tensor.to(_DTYPES[name])
    if isinstance(data, range):
        data = list(data)
    shape, values = _shape_of(data), []
    _flatten(data, 0, shape, values)
    for value in values:
        if not isinstance(value, (bool, int, float, complex)) and not hasattr(value, "__float__"):
            if isinstance(value, str):
                raise TypeError("new(): invalid data type 'str'")
            raise RuntimeError(f"Could not infer dtype of {type(value).__name__}")
    if name is None:
        kinds = {type(value) for value in values}
        kind = (
            complex
            if complex in kinds
            else (
                float
                if any(not isinstance(v, int) for v in values) or not values
                else int
                if any(not isinstance(v, bool) for v in values)
                else bool
            )
        )
        name = _BY_TYPE[kind]
    if name == "complex64":
        parts = [part for v in map(complex, values) for part in (v.real, v.imag)]
        return Tensor._of(_ask(_engine.complex_from_list(_list(shape), _list(map(float, parts)))))
    return Tensor._of(_ask(_engine.from_list(name, _list(shape), ",".join(map(_text, values)))))


# ------------------------------------------------------------------------------- tensor


class Tensor:
    """Elements of one type in a strided box."""

    __slots__ = ("_h", "requires_grad", "grad", "__dict__", "__weakref__")
    __array_priority__ = 1000

    def __init__(self, *args):
        self.requires_grad, self.grad = False, None
        if len(args) == 1 and not isinstance(args[0], int):
            made = _from_data(args[0], "float32")
            self._h = _engine.alias(made._h)
        else:
            self._h = _ask(_engine.full("float32", _list(_flat(args)) if args else "0", 0))

    @classmethod
    def _of(cls, handle):
        tensor = Tensor.__new__(Tensor)
        tensor._h = handle
        tensor.requires_grad, tensor.grad = False, None
        return tensor

    def __del__(self):
        handle = getattr(self, "_h", None)
        if handle is not None:
            _engine.free(handle)

    # ---- what it is

    @property
    def shape(self):
        return Size(_numbers(_ask(_engine.shape(self._h))))

    def size(self, dim=None):
        if dim is None:
            return self.shape
        shape = self.shape
        return shape[_checked_dim(dim, len(shape))]

    @property
    def dtype(self):
        return _DTYPES[_ask(_engine.dtype(self._h))]

    @property
    def device(self):
        return _CPU

    @property
    def ndim(self):
        return len(self.shape)

    def dim(self):
        return len(self.shape)

    ndimension = dim

    def numel(self):
        return self.shape.numel()

    nelement = numel

    def element_size(self):
        return _engine.element_size(self._h)

    def stride(self, dim=None):
        strides = tuple(_numbers(_engine.strides(self._h)))
        return strides if dim is None else strides[_checked_dim(dim, len(strides))]

    def storage_offset(self):
        return _engine.offset(self._h)

    def data_ptr(self):
        return (_engine.storage(self._h) << 32) + _engine.offset(self._h) * self.element_size()

    def is_contiguous(self):
        return bool(_engine.is_contiguous(self._h))

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    is_cuda = False
    is_leaf = True
    grad_fn = None
    layout = "torch.strided"

    def __len__(self):
        shape = self.shape
        if not shape:
            raise TypeError("len() of a 0-d tensor")
        return shape[0]

    def __iter__(self):
        if self.dim() == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __contains__(self, value):
        return bool((self == value).any())

    def __hash__(self):
        return id(self)

    # ---- out of it

    def _values(self):
        """Its elements as Python's numbers, in row-major order."""
        text, name = _ask(_engine.values(self._h)), self.dtype._name
        parts = text.split(",") if text else []
        if name == "bool":
            return [part == "1" for part in parts]
        if name == "complex64":
            return [complex(float(a), float(b)) for a, b in zip(parts[::2], parts[1::2])]
        if self.dtype._kind == 1:
            return [int(float(part)) for part in parts]
        return [float(part) for part in parts]

    def item(self):
        if self.numel() != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self._values()[0]

    def tolist(self):
        def nested(shape, values):
            if not shape:
                return values[0]
            step = len(values) // shape[0] if shape[0] else 0
            return [nested(shape[1:], values[k * step : (k + 1) * step]) for k in range(shape[0])]

        return nested(list(self.shape), self._values())

    def numpy(self):
        import numpy

        return numpy.ndarray._of(_engine.alias(self._h))

    def __array__(self, *_):
        return self.numpy()

    def __bool__(self):
        n = self.numel()
        if n == 0:
            return False
        if n > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return bool(self._values()[0])

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __complex__(self):
        return complex(self.item())

    def __index__(self):
        if self.dtype._kind > 1 or self.numel() != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __format__(self, spec):
        if self.dim() == 0:
            return self.item().__format__(spec)
        return object.__format__(self, spec)

    def __repr__(self):
        from torch._repr import text_of

        return text_of(self)

    def __reduce__(self):
        return (_from_data, (self.tolist(), self.dtype._name))

    def __deepcopy__(self, _):
        return self.clone()

    def __getattr__(self, name):
        raise attribute_error("torch.Tensor", name, type(self).__name__)

    # ---- no autograd, and no pretence of it

    def backward(self, *_, **__):
        _no_gradients("backward()")

    def requires_grad_(self, requires_grad=True):
        if requires_grad:
            _no_gradients("requires_grad_()")
        return self

    def retain_grad(self):
        _no_gradients("retain_grad()")

    def detach(self):
        return Tensor._of(_engine.alias(self._h))

    def detach_(self):
        return self

    @property
    def data(self):
        return self.detach()

    @data.setter
    def data(self, value):
        old, self._h = self._h, _engine.alias(value._h)
        _engine.free(old)

    # ---- types

    def to(self, *args, **kwargs):
        name = None
        for value in (*args, kwargs.get("dtype"), kwargs.get("other")):
            if isinstance(value, Tensor):
                name = value.dtype._name
            elif isinstance(value, dtype):
                name = value._name
            elif isinstance(value, (str, device)):
                device(value) if isinstance(value, str) else value
        if isinstance(kwargs.get("device"), str):
            device(kwargs["device"])
        if (name is None or name == self.dtype._name) and not kwargs.get("copy"):
            return self
        return Tensor._of(_ask(_engine.to(self._h, name or self.dtype._name)))

    def type(self, dtype=None):
        if dtype is None:
            scalar = _SCALARS[self.dtype._name]
            return f"torch.{scalar}Tensor"
        return self.to(dtype)

    def type_as(self, other):
        return self.to(other.dtype)

    def cpu(self):
        return self

    def cuda(self, *_, **__):
        raise RuntimeError("this lab has no cuda device: everything runs on the CPU")

    def pin_memory(self):
        return self

    def clone(self, **_):
        return Tensor._of(_ask(_engine.clone(self._h)))

    def contiguous(self, **_):
        return self if self.is_contiguous() else Tensor._of(_ask(_engine.contiguous(self._h)))

    # ---- elements

    def __getitem__(self, index):
        if (
            self.dim() == 0
            and not isinstance(index, (Tensor, tuple))
            and index not in (None, Ellipsis)
        ):
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
        spec, alive = _spec(index)
        got = _ask(_engine.index(self._h, spec))
        del alive
        return Tensor._of(got)

    def __setitem__(self, index, value):
        spec, alive = _spec(index)
        source = value if isinstance(value, Tensor) else _from_data(value, None)
        _ask(_engine.set_index(self._h, spec, source._h))
        del alive

    __add__ = _binary_method("add")
    __radd__ = _binary_method("add", True)
    __sub__ = _binary_method("sub")
    __rsub__ = _binary_method("sub", True)
    __mul__ = _binary_method("mul")
    __rmul__ = _binary_method("mul", True)
    __truediv__ = _binary_method("div")
    __rtruediv__ = _binary_method("div", True)
    __floordiv__ = _binary_method("floor_divide")
    __rfloordiv__ = _binary_method("floor_divide", True)
    __mod__ = _binary_method("remainder")
    __rmod__ = _binary_method("remainder", True)
    __pow__ = _binary_method("pow")
    __rpow__ = _binary_method("pow", True)
    __and__ = __rand__ = _binary_method("bitwise_and")
    __or__ = __ror__ = _binary_method("bitwise_or")
    __xor__ = __rxor__ = _binary_method("bitwise_xor")
    __lshift__ = _binary_method("lshift")
    __rshift__ = _binary_method("rshift")
    __lt__ = _binary_method("lt")
    __le__ = _binary_method("le")
    __gt__ = _binary_method("gt")
    __ge__ = _binary_method("ge")

    def __eq__(self, other):
        return _binary("eq", self, other) if _operand(other) else False

    def __ne__(self, other):
        return _binary("ne", self, other) if _operand(other) else True

    __iadd__ = _in_place("add")
    __isub__ = _in_place("sub")
    __imul__ = _in_place("mul")
    __itruediv__ = _in_place("div")
    __ifloordiv__ = _in_place("floor_divide")
    __imod__ = _in_place("remainder")
    __ipow__ = _in_place("pow")
    __iand__ = _in_place("bitwise_and")
    __ior__ = _in_place("bitwise_or")
    __ixor__ = _in_place("bitwise_xor")

    def __neg__(self):
        return self._unary("neg")

    def __pos__(self):
        return self

    def __abs__(self):
        return self._unary("abs")

    def __invert__(self):
        if self.dtype._kind > 1:
            raise TypeError(
                "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
            )
        return self._unary("bitwise_not")

    def __matmul__(self, other):
        if not isinstance(other, Tensor):
            return NotImplemented
        return Tensor._of(_ask(_engine.matmul(self._h, other._h)))

    def __rmatmul__(self, other):
        return NotImplemented

    def _unary(self, name):
        return Tensor._of(_ask(_engine.unary(name, self._h)))

    # ---- shape

    @property
    def T(self):
        return self.permute(*range(self.dim() - 1, -1, -1))

    @property
    def mT(self):
        return self.transpose(-2, -1)

    @property
    def H(self):
        return self.transpose(-2, -1)._unary("conj")

    @property
    def real(self):
        return Tensor._of(_ask(_engine.part(self._h, False)))

    @property
    def imag(self):
        return Tensor._of(_ask(_engine.part(self._h, True)))

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], dtype):
            raise NotImplementedError("view(dtype) is not part of this lab's torch")
        return Tensor._of(_ask(_engine.view(self._h, _list(_flat(shape)))))

    def reshape(self, *shape):
        if not shape:
            raise TypeError('reshape() missing 1 required positional arguments: "shape"')
        return Tensor._of(_ask(_engine.reshape(self._h, _list(_flat(shape)))))

    def view_as(self, other):
        return self.view(other.shape)

    def reshape_as(self, other):
        return self.reshape(other.shape)

    def permute(self, *dims):
        return Tensor._of(_ask(_engine.permute(self._h, _list(_flat(dims)))))

    def expand(self, *sizes):
        return Tensor._of(_ask(_engine.expand(self._h, _list(_flat(sizes)))))

    def expand_as(self, other):
        return self.expand(other.shape)

    def repeat(self, *times):
        return Tensor._of(_ask(_engine.repeat(self._h, _list(_flat(times)))))

    def new_zeros(self, *shape, dtype=None):
        return self._new(_flat(shape), 0, dtype)

    def new_ones(self, *shape, dtype=None):
        return self._new(_flat(shape), 1, dtype)

    def new_full(self, shape, value, dtype=None):
        return self._new(_flat((shape,)), value, dtype)

    def new_empty(self, *shape, dtype=None):
        return self._new(_flat(shape), 0, dtype)

    def new_tensor(self, data, dtype=None):
        return _from_data(data, _dtype_name(dtype, self.dtype._name))

    def _new(self, shape, value, dtype):
        name = _dtype_name(dtype, self.dtype._name)
        return Tensor._of(_ask(_engine.full(name, _list(shape), float(value))))

    # ---- in place

    def copy_(self, source, **_):
        _ask(_engine.copy_(self._h, source._h))
        return self

    def fill_(self, value):
        _ask(_engine.fill_(self._h, float(value)))
        return self

    def zero_(self):
        return self.fill_(0)

    def _set(self, other):
        """Other numbers of the same shape."""
        _ask(_engine.copy_(self._h, other._h))
        return self

    def normal_(self, mean=0.0, std=1.0):
        drawn = Tensor._of(_ask(_engine.randn(self.dtype._name, _list(self.shape))))
        return self._set(drawn * std + mean)

    def uniform_(self, a=0.0, b=1.0):
        drawn = Tensor._of(_ask(_engine.rand(self.dtype._name, _list(self.shape))))
        return self._set(drawn * (b - a) + a)

    def scatter_(self, dim, index, source, reduce=None):
        if not isinstance(source, Tensor):
            source = _from_data(source, self.dtype._name).expand(index.shape)
        _ask(_engine.scatter_(self._h, dim, index._h, source._h, reduce == "add"))
        return self

    def scatter_add_(self, dim, index, source):
        _ask(_engine.scatter_(self._h, dim, index._h, source._h, True))
        return self


def _checked_dim(dim, rank):
    most = max(rank, 1)
    if not -most <= dim < most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], but got {dim})"
        )
    return dim


_SCALARS = {
    "bool": "Bool",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float64": "Double",
    "complex64": "ComplexFloat",
}

for _name, _target in (
    ("float", "float32"),
    ("double", "float64"),
    ("half", "float16"),
    ("bfloat16", "bfloat16"),
    ("long", "int64"),
    ("int", "int32"),
    ("short", "int16"),
    ("bool", "bool"),
    ("byte", "uint8"),
    ("cfloat", "complex64"),
):
    setattr(Tensor, _name, lambda self, _t=_target: self.to(_DTYPES[_t]))
Tensor.__module__ = "torch"
