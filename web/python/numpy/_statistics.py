"""Quantiles, weighted means, covariances, histograms; and what leaves NaN out."""

import bisect as _bisect
import math as _math
import warnings as _warnings
from builtins import range as _range
from operator import index as _index
from operator import le as _le
from operator import lt as _lt

import torch as _torch
from numpy import _math as _m
from numpy._array import _fractional, _in, _out, _wrap, array, asarray
from numpy._create import vander, zeros_like
from numpy._memory import in_base
from numpy._promotion import NO_DIFFERENCE, promoted
from numpy._scalar_operators import warn
from numpy._shape import _same
from numpy._types import finfo
from numpy._ufunc import calculate, written
from torch._arguments import _named
from torch._types import _DTYPES, _INTEGER

# What numpy writes of a place between numbers: (alpha, beta) of n * q + alpha + q * (1 - alpha -
# beta) - 1.
_PLACES = {
    "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5),
    "weibull": (0, 0),
    "median_unbiased": (1 / 3.0, 1 / 3.0),
    "normal_unbiased": (3 / 8.0, 3 / 8.0),
}
_STEPS = ("inverted_cdf", "closest_observation")
_WHOLE = ("lower", "higher", "nearest", *_STEPS)  # methods that choose one of the numbers
_METHODS = """inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf
    hazen weibull linear median_unbiased normal_unbiased lower higher midpoint nearest""".split()


def _at(q, n, method):
    """Where among n sorted numbers a quantile is."""
    if method in _PLACES:
        a, b = _PLACES[method]
        return n * q + (a + q * (1 - a - b)) - 1
    if method in ("inverted_cdf", "averaged_inverted_cdf"):
        return n * q - 1
    return n * q - 1 - 0.5 if method == "closest_observation" else (n - 1) * q


def _between(rows, at, method, kind):
    """Of sorted rows, along the last axis, what is at a place that need not be whole; as numbers
    of a kind, where it is between two.
    """
    low, n = _math.floor(at), rows.shape[-1]
    if method in _WHOLE:
        is_low = at == low and (method == "inverted_cdf" or low % 2 == 0)
        step = max(low + (not is_low), 0)
        places = {"lower": low, "higher": _math.ceil(at), "nearest": round(at)}
        return rows.select(-1, places.get(method, step))
    if kind is None:
        if at >= n:
            raise IndexError(f"index {at} is out of bounds for axis 0 with size {n}")
        return rows.select(-1, at % n)
    part = at - low
    if method == "midpoint":
        part = 0.5 if part else 0.0
    if method == "averaged_inverted_cdf":
        part = 1.0 if part else 0.5
    places = (n - 1, n - 1) if at >= n - 1 else (0, 0) if at < 0 else (low, low + 1)
    a, b = (rows.select(-1, place) for place in places)
    if places[0] == places[1]:
        return a.to(kind)
    off = (b - a).to(kind)
    return a.to(kind) + off * part if part < 0.5 else b.to(kind) - off * (1 - part)


def _kind_of(tensor, qs, method):
    """The type of a quantile; None: that of the numbers, of which it is one."""
    fractional = ("midpoint", "hazen", "median_unbiased", "normal_unbiased")
    if method in _WHOLE or method not in fractional and not qs.is_floating_point():
        return None
    if tensor.dtype is _torch.bool:
        raise TypeError(NO_DIFFERENCE)
    return _torch.float64


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return written(_quantile("quantile", _in(a), _in(q), axis, method, keepdims), out)


