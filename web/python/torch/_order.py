"""By size: sorted, the middle, the most, the distinct, and where a number would stand."""

import builtins as _b

from torch import _engine
from torch._reductions import _Named
from torch._shape import stack
from torch._tensor import _from_data, _many, _reduce


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
    n = max([minlength] + [v + 1 for v in values])
    return _from_data([values.count(k) for k in range(n)], "int64")


def searchsorted(sorted_sequence, values, right=False):
    import bisect

    edges = sorted_sequence.tolist()
    find = bisect.bisect_right if right else bisect.bisect_left
    found = [find(edges, value) for value in values.flatten().tolist()]
    return _from_data(found, "int64").view(values.shape)


def bucketize(input, boundaries, right=False):
    return searchsorted(boundaries, input, right)
