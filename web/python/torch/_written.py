"""Tensors with other numbers at some places."""

import math as _math

import torch as _torch
from torch._arguments import _kind
from torch._base import _checked_dim
from torch._create import as_tensor
from torch._index import where
from torch._parts import _IS_OUTSIDE
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tensor import Tensor, _binary
from torch._types import _INTEGER

# --------------------------------------------------------------------- shapes and places


def _along_index(dim, index, source):
    shape = [1] * source.dim()
    shape[dim] = -1
    return index.long().view(shape).expand(source.shape)


def _check_index(name, index, n, text):
    """Of places along an axis of size n."""
    if index.dim() > 1:
        raise IndexError(text)
    for k in index.flatten().tolist():
        if not 0 <= k < n:
            raise IndexError(name.format(k, n))


def index_add(input, dim, index, source, *, alpha=1):
    _check_index(
        "index out of range in self",
        index,
        input.size(dim) if input.dim() else 1,
        f"index_add_(): Index is supposed to be a vector, but got dim: {index.dim()} with type: "
        f"{index.dtype._scalar} and size: {list(index.shape)}",
    )
    if input.dtype is not source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({input.dtype._scalar}) and source ({source.dtype._scalar}) "
            "must have the same scalar type"
        )
    if index.dtype not in (_torch.int64, _torch.int32):
        raise RuntimeError("index_add_(): Expected dtype int32/int64 for index")
    if source.dim() == 0 and index.numel() > 1:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if index.numel() != (source.size(dim) if source.dim() else 1):
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.numel()}) should be equal to "
            f"source.size(dim): ({source.size(dim)}), for dim: {dim}"
        )
    rows = input.unsqueeze(0) if input.dim() == 0 else input
    if source.dim() and index.numel():
        _binary("add", rows.select(dim, 0), source.select(dim, 0))  # or it says which sizes differ
    part = source * alpha if alpha != 1 else source
    shape = list(rows.shape)
    shape[dim] = index.numel()
    if part.dim() == rows.dim() or part.dim() == 0:
        part = part.expand(shape)
    else:  # of every row the same
        part = part.unsqueeze(-1).expand(shape) if dim % rows.dim() == 0 else part.expand(shape)
    made = rows.scatter_add(dim, _along_index(dim, index, part), part).view(input.shape)
    return _named_step(
        made, "IndexAddBackward0", *((index, source) if source.requires_grad else ())
    )


def index_copy(input, dim, index, source):
    name, n = "index_copy_()", index.numel()
    dim = _checked_dim(dim, input.dim()) % max(input.dim(), 1)
    if index.dim() > 1:
        raise IndexError(f"{name}: Index should have dimension 1 or 0 (got {index.dim()})")
    if source.dim() == 0 and n != 1:
        raise IndexError(f"{name}: When source is scalar, index should have one element (got {n})")
    if source.dim() and input.dim() and source.dim() != input.dim():
        raise IndexError(
            f"{name}: When source and destination are not scalars, their dimensionality must match."
            f" Source dimensionality ({source.dim()}), destination dimensionality ({input.dim()})"
        )
    if index.dtype is not _torch.int64:
        raise RuntimeError(
            f"{name}: Expected a long tensor for index, but got {index.dtype._scalar}"
        )
    if input.dtype is not source.dtype:
        raise RuntimeError(
            f"{name}: self and source expected to have the same dtype, but got (self) "
            f"{input.dtype._scalar} and (source) {source.dtype._scalar}"
        )
    rows, part = (x.unsqueeze(0) if x.dim() == 0 else x for x in (input, source))
    slices = [[*x.shape[:dim], *x.shape[dim + 1 :]] for x in (rows, part)]
    if slices[0] != slices[1]:
        raise RuntimeError(
            f"{name}: Source/destination tensor must have same slice shapes. Destination slice "
            f"shape: {_spaced(slices[0])} at dimension {dim} and source slice shape: "
            f"{_spaced(slices[1])} at dimension 0."
        )
    if n != part.size(dim):
        raise IndexError(
            f"{name}: Number of indices ({n}) should be equal to source.size(dim) "
            f"({part.size(dim)})"
        )
    _check_index(f"{name}: {_IS_OUTSIDE}", index, rows.size(dim), "")
    made = rows.scatter(dim, _along_index(dim, index, part), part).view(input.shape)
    return _named_step(made, "IndexCopyBackward0", index)


def _spaced(sizes):
    return " ".join(map(str, sizes))


def index_fill(input, dim, index, value):
    if index.dtype is not _torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.dim() > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.dim()} dimension(s)."
        )
    rows = input.unsqueeze(0) if input.dim() == 0 else input
    dim = _checked_dim(dim, rows.dim())
    n, places = rows.size(dim), index.flatten().tolist()
    for k in places:
        if not -n <= k < n:
            raise IndexError(_IS_OUTSIDE.format(k, n))
    shape = [1] * rows.dim()
    shape[dim] = n
    found = {k % n for k in places}
    mask = _torch.tensor([k in found for k in range(n)], dtype=_torch.bool).view(shape)
    made = rows.masked_fill(mask, value).view(input.shape)
    return _named_step(made, f"IndexFillBackward{int(isinstance(value, Tensor))}", index)