def _quantile(name, tensor, qs, axis, method, keepdims):
    """Of an array's tensor. name: that of what leaves NaN out begins with nan"""
    if method not in _METHODS:
        names = f"dict_keys({_METHODS})"
        raise ValueError(f"{method!r} is not a valid method. Use one of: {names}")
    if not bool(((qs >= 0) & (qs <= 1)).all()):
        raise ValueError("Quantiles must be in the range [0, 1]")
    if tensor.dim() == 0 and axis is None:
        tensor, keepdims = tensor.reshape(1), False
    qs = qs.double() if qs.dim() == 0 and qs.is_floating_point() else qs
    kind = _kind_of(tensor, qs, method)
    axes = _m._axes(tensor, axis)
    gone = tuple(_range(tensor.dim())) if axes is None else axes
    kept = [k for k in _range(tensor.dim()) if k not in gone]
    n = _math.prod(tensor.shape[k] for k in gone)
    if n == 0 and name.startswith("nan"):
        return _in(nanmean(_wrap(tensor), axis, keepdims=keepdims))
    if n == 0:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    if name.startswith("nan") and qs.dim() > 1 and kept:
        raise NotImplementedError(f"q= of several axes of {name}() is not part of this lab's numpy")
    rows = tensor.permute(*kept, *gone).reshape(-1, n)
    rows = _torch.sort(rows, -1)[0]
    is_fraction = tensor.is_floating_point()
    if is_fraction and name.startswith("nan"):
        rows = [row[~row.isnan()] for row in rows.unbind(0)]
    else:
        is_nan = rows[:, -1] != rows[:, -1]
        rows = [rows if not is_fraction else rows.masked_fill(is_nan[:, None], _math.nan)]
    made = _torch.stack([_of_each(part, qs, method, kind) for part in rows], -1)
    shape = [1 if k in gone else m for k, m in enumerate(tensor.shape) if keepdims or k in kept]
    made = made.reshape((*qs.shape, *shape))
    if made.dim() == 0 and bool(made != made):
        return made.to(tensor.dtype)
    return made


def _of_each(rows, qs, method, kind):
    if rows.shape[-1] == 0:
        return _torch.full((qs.numel(),), _math.nan, dtype=kind or rows.dtype)
    places = [_at(q, rows.shape[-1], method) for q in qs.flatten().tolist()]
    return _torch.stack([_between(rows, at, method, kind) for at in places])


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return written(_quantile("percentile", _in(a), _share(q), axis, method, keepdims), out)


def _share(q):
    qs = _in(q)
    if not bool(((qs >= 0) & (qs <= 100)).all()):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return (qs if qs.dim() and qs.is_floating_point() else qs.double()) / 100


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    tensor = _fractional(_in(a))
    if weights is None:
        made = _m.mean(a, axis, keepdims=keepdims)
        n = _m._counted(tensor, axis, None)
        if _in(made).numel() == 0:
            raise ZeroDivisionError("division by zero")
        return (made, _out(_torch.full_like(_in(made), n))) if returned else made
    w = _in(weights)
    if w.shape != tensor.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        if w.dim() != 1:
            raise TypeError("1D weights expected when shapes of a and weights differ.")
        if w.shape[0] != tensor.shape[axis]:
            raise ValueError("Length of weights not compatible with specified axis.")
        w = w.reshape([-1 if k == axis % tensor.dim() else 1 for k in range(tensor.dim())])
        w = w.expand(tensor.shape)
    both = promoted(_in(a).dtype._name, w.dtype._name)
    both = promoted(both, "float64") if _in(a).dtype._kind <= _INTEGER else both
    w, tensor = w.to(_DTYPES[both]), tensor.to(_DTYPES[both])
    total = _m._along("sum", w, axis, keepdims)
    if bool((total == 0).any()):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    made = _out(calculate("divide", _m._along("sum", tensor * w, axis, keepdims), total))
    return (made, _out(total)) if returned else made


def _refuse_complex(name, *values):
    if any(_in(value).is_complex() for value in values if value is not None):
        raise NotImplementedError(f"{name}() of complex numbers is not part of this lab's numpy")


