"""What stands between the brackets, as the engine reads it: 's:0::2;n;i:3;e;t:17;f:1'."""

from torch._arguments import _whole
from torch._base import TensorBase
from torch._data import _handle_of
from torch._dtypes import _FLOAT, _INTEGER


def _bound(value):
    return "" if value is None else str(_whole(value))


def _picks(entry):
    """A tensor of indices, or a mask."""
    if not isinstance(entry, TensorBase):
        entry = TensorBase._of(_handle_of(list(entry)))
    if entry.dtype._kind == _FLOAT and entry.numel() == 0:
        entry = TensorBase._of(_handle_of(entry, "int64"))
    return entry


def _part(entry, alive):
    if entry is None:
        return "n"
    if entry is Ellipsis:
        return "e"
    if isinstance(entry, slice):
        return f"s:{_bound(entry.start)}:{_bound(entry.stop)}:{_bound(entry.step)}"
    if isinstance(entry, bool):
        return f"f:{int(entry)}"
    if isinstance(entry, TensorBase) and entry.dtype._kind == _INTEGER and entry.dim() == 0:
        return f"i:{entry.item()}"
    if isinstance(entry, (TensorBase, list, tuple, range)):
        alive.append(_picks(entry))
        return f"t:{alive[-1]._h}"
    if hasattr(entry, "__index__"):
        return f"i:{entry.__index__()}"
    if isinstance(entry, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        f"are valid indices (got {type(entry).__name__})"
    )


def _spec(index):
    """The text, and the tensors that must live until it has been read."""
    alive = []
    entries = index if isinstance(index, tuple) else (index,)
    return ";".join([_part(entry, alive) for entry in entries]), alive
