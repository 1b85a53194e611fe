"""Numbers, lists and tensors of Python, as the engine takes them."""

from torch import _engine
from torch._base import TensorBase
from torch._bridge import _to_text
from torch._dtypes import _float_name


def _shape_of(data):
    shape = []
    while isinstance(data, (list, tuple)) or (isinstance(data, TensorBase) and data.dim() > 0):
        shape.append(len(data))
        if len(data) == 0:
            break
        data = data[0]
    return shape


def _flatten(data, depth, shape, out):
    if depth == len(shape):
        out.append(data)
        return
    if not isinstance(data, (list, tuple, TensorBase)):
        raise TypeError(f"{type(data).__name__!r} object is not a sequence here")
    if len(data) != shape[depth]:
        raise ValueError(
            f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})"
        )
    if depth + 1 == len(shape):
        out.extend(data)
        return
    for item in data:
        _flatten(item, depth + 1, shape, out)


def _check(kind):
    if issubclass(kind, (list, tuple)):
        raise TypeError(f"must be real number, not {kind.__name__}")
    if issubclass(kind, str):
        raise TypeError("new(): invalid data type 'str'")
    if not issubclass(kind, complex) and not hasattr(kind, "__float__"):
        raise RuntimeError(f"Could not infer dtype of {kind.__name__}")


def _inferred(kinds):
    """The dtype that holds numbers of these types of Python."""
    if complex in kinds:
        return "complex64"
    if not kinds or not all(issubclass(kind, int) for kind in kinds):
        return _float_name()
    return "bool" if kinds == {bool} else "int64"


def _text(value):
    return repr(int(value) if isinstance(value, int) else float(value))


def _handle_of(data, name=None):
    """A new tensor's handle. name: of its dtype; None: the one that fits."""
    if isinstance(data, TensorBase):
        return _engine.clone(data._h) if name is None else _engine.to(data._h, name)
    if isinstance(data, range):
        data = list(data)
    shape, values = _shape_of(data), []
    _flatten(data, 0, shape, values)
    if any(isinstance(value, TensorBase) for value in values):
        values = [v.item() if isinstance(v, TensorBase) else v for v in values]
    kinds = set(map(type, values))
    for kind in kinds:
        _check(kind)
    name = name or _inferred(kinds)
    if name == "complex64":
        parts = [part for v in map(complex, values) for part in (v.real, v.imag)]
        return _engine.complex_from_list(_to_text(shape), _to_text(parts))
    text = ",".join(map(repr if kinds <= {int, float} else _text, values))
    return _engine.from_list(name, _to_text(shape), text)