def _weights_of(name, given, n):
    if given is None:
        return None
    w = _in(given).to(_torch.float64)
    if name == "fweights" and bool((w != w.round()).any()):
        raise TypeError("fweights must be integer")
    if w.dim() > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if len(w) != n:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if bool((w < 0).any()):
        raise ValueError(f"{name} cannot be negative")
    return w


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None):
    _refuse_complex("cov", m, y)
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    x = _in(m).to(_torch.float64)
    if x.dim() > 2:
        raise ValueError("m has more than 2 dimensions")
    x = x.reshape(1, -1) if x.dim() < 2 else x if rowvar or x.shape[0] == 1 else x.t()
    if y is not None:
        other = _in(y).to(_torch.float64)
        other = other.reshape(1, -1) if other.dim() < 2 else other if rowvar else other.t()
        x = _torch.cat([x, other])
    by = (0 if bias else 1) if ddof is None else ddof
    n = x.shape[1]
    parts = [_weights_of("fweights", fweights, n), _weights_of("aweights", aweights, n)]
    w = parts[0] if parts[1] is None else parts[1] if parts[0] is None else parts[0] * parts[1]
    if w is None:
        mean, freedom = x.mean(1, keepdim=True), n - by
    else:
        total = float(w.sum())
        mean = (x * w).sum(1, keepdim=True) / total
        freedom = total - by
        if by and parts[1] is not None:
            freedom = total - by * float((w * parts[1]).sum()) / total
    off = x - mean
    if freedom <= 0:
        text = "Degrees of freedom <= 0 for slice"
        _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))
        warn("divide by zero", "divide")
    share = 1 / freedom if freedom > 0 else _math.inf
    product = off @ (off if w is None else off * w).t()
    made = _wrap(calculate("multiply", product, share).squeeze())
    return made if made.ndim else in_base(made)


def corrcoef(x, y=None, rowvar=True, bias=False, ddof=None, *, dtype=None):
    """bias and ddof: numpy ignores them too, with a warning"""
    if bias or ddof is not None:
        text = "bias and ddof have no effect and are deprecated"
        _warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
    if dtype is not None:
        raise NotImplementedError("corrcoef(dtype=...) is not part of this lab's numpy")
    c = _in(cov(x, y, rowvar))
    if c.dim() == 0:
        return _out(c / c)
    size = c.diagonal().sqrt()
    made = calculate("divide", c, size[:, None])
    return _out(calculate("divide", made, size[None, :]).clamp(-1, 1))


def histogram(a, bins=10, range=None, density=False, weights=None):
    _refuse_complex("histogram", a)
    values = _in(a).flatten().to(_torch.float64).tolist()
    if isinstance(bins, str):
        bins = _estimated(bins, values, range, weights)
    edges = _edges(values, bins, range)
    if weights is not None and _in(weights).shape != _in(a).shape:
        raise ValueError("weights should have the same shape as a.")
    name = "int64" if weights is None else _in(weights).dtype._name
    if name == "bool":
        raise NotImplementedError("weights= of truths is not part of this lab's numpy")
    w = [1.0] * len(values) if weights is None else _in(weights).flatten().tolist()
    counts = _counts(values, edges, w)
    if density:
        total = _math.fsum(counts) or _math.nan
        widths = [b - a or _math.nan for a, b in zip(edges, edges[1:])]
        made = array([c / width / total for c, width in zip(counts, widths)], dtype="float64")
    else:
        made = array(counts, dtype=name)
    if hasattr(bins, "__len__"):
        return made, asarray(bins)
    kind = _in(a).dtype
    made_edges = array(edges, dtype=kind._name if kind.is_floating_point else "float64")
    return made, in_base(made_edges) if made_edges.itemsize == 8 else made_edges


def _estimated(name, values, range, weights):
    """How many bins: the width by a rule, which the range is divided by."""
    if name not in ("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges"):
        raise ValueError(f"{name!r} is not a valid estimator for `bins`")
    if name == "stone":
        raise NotImplementedError("bins='stone' is not part of this lab's numpy")
    if weights is not None:
        raise TypeError(
            "Automated estimation of the number of bins is not supported for weighted data"
        )
    ends = _edges(values, 1, range)
    x = array([v for v in values if ends[0] <= v <= ends[1]], dtype="float64")
    n = x.size
    if n == 0:
        return 1
    spread, std = float(x.max() - x.min()), float(x.std())
    high, low = percentile(x, [75, 25]).tolist()
    widths = {
        "sqrt": spread / _math.sqrt(n),
        "sturges": spread / (_math.log2(n) + 1.0),
        "rice": spread / (2.0 * n ** (1.0 / 3)),
        "scott": (24.0 * _math.pi**0.5 / n) ** (1.0 / 3.0) * std,
        "fd": 2.0 * (high - low) * n ** (-1.0 / 3.0),
        "doane": 0.0,
    }
    if n > 2 and std > 0:
        share = _math.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
        skew = abs(float((((x - x.mean()) / std) ** 3).mean()))
        widths["doane"] = spread / (1.0 + _math.log2(n) + _math.log2(1.0 + skew / share))
    widths["auto"] = min(widths["fd"] or _math.inf, widths["sturges"])
    return _math.ceil((ends[1] - ends[0]) / widths[name]) if widths[name] else 1


