"""Means, extremes, quantiles and counts along axes."""

import math as _math

import torch as _torch
from torch._arguments import _kind, _named, _tensor
from torch._base import _checked_dim
from torch._create import as_tensor, zeros
from torch._index import gather, where
from torch._pointwise import _check_real
from torch._reductions import _ALL, _chosen, _Named, _or_all, _without_derivative, logsumexp, sort
from torch._tape import named as _named_step
from torch._tape import not_derived as _not_derived
from torch._tensor import Tensor, _as_type
from torch._types import _BOOL, _DTYPES, _FLOAT, _float_name


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    _check_real("nansum", input)
    x = _as_type(_tensor(input, "nansum"), dtype)
    if x.dtype._kind < _FLOAT <= input.dtype._kind:
        raise RuntimeError(f"\"nansum_cpu\" not implemented for '{x.dtype._scalar}'")
    if x.dtype._kind >= _FLOAT and bool((x != x).any()):
        x = x.masked_fill(x.isnan(), 0)
    return _named_step(_torch.sum(x, dim, keepdim, dtype=dtype), "NansumBackward0", input)


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    x = _tensor(input, "nanmean")
    if x.dtype._kind < _FLOAT:
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{x.dtype._scalar}"
        )
    n = (~x.isnan()).sum(dim, keepdim)
    return nansum(x, dim, keepdim, dtype=dtype) / n


def nanmedian(input, dim=_ALL, keepdim=False):
    x, dim = _tensor(input, "nanmedian"), _or_all(dim)
    if dim is None:
        left = x.flatten()
        left = left[~left.isnan()] if x.is_floating_point() else left
        return _named_step(_torch.median(left if left.numel() else x), "NanmedianBackward0")
    values, places = sort(x, dim)
    n = (values == values).sum(dim, keepdim=True)
    middle = ((n - 1) // 2).clamp(min=0)
    pair = [gather(part, dim, middle) for part in (values, places)]
    pair = pair if keepdim else [part.squeeze(dim) for part in pair]
    return _Named("nanmedian", _named_step(pair[0], "NanmedianBackward1"), pair[1])


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return _pair("std", input, dim, unbiased, keepdim, correction)


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return _pair("var", input, dim, unbiased, keepdim, correction)


def _pair(name, input, dim, unbiased, keepdim, correction):
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"{name}_mean only support floating point and complex dtypes")
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    spread = getattr(_torch, name)(input, dim, unbiased, keepdim, correction=correction)
    if input.dtype is _torch.bfloat16:  # rounded once, other than by mean()
        mean = _torch.mean(input.float(), dim, keepdim).to(input.dtype)
    else:
        mean = _torch.mean(input, dim, keepdim)
    pair = spread, mean if bool(mean.isfinite().all()) else _running_mean(input, dim, keepdim)
    return tuple(_named_step(one, f"{name.title()}MeanBackward0") for one in pair)


def _running_mean(input, dim, keepdim):
    """Taken number by number, in float64: what comes after an infinite one makes it no number."""
    mean = _torch.mean(input.double(), dim, keepdim).to(input.dtype)
    axes = range(input.dim()) if dim is None or dim == () else _listed(dim)
    last = input
    for d in axes:
        last = last.narrow(d, input.shape[d] - 1, 1) if input.shape[d] else last
    shape = mean.shape
    is_late = last.isinf().reshape(shape) if last.numel() == mean.numel() else mean.isinf()
    counts = _torch.sum(input.isinf(), dim, keepdim) if axes else input.isinf().long()
    return mean.masked_fill((counts > 0) & ~((counts == 1) & is_late), _math.nan)


def _listed(dim):
    return list(dim) if isinstance(dim, (tuple, list)) else [dim]


class _Extremes(tuple):
    """min and max."""

    min = property(lambda self: self[0])
    max = property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.aminmax(\nmin={self[0]!r},\nmax={self[1]!r})"


