"""Along axes: sums, means, extremes, norms, running sums, softmax, order, counts."""

import builtins as _b

from torch import _engine
from torch._arguments import _axes, _check_int, _is_int, _mismatch, _named, _tensor, _whole
from torch._base import TensorBase
from torch._checks import checked
from torch._compare import result_type
from torch._shape import broadcast_tensors
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tensor import Tensor, _as_type, _binary, _from_data, _many, _new, _reduce
from torch._types import _BOOL, _DTYPES, _FLOAT, _INT

_ALL = object()  # axes that are not given at all


def _or_all(dim):
    """None where no axis is given; None that is given PyTorch takes for the name of an axis."""
    if dim is None:
        raise RuntimeError("Please look up dimensions by name, got: name = None.")
    return None if dim is _ALL else dim


def _reduction(name):
    """Along one axis, several, or all."""

    def function(input, dim=_ALL, keepdim=None, *, dtype=None, **names):
        if names:
            dim, keepdim = _axes(name, names, None if dim is _ALL else dim, keepdim)
        if dim is _ALL and keepdim is not None:
            _mismatch(name, input, keepdim=keepdim)
        dim = None if dim is _ALL else dim
        # sums of integers are int64, whatever they are converted to before
        return _as_type(_reduce(name, _as_type(_tensor(input, name), dtype), dim, keepdim), dtype)

    return _named(function, name)


def _reduction_of_its_type(name, needs_dim=False):
    """One that takes no dtype."""

    def function(input, dim=None, keepdim=False, **names):
        if names:
            dim, keepdim = _axes(name, names, dim, keepdim)
        if needs_dim and dim is None:
            _mismatch(name, input)
        if needs_dim and dim in ((), []) and not keepdim and input.dim():
            wide = [1] * input.dim()
            raise RuntimeError(f"output with shape [] doesn't match the broadcast shape {wide}")
        return _reduce(name, _tensor(input, name), dim, keepdim)

    return _named(function, name)


def _along_one(name, takes_dtype=False):
    """A reduction that takes one axis, or all."""
    is_strict = not name.startswith("arg")
    along = checked(_reduction(name) if takes_dtype else _reduction_of_its_type(name))

    def function(input, dim=_ALL, *args, **kwargs):
        dim = _or_all(dim) if takes_dtype else None if dim is _ALL else dim
        if isinstance(dim, (tuple, list)):
            _refuse_axes(name, dim)
        if is_strict and dim is None and "keepdim" in kwargs:
            _mismatch(name, input, **kwargs)
        return along(input, dim, *args, **kwargs)

    return _named(function, name)


def _refuse_axes(name, dim):
    if name.startswith("arg"):
        raise TypeError(
            f"{name}(): argument 'dim' (position 1) must be int, not {type(dim).__name__}"
        )
    _mismatch(name, dim)


sum, mean = _reduction("sum"), _reduction("mean")
amax, amin = _reduction_of_its_type("amax"), _reduction_of_its_type("amin")
logsumexp = _reduction_of_its_type("logsumexp", needs_dim=True)
prod = _along_one("prod", takes_dtype=True)
argmax, argmin, all, any = map(_along_one, "argmax argmin all any".split())


def count_nonzero(input, dim=None):
    return _reduce("count_nonzero", _tensor(input, "count_nonzero"), dim)


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
    def function(input, dim=_ALL, keepdim=None, *, other=None, **names):
        dim = _or_all(dim)
        if names:
            dim, keepdim = _axes(name, names, dim, keepdim)
        if isinstance(dim, Tensor) or other is not None:
            return _binary(of_two, input, dim if other is None else other)
        if isinstance(dim, (tuple, list)):
            _refuse_axes(name, dim)
        if dim is None and keepdim is not None:
            _mismatch(name, input, keepdim=keepdim)
        if dim is None:
            whole = _reduce("a" + name, _tensor(input, name))
            return _named_step(whole, f"{name.title()}Backward1")
        return _Named(name, *_many(_engine.extreme(input._h, dim, bool(keepdim), is_most)))

    return _named(function, name)


max, min = _extreme("max", "maximum", True), _extreme("min", "minimum", False)


def _spread(name):
    def function(input, dim=_ALL, unbiased=True, keepdim=False, *, correction=None, **names):
        if names:
            dim, keepdim = _axes(name, names, None if dim is _ALL else dim, keepdim)
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if dim is _ALL:
            if correction is not None:
                _mismatch(name, correction=correction)
            dim = None
        by = int(unbiased) if correction is None else correction
        dim = list(range(input.dim())) if dim is None else dim  # and () is of none of them
        return _reduce(name, input, dim, keepdim, by)

    return _named(function, name)


std, var = _spread("std"), _spread("var")