def _edges(values, bins, range):
    if hasattr(bins, "__len__"):
        edges = [float(edge) for edge in bins]
        if any(a > b for a, b in zip(edges, edges[1:])):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    low, high = range if range is not None else (min(values), max(values)) if values else (0, 1)
    if range is None and not all(map(_math.isfinite, values)):
        low = high = _math.nan if any(map(_math.isnan, values)) else low
        raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    if not _math.isfinite(high - low):
        raise ValueError(f"supplied range of [{low}, {high}] is not finite")
    if low > high:
        raise ValueError("max must be larger than min in range parameter.")
    if low == high:
        low, high = low - 0.5, high + 0.5
    step = (high - low) / bins
    return [low + k * step for k in _range(bins)] + [float(high)]


def _counts(values, edges, weights):
    """Each bin without its upper edge, the last with it."""
    counts = [0.0] * (len(edges) - 1)
    for value, weight in zip(values, weights):
        if edges[0] <= value <= edges[-1]:
            counts[min(_bisect.bisect_right(edges, value) - 1, len(counts) - 1)] += weight
    return counts


def bincount(x, weights=None, minlength=0):
    tensor = _in(x)
    if tensor.dim() != 1:
        raise ValueError(
            "object too deep for desired array"
            if tensor.dim()
            else "object of too small depth for desired array"
        )
    is_other = tensor.is_floating_point() or tensor.is_complex()
    if is_other and (len(tensor) or hasattr(x, "dtype")) or tensor.dtype._name == "uint64":
        raise TypeError(
            f"Cannot cast array data from dtype('{tensor.dtype._name}') to dtype('int64') "
            "according to the rule 'safe'"
        )
    values = [int(value) for value in tensor.tolist()]
    minlength = _index(minlength or 0)
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if any(value < 0 for value in values):
        raise ValueError("'list' argument must have no negative elements")
    n = max([minlength] + [value + 1 for value in values])
    sums = [0.0] * n
    w = [1] * len(values) if weights is None else _in(weights).tolist()
    if len(w) != len(values):
        raise ValueError("The weights and list don't have the same length.")
    for value, weight in zip(values, w):
        sums[value] += weight
    return array(sums, dtype="int64" if weights is None else "float64")


def digitize(x, bins, right=False):
    edges = _in(bins).tolist()
    if edges == sorted(edges):
        return searchsorted(bins, x, "left" if right else "right")
    if edges != sorted(edges, reverse=True):
        raise ValueError("bins must be monotonically increasing or decreasing")
    found = searchsorted(edges[::-1], x, "left" if right else "right")
    return len(edges) - found


def searchsorted(a, v, side="left", sorter=None):
    if sorter is not None:
        if _in(sorter).numel() != _in(a).numel():
            raise ValueError("sorter.size must equal a.size")
        return searchsorted(asarray(a)[asarray(sorter)], v, side)
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got '{side}')")
    edges, values = _in(a), _in(v)
    if edges.dim() != 1:
        raise ValueError("object of too small depth for desired array")
    both = _torch.promote_types(edges.dtype, values.dtype)
    keys = [_order(edge) for edge in edges.to(both).tolist()]
    wanted = [_order(value) for value in values.to(both).flatten().tolist()]
    found = _searched(keys, wanted, _le if side == "right" else _lt)
    return _out(_torch.tensor(found, dtype=_torch.int64).reshape(values.shape))


