"""What stands for a type of elements, what it can hold, and what stands for a device."""

_BOOL, _INTEGER, _FLOAT, _COMPLEX = range(4)


class Held:
    """A number of numpy's whose type is none of Python's."""

    __slots__ = ("_value",)

    def __int__(self):
        return int(self._value)

    def __float__(self):
        return float(self._value)

    def __complex__(self):
        return complex(self._value)

    def __bool__(self):
        return bool(self._value)

    def __hash__(self):
        return hash(self._value)


class HeldWhole(Held):
    __slots__ = ()

    def __index__(self):
        return self._value


_INT = (int, HeldWhole)
_REAL = (int, float, Held)


class dtype:
    """The type of a tensor's elements."""

    __module__ = "torch"

    def __init__(self, name, kind, itemsize, scalar):
        self._name = name
        self._kind = kind
        self._scalar = scalar  # what PyTorch's messages call it
        self._tensor = f"{scalar}Tensor"  # the class of tensors of this type
        self.itemsize = itemsize
        self.is_floating_point = kind == _FLOAT
        self.is_complex = kind == _COMPLEX

    def __repr__(self):
        return f"torch.{self._name}"


_DTYPES = {
    name: dtype(name, kind, itemsize, scalar)
    for name, kind, itemsize, scalar in (
        ("bool", _BOOL, 1, "Bool"),
        ("uint8", _INTEGER, 1, "Byte"),
        ("int8", _INTEGER, 1, "Char"),
        ("int16", _INTEGER, 2, "Short"),
        ("int32", _INTEGER, 4, "Int"),
        ("int64", _INTEGER, 8, "Long"),
        ("float16", _FLOAT, 2, "Half"),
        ("bfloat16", _FLOAT, 2, "BFloat16"),
        ("float32", _FLOAT, 4, "Float"),
        ("float64", _FLOAT, 8, "Double"),
        ("complex64", _COMPLEX, 8, "ComplexFloat"),
        ("complex128", _COMPLEX, 16, "ComplexDouble"),
        ("uint16", _INTEGER, 2, "UInt16"),
        ("uint32", _INTEGER, 4, "UInt32"),
        ("uint64", _INTEGER, 8, "UInt64"),
    )
}
_NUMPY_ONLY = ("uint16", "uint32", "uint64")
_ALIASES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "long": "int64",
    "int": "int32",
    "short": "int16",
    "cfloat": "complex64",
    "cdouble": "complex128",
}
_OF_PYTHON = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}

_default = ["float32"]  # of what is made of Python's floats


def _dtype_name(value, default=None):
    if value is None:
        return default
    if isinstance(value, dtype):
        return value._name
    name = _OF_PYTHON.get(value)
    if name is None:
        raise TypeError(f"dtype must be a torch.dtype, not {type(value).__name__}")
    return name


def _of_class(value):
    """The dtype that Tensor.type() is given: itself, a class of tensors, or the name of one."""
    if isinstance(value, dtype):
        return value
    if not isinstance(value, (str, type)):
        raise TypeError("dtype must be a type, str, or dtype object")
    name = value if isinstance(value, str) else f"{value.__module__}.{value.__name__}"
    if name.startswith("torch.cuda."):
        raise RuntimeError("this lab has no cuda device: everything runs on the CPU")
    if name == "torch.Tensor":
        return get_default_dtype()
    for kind in _DTYPES.values():
        if name == f"torch.{kind._tensor}":
            return kind
    raise ValueError(f"invalid type: '{name.removeprefix('builtins.')}'")


def _float_name(value=None):
    """The name of a dtype; by default that of floats."""
    return _dtype_name(value, _default[0])


def get_default_dtype():
    return _DTYPES[_default[0]]


def set_default_dtype(d):
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default[0] = d._name


def set_default_tensor_type(t):
    set_default_dtype(_of_class(t))


# ------------------------------------------------------------------- what a type can hold

_FLOATS = {  # bits, bits after the point, least exponent, largest number
    "float16": (16, 10, -14, 65504.0),
    "bfloat16": (16, 7, -126, 2.0**128 - 2.0**120),
    "float32": (32, 23, -126, 2.0**128 - 2.0**104),
    "float64": (64, 52, -1022, 1.7976931348623157e308),
}
_WHOLE = {
    f"{sign}int{bits}": (bits, int(not sign)) for sign in ("u", "") for bits in (8, 16, 32, 64)
}  # bits, of which one is the sign's


def _name_of(kind, type, default, table):
    dtype = _DTYPES[default] if type is None else type
    if getattr(dtype, "_name", None) not in table:
        what, other = ("a floating point", "iinfo") if kind == "finfo" else ("an integer", "finfo")
        raise TypeError(
            f"torch.{kind}() requires {what} input type. Use torch.{other} to handle 'torch.{kind}'"
        )
    return dtype._name


class finfo:
    def __init__(self, type=None):
        self.dtype = _name_of("finfo", type, "float32", _FLOATS)
        self.bits, after, least, self.max = _FLOATS[self.dtype]
        self.min, self.eps = -self.max, 2.0**-after
        self.tiny = self.smallest_normal = 2.0**least
        self.resolution = {10: 1e-3, 7: 1e-2, 23: 1e-6, 52: 1e-15}[after]

    def __repr__(self):
        parts = (
            f"resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}"
        )
        return (
            f"finfo({parts}, smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    def __init__(self, type):
        self.dtype = _name_of("iinfo", type, None, _WHOLE)
        self.bits, signs = _WHOLE[self.dtype]
        self.max = 2 ** (self.bits - signs) - 1
        self.min = -(2 ** (self.bits - 1)) if signs else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


# ------------------------------------------------------------------------------ in memory


class memory_format:
    """In which order the elements lie: here always in that of the axes, or as they lay before."""

    __module__ = "torch"

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


_FORMATS = {
    name: memory_format(name)
    for name in "contiguous_format preserve_format channels_last channels_last_3d".split()
}
_CONTIGUOUS, _PRESERVE = _FORMATS["contiguous_format"], _FORMATS["preserve_format"]


def _check_format(name, value, rank):
    if value is None or value is _CONTIGUOUS or value is _PRESERVE:
        return
    if not isinstance(value, memory_format):
        raise TypeError(
            f"{name}(): argument 'memory_format' must be torch.memory_format, "
            f"not {type(value).__name__}"
        )
    wanted = 5 if value._name.endswith("3d") else 4
    if rank != wanted:
        raise RuntimeError(f"required rank {wanted} tensor to use {value._name} format")
    raise NotImplementedError(f"memory_format={value} of {name}() is not part of this lab's torch")


# -------------------------------------------------------------------------------- devices


class layout:
    __module__ = "torch"

    def __repr__(self):
        return "torch.strided"


strided = layout()

_DEVICES = ("cpu", "cuda", "mps", "meta")


class device:
    __module__ = "torch"

    def __init__(self, device="cpu", index=None, **names):
        text = str(names.pop("type", device))
        text = f"cuda:{text}" if type(device) is int else text
        if names:
            raise TypeError(f"device() got an unexpected keyword argument '{next(iter(names))}'")
        self.type, _, number = text.partition(":")
        if self.type not in _DEVICES:
            raise RuntimeError(
                f"Expected one of {', '.join(_DEVICES)} device type at start of device string: "
                + text
            )
        if self.type != "cpu":
            raise RuntimeError(f"this lab has no {self.type} device: everything runs on the CPU")
        self.index = int(number) if number else index

    def __repr__(self):
        return f"device(type='{self.type}'{'' if self.index is None else f', index={self.index}'})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


_CPU = device("cpu")
