"""The same elements in another shape, a part of them, or several tensors together."""

import itertools as _itertools
import warnings as _warnings
from math import prod as _prod

from torch import _engine
from torch._arguments import (
    _check_int,
    _check_names,
    _handles,
    _ints,
    _is_whole,
    _mismatch,
    _tensor,
    _whole,
)
from torch._base import _checked_dim
from torch._create import as_tensor, ones, zeros
from torch._tape import named as _named_step
from torch._tensor import Tensor, _many, _new
from torch._types import _DTYPES, _INT


def reshape(input, shape):
    _check_axes(shape, "reshape", 2, "shape")
    return input.reshape(shape)


def flatten(input, start_dim=0, end_dim=-1):
    rank = input.dim()
    start, end = (_checked_dim(dim, rank) % max(rank, 1) for dim in (start_dim, end_dim))
    if rank and start == end:
        return input
    return _new(_engine.flatten(input._h, start_dim, end_dim))


def ravel(input):
    return input.contiguous().view(-1)


def unflatten(input, dim, sizes):
    at = _checked_dim(dim, input.dim()) % input.dim()
    shape = input.shape
    known = -_prod(sizes) if -1 in sizes else _prod(sizes)
    if shape[at] % known if -1 in sizes and known else known != shape[at]:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {at} "
            f"({shape[at]}) in the input tensor"
        )
    return input.view(*shape[:at], *sizes, *shape[at + 1 :])


def unsqueeze(input, dim=None, *, axis=None):
    dim = axis if dim is None else dim
    if dim is None:
        raise TypeError('unsqueeze() missing 1 required positional arguments: "dim"')
    return _new(_engine.unsqueeze(input._h, dim))


def squeeze(input, *dim, **names):
    if len(dim) + len(names) > 1 or not names.keys() <= {"dim", "axis"}:
        _mismatch("squeeze", *dim, **names)
    axes = (*dim, *names.values())
    if not axes:
        return _new(_engine.squeeze(input._h, 0, True))
    if axes[0] is None:  # which PyTorch takes for the name of an axis
        raise RuntimeError("Please look up dimensions by name, got: name = None.")
    _check_int(axes[0], "squeeze", "dim", 1)
    return _new(_engine.squeeze(input._h, axes[0], False))


# ---------------------------------------------------------------------- axes elsewhere


def permute(input, dims):
    _check_axes(dims, "permute", 2)
    return input.permute(dims)


def transpose(input, *dims, **names):
    if len(dims) + len(names) != 2 or not names.keys() <= {"dim0", "dim1"}:
        _mismatch("transpose", *dims, **names)
    dim0, dim1 = (*dims, *(names[key] for key in sorted(names)))
    _check_int(dim0, "transpose", "dim0", 1)
    return _new(_engine.transpose(input._h, dim0, dim1))


def t(input):
    if input.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.dim()}D")
    made = transpose(input, 0, 1) if input.dim() > 1 else input.view(input.shape)
    return _named_step(made, "TBackward0")


def movedim(input, source, destination):
    if input.dim() == 0:
        _checked_dim(source, 0), _checked_dim(destination, 0)
        return input[...]
    return _new(
        _engine.movedim(
            input._h,
            _ints(source, "movedim", "source", 1),
            _ints(destination, "movedim", "destination", 2),
        )
    )


swapaxes = swapdims = transpose
moveaxis = movedim


def flip(input, dims):
    _check_axes(dims, "flip", 2)
    return _new(_engine.flip(input._h, _ints(dims, "flip", "dims", 1)))


def _check_axes(dims, name, position, of="dims"):
    if not isinstance(dims, (tuple, list)):
        raise TypeError(
            f"{name}(): argument '{of}' (position {position}) must be tuple of ints, "
            f"not {type(dims).__name__}"
        )


def fliplr(input):
    if input.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, [1])


def flipud(input):
    if input.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, [0])