def _searched(keys, wanted, is_before):
    """By halves, each from where the one before was found: so also in what is not sorted."""
    found, low, high = [], 0, len(keys)
    last = wanted[0] if wanted else None
    for value in wanted:
        if is_before(last, value):
            high = len(keys)
        else:
            low, high = 0, min(high + 1, len(keys))
        last = value
        while low < high:
            middle = (low + high) // 2
            if is_before(keys[middle], value):
                low = middle + 1
            else:
                high = middle
        found.append(low)
    return found


def _order(value):
    """NaN is the largest."""
    return value != value, 0 if value != value else value


# --------------------------------------------------------------------- what leaves NaN out


def _filled(a, value):
    tensor = _fractional(_in(a)) if _in(a).dtype is not _torch.float16 else _in(a)
    return tensor.masked_fill(tensor.isnan(), value)


def _without_nan(name, value):
    plain = getattr(_m, name)

    def function(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
        filled = _out(_filled(a, value)) if _in(a).is_floating_point() else a
        more = {"initial": initial, "where": where}
        more = {name: given for name, given in more.items() if given is not None}
        return plain(filled, axis, dtype, out, keepdims, **more)

    return _named(function, "nan" + name)


nansum, nanprod = _without_nan("sum", 0.0), _without_nan("prod", 1.0)


def nancumsum(a, axis=None, dtype=None, out=None):
    return _m.cumsum(_filled(a, 0.0) if _in(a).is_floating_point() else a, axis, dtype, out)


def _extreme_without_nan(name, value):
    plain = getattr(_m, name)

    def function(a, axis=None, out=None, keepdims=False):
        if not _in(a).is_floating_point():
            return plain(a, axis, out, keepdims)
        is_all = _m._along("all", _in(a).isnan(), axis, keepdims)
        made = _in(plain(_out(_filled(a, value)), axis, None, keepdims))
        if bool(is_all.any()):
            what = "slice" if getattr(a, "_is_array", False) else "axis"
            text = f"All-NaN {what} encountered"
            _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))
        return _m.reduced(made.masked_fill(is_all, _math.nan), out, f"f{name}")

    return _named(function, "nan" + name)


nanmax = _extreme_without_nan("max", -_math.inf)
nanmin = _extreme_without_nan("min", _math.inf)


def _place_without_nan(name, value):
    plain = getattr(_m, name)

    def function(a, axis=None, out=None, *, keepdims=False):
        if not _in(a).is_floating_point():
            return plain(a, axis, out, keepdims=keepdims)
        if bool(_m._along("all", _in(a).isnan(), axis, False).any()):
            raise ValueError("All-NaN slice encountered")
        return plain(_out(_filled(a, value)), axis, out, keepdims=keepdims)

    return _named(function, "nan" + name)


nanargmax = _place_without_nan("argmax", -_math.inf)
nanargmin = _place_without_nan("argmin", _math.inf)


def _of_number(a, axis):
    """A number has an axis here, as in sums."""
    is_number = _in(a).is_floating_point() and _in(a).dim() == 0
    return None if is_number and axis in (0, -1) else axis


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    axis = _of_number(a, axis)
    if _in(a).is_floating_point():
        _warn_of_few(a, axis, 0, "Mean of empty slice")
        _m.check_dtype("mean", dtype, _in(a))
        tensor, where = _m._typed(a, dtype), _mask(a)
        counts = _m._counted(tensor, axis, where)
        return _m.reduced(_m.mean_of_some(tensor, axis, keepdims, where, counts), out)
    return _m.mean(a, axis, dtype, out, keepdims)


def _warn_of_few(a, axis, ddof, text):
    n = _in(_m.sum(~_in(a).isnan(), axis))
    if bool((n <= ddof).any()):
        _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _m.reduced(_spread_without_nan("var", a, axis, dtype, ddof, keepdims), out)


def _spread_without_nan(name, a, axis, dtype, ddof, keepdims):
    """NaN where as many numbers as ddof are left, or fewer."""
    axis = _of_number(a, axis)
    where = _mask(a) if _in(a).is_floating_point() else None
    if dtype is not None and where is not None and array([], dtype=dtype).dtype != asarray(a).dtype:
        raise NotImplementedError(f"dtype={dtype} of nan{name}() is not part of this lab's numpy")
    made = _in(getattr(_m, name)(a, axis, dtype, None, ddof, keepdims, where=where))
    if where is None and not _in(a).is_floating_point():
        return made
    _warn_of_few(a, axis, ddof, "Degrees of freedom <= 0 for slice.")
    n = _in(_m.sum(~_in(a).isnan(), axis, keepdims=keepdims))
    return made.masked_fill(n <= ddof, _math.nan)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _m.reduced(_spread_without_nan("std", a, axis, dtype, ddof, keepdims), out)


