"""What callers may give, as the engine takes it."""

from torch._base import TensorBase
from torch._bridge import _to_text


def _whole(n):
    if type(n) is int:
        return n
    if isinstance(n, TensorBase):
        return int(n.item())
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"a size must be an int, not {type(n).__name__}")
    return n.__index__()


def _flat(args):
    """(2, 3), ((2, 3),) and (Size([2, 3]),) alike."""
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return [_whole(n) for n in args]


def _sizes(args):
    return _to_text(_flat(args))


def _dims(dim):
    """One axis, several, or None for all."""
    if dim is None:
        return ""
    if isinstance(dim, str):
        raise RuntimeError(f"Name {dim!r} not found: tensors have no named axes here")
    return _to_text(dim) if isinstance(dim, (tuple, list)) else str(dim)


def _ints(one_or_many):
    return str(one_or_many) if isinstance(one_or_many, int) else _to_text(one_or_many)


_KINDS = {int: "int", float: "float", bool: "bool"}


def _operand(value):
    """A handle and '', or a number and its kind; None where it is neither."""
    if isinstance(value, TensorBase):
        return value._h, ""
    kind = _KINDS.get(type(value))
    if kind:
        return value, kind
    if isinstance(value, int):
        return int(value), "int"
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return float(value), "float"
    return None


def _number(value):
    return value.item() if isinstance(value, TensorBase) else value


def _tensor(value, name, argument="input"):
    if isinstance(value, TensorBase):
        return value
    raise TypeError(
        f"{name}(): argument '{argument}' (position 1) must be Tensor, not {type(value).__name__}"
    )


def _handles(tensors, name):
    """Of a list of tensors."""
    if isinstance(tensors, TensorBase):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor"
        )
    tensors = list(tensors)
    for k, one in enumerate(tensors):
        if not isinstance(one, TensorBase):
            raise TypeError(
                f"expected Tensor as element {k} in argument 0, but got {type(one).__name__}"
            )
    return _to_text(one._h for one in tensors)


def _no_gradients(what):
    raise NotImplementedError(f"{what} is not part of this lab's torch: it has no autograd")


def _no_grad_wanted(requires_grad):
    if requires_grad:
        _no_gradients("requires_grad=True")


def _named(function, name):
    """What errors of Python itself call a function that was made by another."""
    function.__name__ = function.__qualname__ = name
    return function
