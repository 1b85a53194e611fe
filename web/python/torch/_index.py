"""Elements chosen by tensors: by masks, by indices along an axis."""

from torch import _engine
from torch._arguments import _handle, _mismatch, _operand, _tensor
from torch._base import _checked_dim
from torch._create import full
from torch._data import _check_fits
from torch._shape import broadcast_shapes, broadcast_tensors, flatten
from torch._tape import named as _named_step
from torch._tensor import Tensor, _new


def where(condition, *args, **names):
    """A number is called self where it is the first, as in PyTorch."""
    if not args and not names:
        return nonzero(condition, as_tuple=True)
    first = "self" if "self" in names else "input"
    if names.keys() - {*(first, "other")[len(args) :]} or len(args) + len(names) != 2:
        _mismatch("where", condition, *args, **names)
    input, other = (*args, *(names[name] for name in (first, "other")[len(args) :]))
    if first in names and isinstance(input, Tensor) != (first == "input"):
        _mismatch("where", condition, *args, **names)
    a, b = _operand(input), _operand(other)
    if a is None or b is None or not isinstance(condition, Tensor):
        _mismatch("where", condition, input, *(() if other is None else (other,)))
    made = _new(_engine.where(condition._h, *a, *b))
    for value in (input, other):
        _check_fits(value, made.dtype)
    return made


def _number_to_fill(value):
    if not isinstance(value, Tensor):
        return value
    if value.dim() > 0:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.dim()} dimension(s)."
        )
    return value.item()


def masked_fill(input, mask, value):
    if not isinstance(mask, Tensor):
        _mismatch("masked_fill", mask, value)
    if mask.dtype._name not in ("bool", "uint8"):
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{mask.dtype._scalar.lower()}"
        )
    is_learned = isinstance(value, Tensor) and value.requires_grad
    number = _number_to_fill(value)
    title = f"MaskedFillBackward{int(isinstance(value, Tensor))}"
    value = value if is_learned else number  # a number has no gradient
    _check_fits(number, input.dtype)
    filled = value.to(input.dtype) if is_learned else full((), value, dtype=input.dtype)
    return _named_step(where(mask, filled, input).contiguous(), title, mask)


def masked_select(input, mask):
    if _tensor(mask, "masked_select", "mask", 2).dtype._name not in ("bool", "uint8"):
        raise RuntimeError("masked_select: expected BoolTensor or ByteTensor for mask")
    a, b = broadcast_tensors(input, mask)
    return _named_step(a[b], "MaskedSelectBackward0", input, mask)


def nonzero(input, *, as_tuple=False):
    if as_tuple and input.dim() == 0:
        input = input.unsqueeze(0)
    places = _new(_engine.nonzero(input._h)).t().contiguous().t()  # as PyTorch lays it out
    return places.unbind(1) if as_tuple else places


def argwhere(input):
    return nonzero(input)


def gather(input, dim, index, *, sparse_grad=False):
    if sparse_grad:
        raise NotImplementedError("sparse_grad= of gather() is not part of this lab's torch")
    if not isinstance(index, Tensor):
        _mismatch("gather", dim, index)
    return _new(_engine.gather(_handle(input, "gather"), dim, index._h))


def take_along_dim(input, indices, dim=None):
    _tensor(indices, "take_along_dim", "indices", 2)
    if dim is None:
        return gather(flatten(input), 0, flatten(indices))
    if input.dim() != indices.dim():
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {input.dim()} dimensions for input, and {indices.dim()} dimensions for "
            "indices"
        )
    at = _checked_dim(dim, input.dim()) % input.dim()
    shapes = [[*x.shape[:at], 1, *x.shape[at + 1 :]] for x in (input, indices)]
    shape = list(broadcast_shapes(*shapes))
    input, indices = (
        x.expand(*shape[:at], x.shape[at], *shape[at + 1 :]) for x in (input, indices)
    )
    return gather(input, at, indices)


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    return input.clone().scatter_(dim, index, src, reduce, value=value)


def scatter_add(input, dim, index, src):
    return input.clone().scatter_add_(dim, index, src)


def index_select(input, dim, index):
    if not isinstance(index, Tensor):
        _mismatch("index_select", dim, index)
    return _new(_engine.index_select(input._h, dim, index._h))


def take(input, index):
    return _named_step(flatten(input)[index], "TakeBackward0", input, index)