def _mask(a):
    return _wrap(~_in(a).isnan()) if _in(a).dim() else None


def _warn_of_nothing(a, axis):
    tensor = _in(a)
    if not tensor.is_floating_point() or not tensor.numel():
        return
    if bool(_m._along("all", tensor.isnan(), axis, False).any()):
        text = "All-NaN slice encountered"
        _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    _warn_of_nothing(a, axis)
    return _m.reduced(middle("nanmedian", _in(a), axis, keepdims and _in(a).dim() > 0), out)


def middle(name, tensor, axis, keepdims):
    """The mean of the two numbers in the middle."""
    gone = _m._axes(tensor, axis, True) if tensor.numel() == 0 else ()
    if 0 in (tensor.shape if gone is None else [tensor.shape[k] for k in gone]):
        made = _m._along("mean", _fractional(tensor), axis, keepdims)
        if name == "median":
            _m._warn_empty("Mean of empty slice.", made)
        else:
            text = "Mean of empty slice"
            _warnings.warn(text, RuntimeWarning, skip_file_prefixes=("numpy/", "torch/"))
        return made
    ends = [_quantile(name, tensor, _in(0.5), axis, m, keepdims) for m in ("lower", "higher")]
    made = (ends[0].double() + ends[1].double()) / 2
    return made.to(tensor.dtype) if tensor.is_floating_point() else made


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    _warn_of_nothing(a, axis)
    return written(_quantile("nanquantile", _in(a), _in(q), axis, method, keepdims), out)


def nanpercentile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    _warn_of_nothing(a, axis)
    return written(_quantile("nanpercentile", _in(a), _share(q), axis, method, keepdims), out)


# -------------------------------------------------------------------------- along a line


def gradient(f, *varargs, axis=None, edge_order=1):
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if _in(f).dtype is _torch.bool:
        raise TypeError(NO_DIFFERENCE)
    tensor = _fractional(_in(f))
    axes = _m._axes(tensor, axis)
    axes = tuple(range(tensor.dim())) if axes is None else axes
    steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1.0] * len(axes)
    if len(steps) != len(axes):
        raise TypeError("invalid number of arguments")
    for k, step in zip(axes, steps):
        places = _in(step)
        if places.dim() > 1:
            raise ValueError("distances must be either scalars or 1d")
        if places.dim() and len(places) != tensor.shape[k]:
            raise ValueError(
                "when 1d, distances must match the length of the corresponding dimension"
            )
    made = [_out(_slope(tensor, k, step, edge_order)) for k, step in zip(axes, steps)]
    return made[0] if len(made) == 1 else made


def _slope(tensor, axis, step, edge_order):
    n = tensor.shape[axis]
    if n < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
            "elements are required."
        )
    x = _in(step).to(_torch.float64)
    h = x.expand(n - 1) if x.dim() == 0 else x[1:] - x[:-1]
    y = tensor.movedim(axis, -1)
    is_even = _in(step).dim() == 0 or bool((h == h[0]).all())
    a, b = h[:-1], h[1:]
    if is_even:
        middle = (y[..., 2:] - y[..., :-2]) / (2 * h[0])
    else:
        left, right = -b / (a * (a + b)), a / (b * (a + b))
        middle = left * y[..., :-2] + (b - a) / (a * b) * y[..., 1:-1] + right * y[..., 2:]
    if edge_order == 1:
        ends = [(y[..., k + 1] - y[..., k]) / h[k] for k in (0, n - 2)]
    else:
        ends = [_curved(y[..., :3], h[0], h[1], is_even, 1.0)]
        ends.append(_curved(y[..., n - 3 :].flip(-1), h[-1], h[-2], is_even, -1.0))
    made = _torch.cat([ends[0].unsqueeze(-1), middle, ends[1].unsqueeze(-1)], -1)
    return made.movedim(-1, axis).to(tensor.dtype)