def aminmax(input, *, dim=None, keepdim=False):
    if isinstance(dim, (tuple, list)):
        raise TypeError(f"aminmax(): argument 'dim' must be int, not {_kind(dim)}")
    pair = _torch.amin(input, dim, keepdim), _torch.amax(input, dim, keepdim)
    return _Extremes(_not_derived("aminmax", one.detach(), input) for one in pair)


def kthvalue(input, k, dim=-1, keepdim=False):
    n = input.size(dim) if input.dim() else 1
    if not 1 <= k <= n:
        raise RuntimeError(
            f"kthvalue(): selected number k out of range for dimension {dim % max(input.dim(), 1)}"
        )
    return _squeezed(_chosen("kthvalue", input, dim, k), dim, keepdim)


def _not_of_complex(name, input):
    raise RuntimeError(f"\"{name}_cpu\" not implemented for '{input.dtype._scalar}'")


def mode(input, dim=-1, keepdim=False):
    if input.is_complex():
        _not_of_complex("mode", input)
    if bool((input != input).any()):  # PyTorch's result follows no order
        raise NotImplementedError("mode() of NaN is not part of this lab's torch")
    return _squeezed(_chosen("mode", input, dim), dim, keepdim)


def _squeezed(pair, dim, keepdim):
    if keepdim or pair[0].dim() == 0:
        return pair
    values, places = (part.squeeze(dim) for part in pair)
    return _Named(pair._name, _named_step(values, f"{pair._name.title()}Backward0", places), places)


def _running_extreme(name, is_most):
    def function(input, dim):
        if input.is_complex():
            _not_of_complex(name, input)
        if input.dim() == 0:
            made = _named_step(input.clone(), f"{name.title()}Backward0", input)
            return _Named(name, made, as_tensor(0))
        best, places, rows = None, [], input.unbind(dim)
        for k, row in enumerate(rows):
            if best is None:
                best, at = row, zeros(row.shape, dtype=_torch.int64)
            else:
                is_new = (row >= best if is_most else row <= best) | (row != row)
                is_new = is_new & ~((best != best) & (row == row))
                best, at = where(is_new, row, best), at.masked_fill(is_new, k)
            places.append(at)
        index = _torch.stack(places, dim)
        made = gather(input, dim, index)
        return _Named(name, _named_step(made, f"{name.title()}Backward0", input, index), index)

    return _named(function, name)


cummax, cummin = _running_extreme("cummax", True), _running_extreme("cummin", False)


def logcumsumexp(input, dim):
    x = _tensor(input, "logcumsumexp")
    if not x.is_floating_point():
        raise RuntimeError(f"\"logcumsumexp_out_cpu\" not implemented for '{x.dtype._scalar}'")
    _checked_dim(dim, x.dim())
    if x.dim() == 0 or not x.numel():
        return _named_step(x.clone(), "LogcumsumexpBackward0")
    if x.dtype.itemsize == 2:  # rounded once
        return _named_step(logcumsumexp(x.float(), dim).to(x.dtype), "LogcumsumexpBackward0")
    parts = [logsumexp(x.narrow(dim, 0, k + 1), dim) for k in range(x.size(dim))]
    made = _torch.stack(parts, dim)
    return _named_step(made, "LogcumsumexpBackward0", x, made)


def dropout(input, p, train):
    return _torch.nn.functional.dropout(input, p, train)


def msort(input):
    return sort(input, 0)[0]


