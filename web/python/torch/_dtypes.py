"""The types of elements."""

_BOOL, _INTEGER, _FLOAT, _COMPLEX = range(4)


class dtype:
    """The type of a tensor's elements."""

    __module__ = "torch"

    def __init__(self, name, kind, itemsize, scalar):
        self._name = name
        self._kind = kind
        self._scalar = scalar  # what PyTorch's messages call it
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
    )
}
_ALIASES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "long": "int64",
    "int": "int32",
    "short": "int16",
    "cfloat": "complex64",
}
_OF_PYTHON = {bool: "bool", int: "int64", float: "float64", complex: "complex64"}

_default = ["float32"]  # of what is made of Python's floats


def _dtype_name(value, default=None):
    if value is None:
        return default
    if isinstance(value, dtype):
        return value._name
    name = _OF_PYTHON.get(value) or getattr(value, "_torch_name", None)
    if name is None:
        raise TypeError(f"dtype must be a torch.dtype, not {type(value).__name__}")
    return name


def _float_name(value=None):
    """The name of a dtype; by default that of floats."""
    return _dtype_name(value, _default[0])


def get_default_dtype():
    return _DTYPES[_default[0]]


def set_default_dtype(d):
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default[0] = d._name