def _curved(y, a, b, is_even, sign):
    """At an end, by the parabola through three numbers. y: from the end on; a, b: their steps"""
    if is_even:
        weights = -1.5 / a * sign, 2.0 / a * sign, -0.5 / a * sign
    else:
        weights = -(2.0 * a + b) / (a * (a + b)), (a + b) / (a * b), -a / (b * (a + b))
        weights = [w * sign for w in weights]
    parts = [w * y[..., k] for k, w in enumerate(weights)]
    first, last = (parts[0], parts[2]) if sign > 0 else (parts[2], parts[0])
    return first + parts[1] + last


def trapz(y, x=None, dx=1.0, axis=-1):
    values = _wrap(_in(y).movedim(axis, -1))
    h = dx if x is None else _in(x)
    if x is not None:
        h = _m.diff(_wrap(h if h.dim() == 1 else h.movedim(axis, -1)))
    return _m.sum(h * (values[..., 1:] + values[..., :-1]) / 2.0, -1)


def interp(x, xp, fp, left=None, right=None, period=None):
    xs, ys = _in(xp).to(_torch.float64).tolist(), _in(fp).tolist()
    tensor = _in(x).to(_torch.float64)
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        if len(xs) != len(ys):
            raise ValueError("fp and xp are not of the same length")
        period, left, right = abs(period), None, None
        tensor = _in(_m.UFUNCS["remainder"](_wrap(tensor), period))
        pairs = sorted(((at % period, y) for at, y in zip(xs, ys)), key=lambda pair: pair[0])
        (first, low), (last, high) = pairs[0], pairs[-1]
        pairs = [(last - period, high), *pairs, (first + period, low)]
        xs, ys = map(list, zip(*pairs))
    if len(xs) != len(ys):
        raise ValueError("fp and xp are not of the same length.")
    if not xs:
        raise ValueError("array of sample points is empty")
    if not _in(fp).is_complex() and any(isinstance(v, complex) for v in (left, right)):
        raise TypeError("must be real number, not complex")
    is_sorted = all(map(_le, xs, xs[1:]))

    def at(value):
        if value != value:
            return value
        if value > xs[-1]:
            return ys[-1] if right is None else right
        if value < xs[0]:
            return ys[0] if left is None else left
        if not is_sorted:
            raise NotImplementedError(
                "interp() between places xp that do not rise is not part of this lab's numpy"
            )
        k = _bisect.bisect_right(xs, value) - 1
        if k == len(xs) - 1 or xs[k] == value:
            return ys[k]
        return ys[k] + (ys[k + 1] - ys[k]) / (xs[k + 1] - xs[k]) * (value - xs[k])

    kind = complex if _in(fp).is_complex() else float
    made = [kind(at(value)) for value in tensor.flatten().tolist()]
    return _out(_in(array(made, dtype=kind)).reshape(tensor.shape))


def convolve(a, v, mode="full"):
    x, y = _in(a), _in(v)
    if x.dim() > 1 or y.dim() > 1:
        raise ValueError("object too deep for desired array")
    x, y = x.reshape(-1), y.reshape(-1)
    if len(x) == 0 or len(y) == 0:
        raise ValueError(f"{'a' if len(x) == 0 else 'v'} cannot be empty")
    x, y = _same(_wrap(x), _wrap(y))
    if len(y) > len(x):
        x, y = y, x
    n, m = len(x), len(y)
    if type(mode) is int and 0 <= mode < 3:
        mode = ("valid", "same", "full")[mode]
    padded = _torch.cat([x.new_zeros(m - 1), x, x.new_zeros(m - 1)])
    y = y.flip(0)
    full = padded.unfold(0, m, 1) @ y
    if not (y - y == 0).all():  # what is beyond x counts for nothing
        parts = [(max(k - m + 1, 0), min(k + 1, n), m - 1 - k) for k in _range(n + m - 1)]
        full = _torch.stack([x[begin:end] @ y[begin + at : end + at] for begin, end, at in parts])
    if mode == "full":
        return _wrap(full)
    if mode == "same":
        begin = (m - 1) // 2
        return _wrap(full[begin : begin + n])
    if mode == "valid":
        return _wrap(full[m - 1 : n])
    raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")