def _quantile(name, input, q, dim, keepdim, interpolation, skips_nan):
    x = _tensor(input, name)
    if x.dtype not in (_torch.float32, _torch.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    methods = ("linear", "lower", "higher", "midpoint", "nearest")
    if interpolation not in methods:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            "but got "
            f"{interpolation}"
        )
    qs = q if isinstance(q, Tensor) else as_tensor(float(q), dtype=x.dtype)
    if bool(((qs < 0) | (qs > 1)).any()):
        if isinstance(q, Tensor):
            raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
    if qs.dtype is not x.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if qs.dim() > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if x.numel() == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    rows = x.flatten() if dim is None else x.movedim(dim, -1)
    rows = sort(rows, -1)[0]
    n = (rows == rows).sum(-1, keepdim=True)
    parts = [_at(rows, n, one, interpolation, skips_nan) for one in qs.flatten().tolist()]
    if keepdim:
        shape = [1] * x.dim() if dim is None else None
        parts = [p.view(shape) if shape else p.unsqueeze(dim) for p in parts]
    made = _torch.stack(parts, -1)  # the quantiles of a row lie side by side in memory
    made = made.unsqueeze(0).transpose(0, -1) if qs.dim() else made
    return _named_step(made.squeeze(-1), "SqueezeBackward3")


def _at(rows, n, q, interpolation, skips_nan):
    last = (n - 1).clamp(min=0) if skips_nan else n * 0 + rows.shape[-1] - 1
    place = last.to(rows.dtype) * q
    low, high = place.floor(), place.ceil()
    if interpolation == "nearest":
        low = high = place.round()
    elif interpolation in ("lower", "higher"):
        low = high = low if interpolation == "lower" else high
    a, b = gather(rows, -1, low.long()), gather(rows, -1, high.long())
    part = (high - low) * 0.5 if interpolation == "midpoint" else place - low
    made = _torch.lerp(a, b, part)
    if not skips_nan:
        made = made.masked_fill(n < rows.shape[-1], _math.nan)
    return made.squeeze(-1)


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _quantile("quantile", input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)


def histc(input, bins=100, min=0, max=0):
    values = input.flatten().tolist()
    if min == max and values:
        min, max = (bound.item() for bound in aminmax(input))
    if not _math.isfinite(max - min):
        raise RuntimeError(f"torch.histc: range of [{min:.6g}, {max:.6g}] is not finite")
    if min == max:
        min, max = min - 1, max + 1
    if max < min:
        raise RuntimeError("torch.histc: max must be larger than min")
    counts = [0] * bins
    places = ((input - min) / (max - min) * bins).flatten().tolist()
    for value, place in zip(values, places):
        if value != value:
            counts[0] += 1  # as PyTorch counts it
        elif min <= value <= max:
            counts[int(place) - (int(place) == bins)] += 1
    return _torch.tensor(counts, dtype=input.dtype)


def cov(input, *, correction=1):
    if input.dim() > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.dim()} "
            "dimensions"
        )
    if input.dtype._kind == _BOOL:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.view(1, -1) if input.dim() < 2 else input
    if x.is_complex():
        raise NotImplementedError("cov() of complex numbers is not part of this lab's torch")
    x = x if x.is_floating_point() else x.to(_DTYPES[_float_name()])
    off = x - x.mean(1, keepdim=True)
    return (off @ off.t() / max(x.shape[1] - correction, 0)).squeeze()


def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    size = c.diagonal().sqrt()
    return (c / size[:, None] / size[None, :]).clamp(-1, 1)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    rows = input.flatten() if dim is None else input.movedim(dim, 0)
    first, inverse, counts = [], [], []
    for k, row in enumerate(rows.unbind(0)):
        if not first or not _torch.equal(row, rows[first[-1]]):
            first.append(k)
            counts.append(0)
        counts[-1] += 1
        inverse.append(len(first) - 1)
    kept = rows[first] if first else rows
    made = kept if dim is None else kept.movedim(0, dim)
    results = [_without_derivative("unique_consecutive", made, input)]
    if return_inverse:
        places = _torch.tensor(inverse, dtype=_torch.int64)
        results.append(places.view(input.shape) if dim is None else places)
    if return_counts:
        results.append(_torch.tensor(counts, dtype=_torch.int64))
    return results[0] if len(results) == 1 else tuple(results)
