"""What callers may give, as the engine takes it."""

from torch._base import TensorBase
from torch._bridge import _to_text
from torch._types import _INT, _INTEGER, _REAL, Held, _check_format, device, strided


def _whole(n):
    if type(n) is int:
        return n
    if isinstance(n, TensorBase) and n.dtype._kind <= _INTEGER:
        return int(n.item())
    if isinstance(n, (bool, TensorBase)) or not hasattr(n, "__index__"):
        raise TypeError(f"a size must be an int, not {type(n).__name__}")
    return n.__index__()


def _flat(args):
    """(2, 3), ((2, 3),) and (Size([2, 3]),) alike."""
    if len(args) == 1 and isinstance(args[0], (tuple, list, range)):
        args = args[0]
    return [_whole(n) for n in args]


def _or_named(function, name, args, names):
    """What may be given as function(2, 3), function((2, 3)) and function(name=(2, 3))."""
    if not names:
        return args
    if args or names.keys() != {name}:
        _mismatch(function, *args, **names)
    return (names[name],)


def _sizes(args):
    return _to_text(_flat(args))


def _is_whole(value):
    """What PyTorch takes for an int: no truth, and of tensors those without axes."""
    if isinstance(value, TensorBase):
        return value.ndim == 0 and value.dtype._kind == _INTEGER
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_int(value):
    """Where it is no size: no array of numpy either."""
    return _is_whole(value) and not getattr(value, "_is_array", False)


def _size_of(name, args, names):
    """The size of name(2, 3), name((2, 3)) and name(size=(2, 3)), as the engine takes it."""
    is_list = len(args) == 1 and isinstance(args[0], (tuple, list))
    if bool(args) == ("size" in names) or len(args) > 1 and isinstance(args[0], (tuple, list)):
        _mismatch(name, *args, **names)
    given = args[0] if is_list else args or names["size"]
    place = " (position 1)" if args else ""
    return _checked_size(name, given, place, _kind(args[0]) if args else "")


def _checked_size(name, given, place, kind=""):
    """kind: what a message calls the type of what was given, where that is not `given`."""
    begin = f"{name}(): argument 'size'"
    if not isinstance(given, (tuple, list)) or given and not _is_whole(given[0]):
        raise TypeError(f"{begin}{place} must be tuple of ints, not {kind or _kind(given)}")
    for k, n in enumerate(given, 1):
        if not _is_whole(n):
            found = f"found element of type {_kind(n)} at pos {k}"
            raise TypeError(f"{begin} must be tuple of ints, but {found}")
    return _to_text(map(_whole, given))


def _dims(dim):
    """One axis, several, or None for all."""
    if dim is None:
        return ""
    if isinstance(dim, str):
        raise RuntimeError(f"Name {dim!r} not found: tensors have no named axes here")
    return _to_text(dim if isinstance(dim, (tuple, list)) else (dim,))


def _ints(one_or_many, name, argument, position):
    """One int or several, as the engine takes them."""
    if _is_whole(one_or_many):
        return str(_whole(one_or_many))
    begin, many = f"{name}(): argument '{argument}'", one_or_many
    if not isinstance(many, (tuple, list, range)) or len(many) and not _is_whole(many[0]):
        raise TypeError(f"{begin} (position {position}) must be tuple of ints, not {_kind(many)}")
    for k, n in enumerate(many, 1):
        if not _is_whole(n):
            found = f"found element of type {_kind(n)} at pos {k}"
            raise TypeError(f"{begin} must be tuple of ints, but {found}")
    return _to_text(map(_whole, many))


_KINDS = {int: "int", float: "float", bool: "bool"}


def _operand(value):
    """A handle and '', or a number and its kind; None where it is neither."""
    if isinstance(value, TensorBase):
        return None if value._is_array else (value._h, "")
    if isinstance(value, Held):  # PyTorch takes a truth of numpy's for a float
        value = float(value) if value._numpy_name == "bool" else value._value
    kind = _KINDS.get(type(value))
    if kind == "int":
        return _integer(value), kind
    if kind:
        return value, kind
    if isinstance(value, _INT):
        return _integer(int(value)), "int"
    if isinstance(value, complex):
        return f"{value.real},{value.imag}", "complex"
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return float(value), "float"
    return None


