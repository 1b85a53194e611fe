"""What types and classes tensors are of."""

import torch as _torch
from torch._arguments import _kind
from torch._create import as_tensor
from torch._tensor import Tensor
from torch._types import _DTYPES, _float_name

# --------------------------------------------------------------------------------- types


def _is_type(value, name, position):
    if not isinstance(value, type(_torch.float32)):
        raise TypeError(
            f"{name}(): argument 'type{position}' (position {position}) must be torch.dtype, "
            f"not {_kind(value)}"
        )


def promote_types(type1, type2):
    for k, value in enumerate((type1, type2), 1):
        _is_type(value, "promote_types", k)
    return _torch.result_type(_torch.zeros(1, dtype=type1), _torch.zeros(1, dtype=type2))


def can_cast(from_, to):
    for name, value, place in (("from", from_, 1), ("to", to, 2)):
        if not isinstance(value, _torch.dtype):
            raise TypeError(
                f"can_cast(): argument '{name}' (position {place}) must be torch.dtype, "
                f"not {_kind(value)}"
            )
    return from_._kind <= to._kind


def scalar_tensor(s, *, dtype=None):
    return as_tensor(s, dtype=_DTYPES[_float_name(dtype)])


# ---------------------------------------------------------------------- lengths of parts


def typename(o):
    """What PyTorch's messages call a thing: with its module, unless that is Python's own."""
    if isinstance(o, Tensor):
        return o.type()
    module = getattr(o, "__module__", "builtins")
    name = getattr(o, "__qualname__", type(o).__name__)
    return name if module == "builtins" else f"{module}.{name}"


def is_nonzero(input):
    if input.numel() == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return bool(input)
