"""Along axes: sums, means, extremes, norms, running sums, softmax, order, counts."""

import builtins as _b

from torch import _engine
from torch._arguments import _named
from torch._shape import stack
from torch._tensor import Tensor, _as_type, _binary, _from_data, _many, _new, _reduce


def _reduction(name):
    def function(input, dim=None, keepdim=False, *, dtype=None, out=None):
        return _reduce(name, _as_type(input, dtype), dim, keepdim)

    return _named(function, name)


_REDUCTIONS = "sum mean prod amax amin argmax argmin logsumexp all any count_nonzero".split()
globals().update({name: _reduction(name) for name in _REDUCTIONS})


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
    def function(input, dim=None, keepdim=False, *, out=None):
        if isinstance(dim, Tensor):
            return _binary(of_two, input, dim)
        if dim is None:
            return _reduce("a" + name, input)
        return _Named(name, *_many(_engine.extreme(input._h, dim, bool(keepdim), is_most)))

    return _named(function, name)


max, min = _extreme("max", "maximum", True), _extreme("min", "minimum", False)


def _spread(name):
    def function(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        by = int(unbiased) if correction is None else correction
        return _reduce(name, input, dim, keepdim, by)

    return _named(function, name)


std, var = _spread("std"), _spread("var")


def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    return _reduce("norm", input, dim, keepdim, 2 if p in (None, "fro") else float(p))


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    sizes = norm(x1, 2, dim) * norm(x2, 2, dim)
    return (x1 * x2).sum(dim) / sizes.clamp(min=eps)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def _running(name):
    def function(input, dim, *, dtype=None):
        return _new(_engine.cumulate(name, _as_type(input, dtype)._h, dim))

    return _named(function, name)


cumsum, cumprod = _running("cumsum"), _running("cumprod")


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.shape[dim]
        input = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    return input


def softmax(input, dim=None, *, dtype=None):
    if dim is None:
        raise TypeError("softmax() received an invalid combination of arguments: dim is missing")
    return _new(_engine.softmax(_as_type(input, dtype)._h, dim, False))


def log_softmax(input, dim=None, *, dtype=None):
    return _new(_engine.softmax(_as_type(input, dtype)._h, dim, True))


# --------------------------------------------------------------------- by size, and counted


def sort(input, dim=-1, descending=False, stable=False):
    return _Named("sort", *_many(_engine.sort(input._h, dim, bool(descending))))


def argsort(input, dim=-1, descending=False, stable=False):
    return sort(input, dim, descending)[1]


def topk(input, k, dim=-1, largest=True, sorted=True):
    n = input.shape[dim] if input.dim() else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    return _Named("topk", *(part.narrow(dim, 0, k) for part in sort(input, dim, largest)))


def median(input, dim=None, keepdim=False):
    if dim is None:
        return _reduce("median", input)
    middle = (input.shape[dim] - 1) // 2
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