def _integer(value):
    """As the engine takes it: beyond 32 bits a float, for JavaScript has no other whole numbers."""
    if -(2**31) <= value < 2**31:
        return value
    if not -(2**63) <= value < 2**63:
        raise RuntimeError("Overflow when unpacking long")
    return float(value)


def _number(value):
    return value.item() if isinstance(value, TensorBase) else value


def _check_unlearned(name, value):
    """A tensor stands for its number only where it needs no gradient."""
    if isinstance(value, TensorBase) and not value._is_array and value.requires_grad:
        raise TypeError(
            f"{name}(): argument 'fill_value' (position 2) must be Number, not {_kind(value)}"
        )


def _check_number(value, name, argument, position):
    """A number, or the one number of a tensor."""
    value = _number(value)
    value = value._value if isinstance(value, Held) else value
    if not isinstance(value, _REAL):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be float, "
            f"not {_kind(value)}"
        )
    return value


def _tensor(value, name, argument="input", position=1):
    if isinstance(value, TensorBase) and not value._is_array:
        return value
    raise TypeError(
        f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {_kind(value)}"
    )


def _kind(value):
    """What PyTorch's messages call the type of a value."""
    kind = type(value)
    owner = kind.__module__ if kind.__name__ in ("dtype", "device", "Size", "ndarray") else ""
    return f"{owner}.{kind.__name__}" if owner else kind.__name__


def _handle(value, name, argument="input", position=1):
    return _tensor(value, name, argument, position)._h


def _check_int(value, name, argument, position):
    if not _is_int(value):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be int, not {_kind(value)}"
        )


def _mismatch(name, *args, **kwargs):
    """No form of the function takes these. PyTorch goes on to list the forms."""
    given = [_kind(value) for value in args]
    given += [f"{key}={_kind(value)}" for key, value in kwargs.items()]
    text = ", ".join(given) + (", " if kwargs and not args else "")
    raise TypeError(
        f"{name}() received an invalid combination of arguments - got ({text}), "
        "but expected one of:"
    )


def _axes(name, names, dim=None, keepdim=False):
    """numpy's names of arguments, which PyTorch takes too: axis and keepdims."""
    for key, value in names.items():
        if key == "axis" and dim is None:
            dim = value
        elif key == "keepdims":
            if not isinstance(value, bool):
                raise TypeError(f"{name}(): argument 'keepdims' must be bool, not {_kind(value)}")
            keepdim = value
        else:
            raise TypeError(f"{name}() got an unexpected keyword argument '{key}'")
    return dim, keepdim


def _handles(tensors, name, argument=0):
    """Of a list of tensors, which is an argument of that number."""
    if not isinstance(tensors, (list, tuple)) and not hasattr(tensors, "__next__"):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, "
            f"not {type(tensors).__name__}"
        )
    tensors = list(tensors)
    for k, one in enumerate(tensors):
        if not isinstance(one, TensorBase) or one._is_array:
            raise TypeError(
                f"expected Tensor as element {k} in argument {argument}, "
                f"but got {type(one).__name__}"
            )
    return _to_text(one._h for one in tensors)


def _named(function, name):
    """What errors of Python itself call a function that was made by another."""
    function.__name__ = function.__qualname__ = name
    return function


_COMMON = {"device", "requires_grad", "layout", "pin_memory", "out"}
_ABSENT = ("out", "generator")


def _check_names(name, args, names, *own, rank=0):
    """Of what may follow a size: only what PyTorch knows, and only what is to be had here.

    own: further names that the function takes. rank: how many axes its tensor has.
    """
    if not names.keys() <= _COMMON.union(own):
        _mismatch(name, *args, **names)
    if names.get("requires_grad"):
        raise NotImplementedError(f"requires_grad= of {name}() is not part of this lab's torch")
    for key in _ABSENT:
        if names.get(key) is not None:
            raise NotImplementedError(f"{key}= of {name}() is not part of this lab's torch")
    _check_format(name, names.get("memory_format"), rank)
    if names.get("layout") not in (None, strided):
        raise NotImplementedError(f"layout= of {name}() is not part of this lab's torch")
    if names.get("pin_memory"):
        raise RuntimeError("Cannot access accelerator device when none is available.")
    if names.get("device") is not None:
        device(names["device"])  # or it says that there is no such