def roll(input, shifts, dims=()):
    if input.dim() == 0 and dims != ():
        first = dims if isinstance(dims, int) else dims[0]
        raise IndexError(f"Dimension specified as {first} but tensor has no dimensions")
    return _new(
        _engine.roll(input._h, _ints(shifts, "roll", "shifts", 1), _ints(dims, "roll", "dims", 2))
    )


def rot90(input, k=1, dims=(0, 1)):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.dim()}")
    if dims[0] == dims[1]:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    made = input
    for _ in range(k % 4):
        made = flip(made.transpose(*dims), [dims[0]])
    return _named_step(input.clone() if made is input else made, "Rot90Backward0")


# -------------------------------------------------------------------------- a part of it


def select(input, dim, index):
    _check_int(index, "select", "index", 2)
    return _new(_engine.select(input._h, dim, _whole(index)))


def narrow(input, dim, start, length):
    _check_int(start, "narrow", "start", 2)
    _check_int(length, "narrow", "length", 3)
    return _new(_engine.narrow(input._h, dim, _whole(start), length))


def unbind(input, dim=0):
    return _many(_engine.unbind(input._h, dim))


def split(tensor, split_size_or_sections, dim=0):
    if _is_whole(split_size_or_sections):
        size = _whole(split_size_or_sections)
        return _many(_engine.split(tensor._h, size, dim))
    sizes = _ints(split_size_or_sections, "split_with_sizes", "split_sizes", 2)
    return _many(_engine.split_sizes(tensor._h, sizes, dim))


def chunk(input, chunks, dim=0, *, axis=None):
    _check_int(chunks, "chunk", "chunks", 1)
    return _many(_engine.chunk(input._h, chunks, dim if axis is None else axis))


def diagonal(input, offset=0, dim1=0, dim2=1):
    return _new(_engine.diagonal(input._h, offset, dim1, dim2))


def diag(input, diagonal=0):
    if input.dim() == 2:
        return _named_step(input.diagonal(diagonal).clone(), "DiagBackward0")
    if input.dim() != 1:
        raise RuntimeError("matrix or a vector expected")
    n = input.shape[0] + abs(diagonal)
    made = zeros(n, n, dtype=input.dtype)
    made.diagonal(diagonal).copy_(input)
    return _named_step(made, "DiagBackward0")


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """The last axis as a diagonal of two new ones."""
    rank = input.dim() + 1
    first, second = (_checked_dim(d, rank) % rank for d in (dim1, dim2))
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    n = input.shape[-1] + abs(offset)
    shape = [0] * rank
    shape[first] = shape[second] = n
    others = iter(input.shape[:-1])
    shape = [size or next(others) for size in shape] if n else list(input.shape) + [0]
    made = zeros(shape, dtype=input.dtype)
    made.diagonal(offset, first, second).copy_(input)
    return _named_step(made, "DiagEmbedBackward0")


def triu(input, diagonal=0):
    return _new(_engine.triangle(input._h, diagonal, True))


def tril(input, diagonal=0):
    return _new(_engine.triangle(input._h, diagonal, False))


def triu_indices(row, col, offset=0, *, dtype=None, **names):
    return _indices("triu_indices", triu, row, col, offset, dtype, names)


def tril_indices(row, col, offset=0, *, dtype=None, **names):
    return _indices("tril_indices", tril, row, col, offset, dtype, names)


def _indices(name, part, row, col, offset, dtype, names):
    _check_names(name, (row, col), names)
    places = part(ones(row, col), offset).nonzero().t().contiguous()
    places = places if dtype is None else places.to(dtype)
    if places.is_floating_point():
        raise RuntimeError(f"\"{name}\" not implemented for '{places.dtype._scalar}'")
    return places


# ----------------------------------------------------------------------------- stretched


def broadcast_to(input, size):
    _check_axes(size, "broadcast_to", 2, "size")
    return input.expand(size)


def broadcast_shapes(*shapes):
    total = zeros(())
    for shape in shapes:
        total = total + zeros(shape)
    return total.shape