def correlate(a, v, mode="valid"):
    x, y = _in(a), _in(v)
    if 0 in (x.dim(), y.dim()):
        raise ValueError("object of too small depth for desired array")
    y = y.conj() if y.is_complex() else y
    if x.dim() == y.dim() == 1 and len(y) > len(x):
        return _wrap(_in(convolve(_out(y), _out(x.flip(0)), mode)).flip(0))
    return convolve(_out(x), _out(y.flip(0)), mode)


def polyval(p, x):
    x = x if hasattr(x, "dtype") else asarray(x)
    if not len(asarray(p)):
        return zeros_like(x)
    made = _out(_torch.zeros_like(_in(x))) if x.ndim else x.dtype.type(0)
    for factor in asarray(p):
        made = made * x + factor
    return made


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    from numpy.linalg import inv, lstsq

    x, y, order = asarray(x) + 0.0, asarray(y) + 0.0, int(deg) + 1
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if "float16" in (x.dtype, y.dtype):
        raise TypeError("array type float16 is unsupported in linalg")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    rcond = len(x) * finfo(x.dtype).eps if rcond is None else rcond
    powers, right = vander(x, order), y
    if w is not None:
        w = asarray(w) + 0.0
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if len(w) != len(y):
            raise TypeError("expected w and y to have the same length")
        powers, right = powers * w[:, None], (right.T * w).T
    # columns of one length make the system better conditioned
    scale = _m.sqrt((powers * powers).sum(0))
    powers = powers / scale
    made, residuals, rank, s = lstsq(powers, right, rcond)
    made = (made.T / scale).T
    if full:
        return made, residuals, rank, s, rcond
    if rank != order:
        _warnings.warn("Polyfit may be poorly conditioned", RankWarning, stacklevel=2)
    if not cov:
        return made
    base = inv(powers.T @ powers) / (scale[:, None] * scale)
    if isinstance(cov, str) and cov == "unscaled":
        by = 1
    elif len(x) <= order:
        raise ValueError(
            "the number of data points must exceed order to scale the covariance matrix"
        )
    else:
        by = residuals / (len(x) - order)
    return made, (base if y.ndim == 1 else base[:, :, None]) * by


class RankWarning(UserWarning):
    """Of a fit whose powers are, to the digits there are, no independent columns."""


def ediff1d(ary, to_end=None, to_begin=None):
    if _in(ary).dtype is _torch.bool:
        raise TypeError(NO_DIFFERENCE)
    from numpy._joined import concatenate
    from numpy._types import can_cast

    made = _m.diff(_out(_in(ary).flatten()))
    ends = [None if end is None else asarray(end) for end in (to_begin, to_end)]
    for name, end in zip(("to_begin", "to_end"), ends):
        if end is not None and not can_cast(end, asarray(ary).dtype, "same_kind"):
            raise TypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
            )
    parts = [
        part.ravel().astype(made.dtype) for part in (ends[0], made, ends[1]) if part is not None
    ]
    return concatenate(parts) if len(parts) > 1 else made


def cross(a, b, *, axis=-1):
    x, y = _same(a, b)
    if x.dim() and y.dim() and {x.shape[axis], y.shape[axis]} - {2, 3}:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    x, y = _torch.broadcast_tensors(x, y)
    if x.shape[axis] == y.shape[axis] == 2:
        (a0, a1), (b0, b1) = ([t.select(axis, k) for k in range(2)] for t in (x, y))
        return _wrap(a0 * b1 - a1 * b0)
    if x.shape[axis] != 3:
        raise NotImplementedError(
            "cross() of other than three numbers is not part of this lab's numpy"
        )
    parts = [[t.select(axis, k) for k in range(3)] for t in (x, y)]
    (a0, a1, a2), (b0, b1, b2) = parts
    made = [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]
    return _out(_torch.stack(made, axis))