def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    if not isinstance(input, TensorBase):
        input.dim()  # as PyTorch's own Python, it says what a list lacks
    power = 2 if p in (None, "fro") else float(p)
    return _as_type(_reduce("norm", _as_type(input, dtype), dim, keepdim, power), dtype)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    common = result_type(x1, x2)
    if not common.is_floating_point:
        raise RuntimeError(
            "expected common dtype to be floating point, yet common dtype is " + common._scalar
        )
    x1, x2 = (x.to(common) for x in broadcast_tensors(x1, x2))
    one, other = (x / _size_at_least(x, dim, eps) for x in (x1, x2))
    return (one * other).sum(dim)


def _size_at_least(x, dim, eps):
    """Its gradient is x over it, also where the size is smaller."""

    def back(g):
        return [g * (x / _size_at_least(x, dim, eps))]

    return _own_step(lambda x: norm(x, 2, dim, True).clamp_min(eps), back, "CloneBackward0", x)


def cdist(x1, x2, p=2.0):
    for name, x in ("X1", _tensor(x1, "cdist", "x1")), ("X2", _tensor(x2, "cdist", "x2", 2)):
        if not x.is_floating_point():
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {x.dtype._scalar}"
            )
    for name, x in ("X1", x1), ("X2", x2):
        if x.dim() < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.dim()}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    off = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    if p == float("inf"):
        made = _largest(off)
    elif p == 0:
        made = _own_step(lambda x: norm(x, 0, -1), lambda _: [off * 0], "CdistBackward0", off)
    else:
        made = norm(off, p, -1)
    return _named_step(made, "CdistBackward0", x1, x2, made)


def _largest(off):
    """The largest size along the last axis; each that is as large has the whole gradient."""
    sizes = off.detach().abs()
    most = amax(sizes, -1, True)

    def back(g):
        return [(g.unsqueeze(-1) * off.sign()).masked_fill(sizes != most, 0)]

    return _own_step(lambda _: most.squeeze(-1), back, "CdistBackward0", off)


def _running(name):
    def function(input, dim=None, *, dtype=None, axis=None):
        dim = axis if dim is None else dim
        if dim is None or isinstance(dim, (tuple, list)):
            _mismatch(name, *(() if dim is None else (dim,)))
        if dtype is not None and dtype is _DTYPES["bool"]:
            raise RuntimeError(f"\"{name}_out_cpu\" not implemented for 'Bool'")
        converted = _as_type(_tensor(input, name), dtype)  # lives until it has been read
        return _as_type(_new(_engine.cumulate(name, converted._h, dim)), dtype)

    return _named(function, name)


cumsum, cumprod = _running("cumsum"), _running("cumprod")


def diff(input, n=1, dim=-1, prepend=None, append=None):
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    parts = [part for part in (prepend, input, append) if part is not None]
    if len(parts) > 1:
        from torch._shape import cat

        input = cat(parts, dim)
    for _ in range(n):
        size = input.shape[dim]
        after, before = input.narrow(dim, 1, size - 1), input.narrow(dim, 0, size - 1)
        input = after != before if input.dtype._kind == _BOOL else after - before
    return input


def _softmax(name, is_log):
    def function(input, dim=None, dtype=None, *, axis=None):
        dim = axis if dim is None else dim
        input = _tensor(input, name)
        if dim is None or isinstance(dim, (tuple, list)):
            _mismatch(name, input, *(() if dim is None else (dim,)))
        converted = _as_type(input, dtype)  # lives until it has been read
        return _new(_engine.softmax(converted._h, dim, is_log))

    return _named(function, name)


softmax, log_softmax = _softmax("softmax", False), _softmax("log_softmax", True)


# --------------------------------------------------------------------- by size, and counted


def sort(input, *args, stable=None, **names):
    return _sorted("sort", input, args, stable, **names)


def _sorted(name, input, args, stable, dim=-1, descending=False, axis=None):
    """With `stable` PyTorch takes the others by their names alone."""
    if args and stable is not None or len(args) > 2:
        _mismatch(name, input, *args, stable=stable)
    dim = dim if axis is None else axis
    dim, descending = (*args, *(dim, descending)[len(args) :])
    dim = _whole(dim) if _is_int(dim) else dim
    if not isinstance(dim, _INT) or not isinstance(descending, bool):
        _mismatch(name, input, dim, descending)
    if stable is not None and not isinstance(stable, bool):
        _mismatch(name, input, stable=stable)
    return _Named("sort", *_many(_engine.sort(input._h, dim, descending, bool(stable))))


def argsort(input, *args, stable=None, **names):
    return _sorted("argsort", input, args, stable, **names)[1]


def topk(input, k, dim=-1, largest=True, sorted=True):
    _check_int(k, "topk", "k", 1)
    k = _whole(k)
    n = input.size(dim) if input.dim() else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    return _chosen("topk", input, dim, k, largest, sorted)