def broadcast_tensors(*tensors):
    _handles(tensors, "broadcast_tensors")
    shape = broadcast_shapes(*(x.shape for x in tensors)) if tensors else ()
    return tuple(x if x.shape == shape else x.expand(shape) for x in tensors)


def meshgrid(*tensors, indexing=None):
    if indexing is None:
        indexing = "ij"
        _warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing "
            "argument.",
            stacklevel=2,
        )
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    _filled(tensors, "meshgrid")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )
    if indexing == "xy" and len(tensors) > 1:
        # columns first: the same grids with their first two axes exchanged
        second, first, *rest = meshgrid(tensors[1], tensors[0], *tensors[2:], indexing="ij")
        return (first, second, *rest)
    for x in tensors:
        if x.dim() > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}"
            )
    if any(x.dtype is not tensors[0].dtype for x in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    return _grids(tensors)


def _grids(tensors):
    """Of vectors, each along an axis of its own."""
    sizes = [x.numel() for x in tensors]
    along = [[1] * d + [-1] + [1] * (len(sizes) - d - 1) for d in range(len(sizes))]
    return tuple(x.reshape(shape).expand(sizes) for x, shape in zip(tensors, along))


# -------------------------------------------------------------------- together, repeated


def cat(tensors, dim=0, *, axis=None):
    return _new(_engine.cat(_handles(tensors, "cat"), dim if axis is None else axis))


concat = concatenate = cat


def stack(tensors, dim=0, *, axis=None):
    return _new(_engine.stack(_handles(tensors, "stack"), dim if axis is None else axis))


def _filled(tensors, name):
    """A list of tensors that is not empty."""
    _handles(tensors, name)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return tensors


def vstack(tensors):
    _filled(tensors, "vstack")
    return cat([t if t.dim() > 1 else t.reshape(1, -1) for t in tensors], 0)


def hstack(tensors):
    _filled(tensors, "hstack")
    tensors = [t if t.dim() else t.reshape(1) for t in tensors]
    return cat(tensors, 0 if tensors[0].dim() < 2 else 1)


def cartesian_prod(*tensors):
    _handles(tensors, "cartesian_prod")
    if len(tensors) == 1 and tensors[0].dim() == 1:
        return tensors[0].view_as(tensors[0])
    return stack([grid.flatten() for grid in meshgrid(*tensors, indexing="ij")], 1)


def combinations(input, r=2, with_replacement=False):
    """Every choice of r of its elements, in the order of their places."""
    if input.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return input.new_empty(0)
    names = "combinations_with_replacement", "combinations"
    choose = getattr(_itertools, names[not with_replacement])
    places = [place for choice in choose(range(len(input)), r) for place in choice]
    return stack(input[as_tensor(places, dtype=_DTYPES["int64"])].view(-1, r).unbind(1), 1)


def tile(input, dims):
    dims = list(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    if repeats is None:  # each place as often as the number there says
        _tensor(input, "repeat_interleave", "repeats")
        input, repeats, dim = ones(input.shape).nonzero().flatten(), input, 0
    if output_size is not None:
        raise NotImplementedError(
            "output_size= of repeat_interleave() is not part of this lab's torch"
        )
    if dim is None:
        input, dim = flatten(input), 0
    if not isinstance(repeats, (*_INT, Tensor)):
        _mismatch("repeat_interleave", repeats)
    if isinstance(repeats, Tensor) and repeats.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if isinstance(repeats, Tensor) and repeats.dtype._name not in ("int32", "int64"):
        scalar = repeats.dtype._scalar
        raise RuntimeError(f"\"repeat_interleave_cpu\" not implemented for '{scalar}'")
    counts = repeats if isinstance(repeats, _INT) else repeats.tolist()
    if any(n < 0 for n in ([counts] if isinstance(counts, _INT) else counts)):
        raise RuntimeError("repeats can not be negative")
    made = _new(
        _engine.repeat_interleave(input._h, _ints(counts, "repeat_interleave", "repeats", 2), dim)
    )
    return _named_step(made, "IndexSelectBackward0")
