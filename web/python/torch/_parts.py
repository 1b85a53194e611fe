"""Tensors cut, joined, and laid out anew."""

import torch as _torch
from torch import _engine
from torch._arguments import _handles, _mismatch, _named
from torch._bridge import _ask
from torch._create import zeros
from torch._shape import _filled
from torch._tape import named as _named_step
from torch._tape import raw as _raw
from torch._tape import windows as _windows
from torch._tensor import Tensor, _new
from torch._types import _INT

# --------------------------------------------------------------------- shapes and places


def _parts_of(name, parts, names):
    """How something is split: indices_or_sections, or one of the two by its own name."""
    parts = [parts, names.pop("indices", None), names.pop("sections", None)]
    given = [part for part in parts if part is not None]
    if len(given) != 1 or names:
        _mismatch(name, *parts[:1], **names)
    return given[0]


def tensor_split(input, indices_or_sections=None, dim=0, **names):
    indices_or_sections = _parts_of("tensor_split", indices_or_sections, names)
    n = input.size(dim)
    if isinstance(indices_or_sections, Tensor):
        indices_or_sections = indices_or_sections.tolist()
    if isinstance(indices_or_sections, _INT):
        if indices_or_sections <= 0:
            raise RuntimeError(
                f"number of sections must be larger than 0, got {indices_or_sections}"
            )
        each, more = divmod(n, indices_or_sections)
        ends = [0]
        for k in range(indices_or_sections):
            ends.append(ends[-1] + each + (k < more))
    else:
        given = [k + n if k < 0 else k for k in indices_or_sections]
        ends = [0, *(min(max(k, 0), n) for k in given), n]
    return tuple(input.narrow(dim, a, max(b - a, 0)) for a, b in zip(ends, ends[1:]))


def hsplit(input, indices_or_sections=None, **names):
    parts = _parts_of("hsplit", indices_or_sections, names)
    return _cut("hsplit", input, parts, 0 if input.dim() == 1 else 1, 1)


def vsplit(input, indices_or_sections=None, **names):
    parts = _parts_of("vsplit", indices_or_sections, names)
    return _cut("vsplit", input, parts, 0, 2)


def _cut(name, input, parts, dim, least):
    if input.dim() < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} "
            f"dimension{'s' if least > 1 else ''}, but got a tensor with {input.dim()} dimensions!"
        )
    if isinstance(parts, _INT) and (parts == 0 or input.size(dim) % parts):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{input.size(dim)} is not divisible by the split_size {parts}!"
        )
    return tensor_split(input, parts, dim)


def diagflat(input, offset=0):
    return _torch.diag(input.flatten(), offset)


def adjoint(input):
    return input.transpose(-2, -1).conj() if input.is_complex() else input.transpose(-2, -1)


def as_strided(input, size, stride, storage_offset=None):
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    from torch._bridge import _to_text

    at = input.storage_offset() if storage_offset is None else storage_offset
    last = at + sum((n - 1) * s for n, s in zip(size, stride)) if 0 not in size else at
    if last >= _ask(_engine.storage_size(input._h)) or at < 0:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {at}, and "
            "itemsize "
            f"{input.element_size()} are out of bounds for storage"
        )
    made = _new(_engine.window(input._h, _to_text(size), _to_text(stride), at))
    if not (input.requires_grad and _torch.is_grad_enabled()):
        return made
    is_copy = (_raw["storage"](input._h),) in _windows  # of what another shows
    if not input.is_contiguous() or input.storage_offset() or is_copy:
        raise NotImplementedError(
            "the gradient of as_strided() of a view is not part of this lab's torch"
        )
    places = as_strided(_torch.arange(input.numel()), size, stride, at)
    made = input.flatten()[places]
    _windows.update(_raw["storage"](x._h) for x in (input, made))
    _windows.add((_raw["storage"](made._h),))
    return _named_step(made, "AsStridedBackward0")


_IS_OUTSIDE = "index {} is out of bounds for dimension 0 with size {}"


# -------------------------------------------------------------------------- put together


def _list_of(tensors):
    return tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors


def _atleast(name, rank, shape_of):
    def function(*tensors):
        made = [t if t.dim() >= rank else t.reshape(shape_of(t)) for t in _list_of(tensors)]
        return made[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(made)

    return _named(function, name)


atleast_1d = _atleast("atleast_1d", 1, lambda t: [1])


atleast_2d = _atleast("atleast_2d", 2, lambda t: [1, t.numel()])


atleast_3d = _atleast("atleast_3d", 3, lambda t: [*((1,) * (t.dim() < 2)), *(t.shape or (1,)), 1])


def dstack(tensors):
    _filled(tensors, "dstack")
    return _torch.cat([atleast_3d(t) for t in tensors], 2)


def column_stack(tensors):
    _filled(tensors, "column_stack")
    return _torch.hstack([t if t.dim() > 1 else t.reshape(-1, 1) for t in tensors])


def block_diag(*tensors):
    _handles(tensors, "block_diag")
    parts = [atleast_2d(t) for t in tensors] or [zeros(1, 0)]
    width, at, rows = sum(p.shape[1] for p in parts), 0, []
    common = parts[0].dtype
    for k, part in enumerate(parts):
        if part.dim() > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{k} has {part.dim()} dimensions"
            )
        common = _torch.promote_types(common, part.dtype)
    for part in parts:
        rest = width - at - part.shape[1]
        sides = [zeros(part.shape[0], n, dtype=common) for n in (at, rest)]
        rows.append(_torch.cat([sides[0], part.to(common), sides[1]], 1))
        at += part.shape[1]
    return _named_step(_torch.cat(rows), "BlockDiagBackward0")
