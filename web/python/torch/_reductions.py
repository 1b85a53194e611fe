"""Along axes: sums, means, extremes, norms, running sums, softmax, order, counts."""

import builtins as _b

from torch import _engine
from torch._arguments import _axes, _check_int, _mismatch, _named, _tensor
from torch._shape import broadcast_tensors, stack
from torch._tensor import Tensor, _as_type, _binary, _from_data, _many, _new, _reduce


def _reduction(name):
    def function(input, dim=None, keepdim=False, *, dtype=None, out=None, **names):
        if names:
            dim, keepdim = _axes(name, names, dim, keepdim)
        return _reduce(name, _as_type(_tensor(input, name), dtype), dim, keepdim)

    return _named(function, name)


def _along_one(name):
    """A reduction that takes one axis, or all."""
    along = _reduction(name)

    def function(input, dim=None, *args, **kwargs):
        if isinstance(dim, (tuple, list)):
            _refuse_axes(name, dim)
        return along(input, dim, *args, **kwargs)

    return _named(function, name)


def _refuse_axes(name, dim):
    if name.startswith("arg"):
        raise TypeError(
            f"{name}(): argument 'dim' (position 1) must be int, not {type(dim).__name__}"
        )
    _mismatch(name, dim)


_REDUCTIONS = "sum mean amax amin logsumexp count_nonzero".split()
_OF_ONE_AXIS = "prod argmax argmin all any".split()
globals().update({name: _reduction(name) for name in _REDUCTIONS})
globals().update({name: _along_one(name) for name in _OF_ONE_AXIS})


class _Named(tuple):
    """values and indices, as PyTorch's return types have them."""

    def __new__(cls, name, values, indices):
        made = tuple.__new__(cls, (values, indices))
        made._name = name
        return made

    values = property(lambda self: self[0])
    indices = property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.{self._name}(\nvalues={self[0]!r},\nindices={self[1]!r})"


def _extreme(name, of_two, is_most):
    def function(input, dim=None, keepdim=False, *, out=None, other=None, **names):
        if names:
            dim, keepdim = _axes(name, names, dim, keepdim)
        if isinstance(dim, Tensor) or other is not None:
            return _binary(of_two, input, dim if other is None else other)
        if isinstance(dim, (tuple, list)):
            _refuse_axes(name, dim)
        if dim is None:
            return _reduce("a" + name, _tensor(input, name))
        return _Named(name, *_many(_engine.extreme(input._h, dim, bool(keepdim), is_most)))

    return _named(function, name)


max, min = _extreme("max", "maximum", True), _extreme("min", "minimum", False)


def _spread(name):
    def function(input, dim=None, unbiased=True, keepdim=False, *, correction=None, **names):
        if names:
            dim, keepdim = _axes(name, names, dim, keepdim)
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        by = int(unbiased) if correction is None else correction
        return _reduce(name, input, dim, keepdim, by)

    return _named(function, name)


std, var = _spread("std"), _spread("var")


def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    input = _as_type(input, dtype)
    return _reduce("norm", input, dim, keepdim, 2 if p in (None, "fro") else float(p))


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    x1, x2 = broadcast_tensors(x1, x2)
    sizes = norm(x1, 2, dim) * norm(x2, 2, dim)
    return (x1 * x2).sum(dim) / sizes.clamp(min=eps)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def _running(name):
    def function(input, dim=None, *, dtype=None, axis=None):
        dim = axis if dim is None else dim
        if dim is None or isinstance(dim, (tuple, list)):
            _mismatch(name, *(() if dim is None else (dim,)))
        return _new(_engine.cumulate(name, _as_type(input, dtype)._h, dim))

    return _named(function, name)


cumsum, cumprod = _running("cumsum"), _running("cumprod")


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.shape[dim]
        input = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    return input


def _softmax(name, is_log):
    def function(input, dim=None, dtype=None, *, axis=None):
        dim = axis if dim is None else dim
        input = _tensor(input, name)
        if dim is None or isinstance(dim, (tuple, list)):
            _mismatch(name, input, *(() if dim is None else (dim,)))
        return _new(_engine.softmax(_as_type(input, dtype)._h, dim, is_log))

    return _named(function, name)


softmax, log_softmax = _softmax("softmax", False), _softmax("log_softmax", True)


# --------------------------------------------------------------------- by size, and counted


def sort(input, dim=-1, descending=False, stable=False, *, axis=None):
    dim = dim if axis is None else axis
    return _Named("sort", *_many(_engine.sort(input._h, dim, bool(descending))))


def argsort(input, dim=-1, descending=False, stable=False):
    return sort(input, dim, descending)[1]


def topk(input, k, dim=-1, largest=True, sorted=True):
    _check_int(k, "topk", "k", 1)
    n = input.size(dim) if input.dim() else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    parts = sort(input, dim, largest)
    return _Named("topk", *(part.narrow(dim, 0, k).contiguous() for part in parts))


def median(input, dim=None, keepdim=False):
    if dim is None:
        return _reduce("median", input)
    middle = (input.size(dim) - 1) // 2 if input.dim() else 0
    pair = [part.narrow(dim, middle, 1) for part in sort(input, dim)]
    return _Named("median", *(pair if keepdim else [part.squeeze(dim) for part in pair]))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        return _unique_rows(input.movedim(dim, 0)).movedim(0, dim)
    values = input.flatten().tolist()
    distinct = _b.sorted(set(values))
    results = [_from_data(distinct, input.dtype._name)]
    if return_inverse:
        place = {value: k for k, value in enumerate(distinct)}
        results.append(_from_data([place[v] for v in values], "int64").view(input.shape))
    if return_counts:
        results.append(_from_data([values.count(v) for v in distinct], "int64"))
    return results[0] if len(results) == 1 else tuple(results)


def _unique_rows(rows):
    kept = {}
    for row in rows.unbind(0):
        kept.setdefault(tuple(row.flatten().tolist()), row)
    return stack([kept[key] for key in sorted(kept)], 0)


def bincount(input, minlength=0):
    values = input.tolist()
    n = _b.max([minlength] + [v + 1 for v in values])
    return _from_data([values.count(k) for k in range(n)], "int64")


def searchsorted(sorted_sequence, values, right=False):
    import bisect

    edges = sorted_sequence.tolist()
    find = bisect.bisect_right if right else bisect.bisect_left
    found = [find(edges, value) for value in values.flatten().tolist()]
    return _from_data(found, "int64").view(values.shape)


def bucketize(input, boundaries, right=False):
    return searchsorted(boundaries, input, right)