def _chosen(name, input, dim, k=0, largest=False, sorted=False):
    places = _new(_engine.chosen(name, input._h, dim, k, bool(largest), bool(sorted)))
    values = input[()].clone() if input.dim() == 0 else input.gather(dim, places)
    return _Named(name, _named_step(values, f"{name.title()}Backward0", places), places)


def median(input, dim=_ALL, keepdim=None):
    dim = _or_all(dim)
    if dim is None and keepdim is not None:
        _mismatch("median", input, keepdim=keepdim)
    if dim is None:
        return _reduce("median", input)
    if input.dim() == 0:
        input.unsqueeze(0).size(dim)  # refuses other axes
        return _Named("median", input.clone(), _from_data(0, "int64"))
    n, parts = input.size(dim), sort(input, dim=dim, stable=True)
    middle = (n - 1) // 2
    numbers = (parts[0] == parts[0]).sum(dim, keepdim=True)  # NaN comes last, and is the median
    places = numbers.masked_fill(numbers == n, middle)
    pair = [part.gather(dim, places) for part in parts]
    pair = pair if keepdim else [part.squeeze(dim) for part in pair]
    return _Named("median", _named_step(pair[0], "MedianBackward1", pair[1]), pair[1])


def _without_derivative(name, made, input):
    """A result that has a history, and no gradient: PyTorch refuses it in the backward pass."""

    def back(_):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    title = name.title().replace("_", "") + "Backward0"
    return _own_step(lambda _: made.detach(), back, title, input)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if not isinstance(sorted, bool):
        kind = type(sorted).__name__
        raise TypeError(f"_unique2(): argument 'sorted' must be bool, not {kind}")
    if dim is None and not sorted:  # PyTorch's is that of a hash table
        raise NotImplementedError(
            "the order of unique(sorted=False) is not part of this lab's torch"
        )
    rows = input.flatten() if dim is None else input.movedim(dim, 0)
    if bool((rows != rows).any()):  # PyTorch's result follows no order
        raise NotImplementedError("unique() of NaN is not part of this lab's torch")
    keys = [tuple(row.flatten().tolist()) for row in rows.unbind(0)]
    distinct = _b.sorted(set(keys))
    place = {key: k for k, key in enumerate(distinct)}
    first = {key: k for k, key in reversed(list(enumerate(keys)))}
    kept = rows[[first[key] for key in distinct]] if distinct else rows
    made = kept if dim is None else kept.movedim(0, dim)
    results = [_without_derivative("_unique2" if dim is None else "unique_dim", made, input)]
    if return_inverse:
        places = _from_data([place[key] for key in keys], "int64")
        results.append(places.view(input.shape) if dim is None else places)
    if return_counts:
        results.append(_from_data([keys.count(key) for key in distinct], "int64"))
    return results[0] if len(results) == 1 else tuple(results)


def bincount(input, weights=None, minlength=0):
    if input.dtype._kind >= _FLOAT:
        raise RuntimeError(f"\"bincount_cpu\" not implemented for '{input.dtype._scalar}'")
    values = input.tolist() if input.dim() == 1 else [-1]
    if _b.any(value < 0 for value in values):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    n = _b.max([minlength] + [v + 1 for v in values])
    if weights is None:
        return _from_data([values.count(k) for k in range(n)], "int64")
    if weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    sums = [0.0] * n
    for value, weight in zip(values, weights.tolist()):
        sums[value] += weight
    return _from_data(sums, "float32" if weights.dtype._name == "float32" else "float64")


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None):
    if out_int32:
        return searchsorted(sorted_sequence, input, right=right, side=side).int()
    values = input
    if side is not None and right and side != "right":
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of "
            f"{side} while right was True"
        )
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    edges, is_right = sorted_sequence.tolist(), right or side == "right"
    if sorted_sequence.dim() > 1:
        rows = sorted_sequence.shape
        if not isinstance(values, Tensor) or values.shape[:-1] != rows[:-1]:
            given = list(values.shape) if isinstance(values, Tensor) else []
            raise RuntimeError(
                "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
                "dimensions of boundaries tensor and input value tensor must match, but we got "
                f"boundaries tensor {list(rows)} and input value tensor {given}"
            )
        pairs = (x.reshape(-1, x.shape[-1]) for x in (sorted_sequence, values))
        found = [searchsorted(*pair, right=is_right).tolist() for pair in zip(*pairs)]
        return _from_data(found, "int64").view(values.shape)

    def find(value):
        low, high = 0, len(edges)
        while low < high:
            middle = (low + high) // 2
            edge = edges[middle]
            if edge > value if is_right else edge >= value:  # never of NaN
                high = middle
            else:
                low = middle + 1
        return low

    if not isinstance(values, Tensor):
        return _from_data(find(values), "int64")
    found = list(map(find, values.flatten().tolist()))
    return _from_data(found, "int64").view(values.shape)


def bucketize(input, boundaries, *, out_int32=False, right=False):
    if boundaries.dim() != 1:
        raise RuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({boundaries.dim()})"
        )
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)
