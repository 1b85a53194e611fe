"""Tensors put together, and repeated."""

from torch import _engine
from torch._arguments import _handles, _ints
from torch._shape import flatten, meshgrid
from torch._tensor import _new


def cat(tensors, dim=0, *, out=None):
    return _new(_engine.cat(_handles(tensors, "cat"), dim))


concat = concatenate = cat


def stack(tensors, dim=0, *, out=None):
    return _new(_engine.stack(_handles(tensors, "stack"), dim))


def vstack(tensors):
    return cat([t if t.dim() > 1 else t.reshape(1, -1) for t in tensors], 0)


def hstack(tensors):
    return cat(tensors, 0 if tensors[0].dim() < 2 else 1)


def cartesian_prod(*tensors):
    return stack([grid.flatten() for grid in meshgrid(*tensors)], 1)


def tile(input, dims):
    dims = list(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)


def repeat_interleave(input, repeats, dim=None):
    if dim is None:
        input, dim = flatten(input), 0
    counts = repeats if isinstance(repeats, int) else repeats.tolist()
    return _new(_engine.repeat_interleave(input._h, _ints(counts), dim))