# ----------------------------------------------------------------- by place and by value


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    pair = elements, test_elements
    if not any(isinstance(part, Tensor) for part in pair):
        raise TypeError("isin(): an argument must be a Tensor")
    found, among = (part if isinstance(part, Tensor) else as_tensor(part) for part in pair)
    for part in found, among:
        if part.is_complex() or part.dtype._name in ("bool", "bfloat16"):
            raise RuntimeError(
                f"Unsupported input type encountered for isin(): {part.dtype._scalar}"
            )
    made = (found.unsqueeze(-1) == among.flatten()).any(-1)
    return ~made if invert else made


def masked_scatter(input, mask, source):
    steps = [step for step, n in zip(input.stride(), input.shape) if n > 1]
    if sorted(steps, reverse=True) != steps:  # PyTorch goes through its numbers as memory has them
        raise NotImplementedError(
            "masked_scatter() of a tensor whose axes are not in the order of its memory is not "
            "part of this lab's torch: call contiguous() before"
        )
    made = input.clone()
    made[mask.expand(made.shape)] = source.flatten()[: int(mask.expand(made.shape).sum())]
    return _named_step(made, "MaskedScatterBackward0")


def index_put(input, indices, values, accumulate=False):
    for k, one in enumerate(indices):
        if not isinstance(one, Tensor):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {_kind(one)}")
    made = input.clone()
    if not accumulate:
        made[tuple(indices)] = values
        return made
    places = _torch.arange(input.numel()).view(input.shape)[tuple(indices)]
    flat = made.flatten().index_add(0, places.flatten(), values.expand(places.shape).flatten())
    return _named_step(flat.view(input.shape), "IndexPutBackward0")


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    of = {"sum": "sum", "prod": "prod", "mean": "mean", "amax": "amax", "amin": "amin"}
    if reduce not in of:
        raise RuntimeError("reduce argument must be either sum, prod, mean, amax or amin.")
    dim = _checked_dim(dim, input.dim()) % max(input.dim(), 1)
    if input.dtype is not src.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    for name, other in (("self", input), ("src", src)):
        if max(index.dim(), 1) != max(other.dim(), 1) and index.numel():
            raise RuntimeError(
                f"Index tensor must have the same number of dimensions as {name} tensor"
            )
    n = input.size(dim) if input.dim() else 1
    outside = index[(index < 0) | (index >= n)]
    if outside.numel():
        raise RuntimeError(f"index {outside[0]} is out of bounds for dimension {dim} with size {n}")
    cut_at = tuple(slice(0, size) for size in index.shape) if index.dim() else ...
    cut = src[cut_at]
    # one row per place: which of the sources go there
    hit = index.unsqueeze(dim) == _torch.arange(n).view(
        [-1 if d == dim else 1 for d in range(input.dim() + 1)]
    )
    neutral = {"sum": 0, "mean": 0, "prod": 1, "amax": -_math.inf, "amin": _math.inf}[reduce]
    if reduce in ("amax", "amin") and input.dtype._kind == _INTEGER:
        raise NotImplementedError(
            f"{reduce} of integers in scatter_reduce() is not part of this lab's torch"
        )
    values = where(hit, cut.unsqueeze(dim), as_tensor(neutral, dtype=input.dtype))
    along = dim + 1
    made = getattr(_torch, "sum" if reduce == "mean" else reduce)(values, along)
    count = hit.sum(along)
    at = tuple(slice(0, size) if d != dim else slice(None) for d, size in enumerate(index.shape))
    own = input[at]
    if include_self:
        joined = {"sum": _torch.add, "mean": _torch.add, "prod": _torch.mul}
        of_two = joined.get(reduce) or getattr(_torch, "maximum" if reduce == "amax" else "minimum")
        made, count = of_two(own, made), count + 1
    if reduce == "mean":
        total = count.clamp(min=1)
        made = made / total if made.is_floating_point() else made // total
    if not include_self:
        made = where(count == 0, own, made)
    result = input.clone()
    result[at] = made
    if reduce[:2] != "am" or not input.dim():
        return _named_step(result, "ScatterReduceBackward0")
    plain = result.detach()

    def back(g):
        """All that are the result share it: what was there before too."""
        is_own, is_source = ((x == y).to(g.dtype) for x, y in ((input, plain), (cut, picked)))
        share = g / is_own.scatter_add(dim, index, is_source)
        by_own, by_source = is_own * share, _torch.zeros_like(src)
        by_source[cut_at] = is_source * share.gather(dim, index)
        return [by_own if include_self else by_own.scatter(dim, index, 0), by_source]

    picked = plain.gather(dim, index)
    return _own_step(lambda *_: plain, back, "ScatterReduceBackward0", input, src)
