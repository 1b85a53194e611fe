"""Further functions of PyTorch, each made of those that it has: so their gradients are there."""

import math as _math

import torch as _torch
from torch import _engine, _modes
from torch._arguments import _handles, _kind, _mismatch, _named, _tensor
from torch._base import _checked_dim
from torch._bridge import _ask
from torch._create import as_tensor, zeros
from torch._elementwise import _alike, _check_factor, _fitted
from torch._index import gather, where
from torch._reductions import _ALL, _chosen, _Named, _or_all, _without_derivative, logsumexp, sort
from torch._shape import _filled
from torch._tape import named as _named_step
from torch._tape import not_derived as _not_derived
from torch._tape import own_step as _own_step
from torch._tape import raw as _raw
from torch._tape import windows as _windows
from torch._tensor import Tensor, _as_type, _binary, _new, _unary
from torch._types import _BOOL, _DTYPES, _FLOAT, _INT, _INTEGER, _float_name

# ----------------------------------------------------------------------- of one tensor


def _as_float(input, name):
    input = _tensor(input, name)
    if input.is_complex():
        raise RuntimeError(f"{name} of complex numbers is not part of this lab's torch")
    return input if input.is_floating_point() else input.to(_DTYPES[_float_name()])


def _of_one(name):
    return _named(lambda input: _unary(name, _as_float(input, name)), name)


asinh, acosh, atanh = map(_of_one, ("asinh", "acosh", "atanh"))
arcsinh, arccosh, arctanh = asinh, acosh, atanh


def sinc(input):
    input = _as_float(input, "sinc")

    def forward(x):
        x = x * _math.pi
        return (x.sin() / x.masked_fill(x == 0, 1)).masked_fill(x == 0, 1)

    def back(g):
        angle, square = input * _math.pi, input * input * _math.pi
        slope = (angle * angle.cos() - angle.sin()) / square
        return [(g * slope).masked_fill(square == 0, 0)]

    return _own_step(forward, back, "SincBackward0", input)


def logit(input, eps=None):
    x = _as_float(input, "logit")
    if isinstance(eps, Tensor):
        raise TypeError(f"logit(): argument 'eps' (position 2) must be float, not {_kind(eps)}")
    low, high = (0, 1) if eps is None else (eps, 1 - eps)

    def forward(x):
        if eps is not None:  # low first, also where it is the higher one
            x = x.masked_fill((x > high) & ~(x < low), high).masked_fill(x < low, low)
        return (x / (1 - x)).log()

    def back(g):
        if _modes.is_on:  # as PyTorch writes it where the gradient is differentiated too
            slope = g / (x * (1 - x))
            is_within = (x >= low) & (x <= high)
            return [slope if eps is None else where(is_within, slope, _torch.zeros_like(x))]
        slope = (x * (1 - x)).masked_fill(x == 0, 0)
        return [(g / slope).masked_fill((x < low) | (x > high), _math.nan if eps is None else 0)]

    return _own_step(forward, back, "LogitBackward0", x)


def sgn(input):
    return _named_step(_unary("sign", _tensor(input, "sgn")), "SgnBackward0")


def positive(input):
    if _tensor(input, "positive").dtype._kind == _BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


Tensor.__pos__ = positive


def _check_real(name, input):
    if _tensor(input, name).is_complex():
        raise RuntimeError(f"{name} does not support complex inputs{'.' * (name != 'nansum')}")


def isposinf(input):
    _check_real("isposinf", input)
    return _binary("eq", _tensor(input, "isposinf"), _math.inf)


def isneginf(input):
    _check_real("isneginf", input)
    return _binary("eq", _tensor(input, "isneginf"), -_math.inf)


def isreal(input):
    if _tensor(input, "isreal").is_complex():
        return input.imag == 0
    return _torch.ones(input.shape, dtype=_torch.bool)


# ---------------------------------------------------------------------- of two tensors


def _two(name, a, b):
    for k, value in enumerate((a, b)):
        _tensor(value, name, ("input", "other")[k], k + 1)
    return a, b


def _common_float(input, other):
    common = _torch.result_type(input, other)
    return common if common._kind >= _FLOAT else _DTYPES[_float_name()]


def xlogy(input, other):
    a, b = (v if isinstance(v, Tensor) else as_tensor(float(v)) for v in (input, other))
    common = _common_float(input, other)
    if common.is_complex:
        raise RuntimeError(f"\"xlogy_cpu\" not implemented for '{common._scalar}'")
    a, b = a.to(common), b.to(common)

    def forward(a, b):
        made = a * _unary("log", b)  # of half precision too
        return made.masked_fill((a == 0) & (b == b), 0)

    def back(g):
        by_a = xlogy(g, b).masked_fill((a == 0) & (b <= 0), 0)
        return [_fitted(by_a, a), _fitted(g * a / b, b)]

    kind = 1 if not isinstance(input, Tensor) else 0 if isinstance(other, Tensor) else 2
    return _own_step(forward, back, f"XlogyBackward{kind}", a, b)


def float_power(input, exponent):
    pair = (input, exponent)
    is_complex = any(
        v.is_complex() if isinstance(v, Tensor) else isinstance(v, complex) for v in pair
    )
    common = _torch.complex128 if is_complex else _torch.float64
    a, b = (v.to(common) if isinstance(v, Tensor) else v for v in pair)
    return _torch.pow(a, b)


def rsub(input, other, *, alpha=1):
    return other - input * alpha if alpha != 1 else other - input


def copysign(input, other):
    a = _as_float(input, "copysign")
    is_tensor = isinstance(other, Tensor)
    b = other if is_tensor else as_tensor(float(other))
    common = _torch.result_type(input, other)  # a tensor without axes does not widen it
    common = common if common._kind >= _FLOAT else a.dtype

    def forward(a, *_):
        size = a.abs()
        return where(b.signbit(), -size, size).to(common)

    def back(g):
        ratio = (copysign(input, other) / a).masked_fill(a == 0, 0)
        parts = _fitted(g * ratio, a), _torch.zeros_like(b, dtype=_DTYPES[b.dtype._name])
        return parts if is_tensor else parts[:1]

    inputs = (a, b) if is_tensor else (a,)
    return _own_step(forward, back, f"CopysignBackward{int(not is_tensor)}", *inputs)


def _without_nan(name, of_two):
    def function(input, other):
        a, b = _two(name, input, other)
        made = _binary(of_two, a, b)
        if made.dtype._kind < _FLOAT:
            return made
        is_first = (a >= b if name == "fmax" else a <= b) | (b != b)
        made = where(is_first, a.to(made.dtype), b.to(made.dtype))
        return _named_step(made, f"{name.title()}Backward0", a, b)

    return _named(function, name)


fmax, fmin = _without_nan("fmax", "maximum"), _without_nan("fmin", "minimum")


def logaddexp2(input, other):
    a, b = _two("logaddexp2", input, other)
    common = _torch.result_type(input, other)
    if common._kind < _FLOAT:
        raise RuntimeError(f"\"logaddexp2_cpu\" not implemented for '{common._scalar}'")
    a, b = a.to(common), b.to(common)
    if a.dtype.itemsize == 2:  # rounded once
        return logaddexp2(a.float(), b.float()).to(a.dtype)

    def forward(a, b):
        same = a == b  # infinities too, whose difference is no number
        tail = (1 + (-(a - b).abs().masked_fill(same, 0)).exp2()).log2()
        return _binary("maximum", a, b) + tail

    def back(g):
        parts = g / (1 + (b - a).exp2()), g / (1 + (a - b).exp2())
        return [_fitted(part, x) for part, x in zip(parts, (a, b))]

    return _own_step(forward, back, "Logaddexp2Backward0", a, b)


def heaviside(input, values):
    _tensor(input, "heaviside")
    _tensor(values, "heaviside", "values", 2)
    if input.dtype is not values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    made = where(input == 0, values, (input > 0).to(input.dtype))
    made = where(input != input, as_tensor(0).to(input.dtype), made)
    return _not_derived("heaviside", made.detach(), input, values)


def _whole_numbers(name, function):
    def of_two(input, other):
        x, y = _torch.broadcast_tensors(*_two(name, input, other))
        common = _torch.result_type(input, other)
        if common._kind != _INTEGER:
            raise RuntimeError(f"\"{name}_cpu\" not implemented for '{common._scalar}'")
        made = [function(*pair) for pair in zip(x.flatten().tolist(), y.flatten().tolist())]
        return _torch.tensor(made, dtype=common).view(x.shape)

    return _named(of_two, name)


gcd, lcm = _whole_numbers("gcd", _math.gcd), _whole_numbers("lcm", _math.lcm)


def ldexp(input, other):
    _two("ldexp", input, other)
    return input * _binary("pow", 2.0, other)


def addcdiv(input, tensor1, tensor2, *, value=1):
    if not any(x.is_floating_point() or x.is_complex() for x in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2."
        )
    input, tensor1, tensor2 = _alike(input, tensor1, tensor2)
    if input.dtype._name == "bfloat16":  # rounded once
        made = addcdiv(input.float(), tensor1, tensor2.float(), value=value).to(input.dtype)
    else:
        made = input + value * (tensor1 / tensor2)
    return _named_step(made, "AddcdivBackward0")


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    for name, factor in ("beta", beta), ("alpha", alpha):
        _check_factor(name, factor, input.dtype)
    for name, vector in ("vec1", vec1), ("vec2", vec2):
        if vector.dim() != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.dim()}-D")
    input.expand(vec1.shape[0], vec2.shape[0])  # or it says that there are too many axes
    made = _torch.outer(vec1, vec2) * alpha
    made = made.to(promote_types(input.dtype, promote_types(vec1.dtype, vec2.dtype)))
    beta = bool(beta) if made.dtype._kind == _BOOL else beta
    return _named_step(made if beta == 0 else input * beta + made, "AddrBackward0")


def dist(input, other, p=2):
    _two("dist", input, other)
    made = _torch.norm(input - other, p)
    return _named_step(made, "DistBackward0", input, other, made)


# ------------------------------------------------------------------------ along axes


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


# ------------------------------------------------------------------- shapes and places


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


def kron(input, other):
    _tensor(input, "kron"), _tensor(other, "kron", "other", 2)
    rank = max(input.dim(), other.dim())
    a, b = (t.reshape([1] * (rank - t.dim()) + list(t.shape)) for t in (input, other))
    shape = [n * m for n, m in zip(a.shape, b.shape)]
    for k in range(rank):
        a, b = a.unsqueeze(2 * k + 1), b.unsqueeze(2 * k)
    return _named_step((a * b).reshape(shape), "UnsafeViewBackward0")


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


_IS_OUTSIDE = "index {} is out of bounds for dimension 0 with size {}"


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


# ------------------------------------------------------------------------------ types


def _is_type(value, name, position):
    if not isinstance(value, type(_torch.float32)):
        raise TypeError(
            f"{name}(): argument 'type{position}' (position {position}) must be torch.dtype, "
            f"not {_kind(value)}"
        )


def promote_types(type1, type2):
    for k, value in enumerate((type1, type2), 1):
        _is_type(value, "promote_types", k)
    return _torch.result_type(_torch.zeros(1, dtype=type1), _torch.zeros(1, dtype=type2))


def can_cast(from_, to):
    for name, value, place in (("from", from_, 1), ("to", to, 2)):
        if not isinstance(value, _torch.dtype):
            raise TypeError(
                f"can_cast(): argument '{name}' (position {place}) must be torch.dtype, "
                f"not {_kind(value)}"
            )
    return from_._kind <= to._kind


def scalar_tensor(s, *, dtype=None):
    return as_tensor(s, dtype=_DTYPES[_float_name(dtype)])


def tensordot(a, b, dims=2):
    """Over the last axes of the one and the first of the other, or over those that are named."""
    dims = int(dims) if isinstance(dims, Tensor) and dims.numel() == 1 else dims
    if isinstance(dims, _INT):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        dims = (list(range(-dims, 0)), list(range(dims)))
    first, second = ([d] if isinstance(d, _INT) else [int(k) for k in d] for d in dims)
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    for x, dims in (a, first), (b, second):
        if dims and not x.dim():
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    first, second = (
        [_checked_dim(k, x.dim()) % max(x.dim(), 1) for k in dims]
        for x, dims in ((a, first), (b, second))
    )
    for k, m in zip(first, second):
        if a.shape[k] != b.shape[m]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[k]} in dim "
                f"{k} and "
                f"second has size {b.shape[m]} in dim {m}"
            )
    rows = [k for k in range(a.dim()) if k not in first]
    columns = [k for k in range(b.dim()) if k not in second]
    n = _math.prod(a.shape[k] for k in first)
    left = a.permute(rows + first).reshape(-1, n) if a.dim() else a.reshape(1, 1)
    right = b.permute(second + columns).reshape(n, -1) if b.dim() else b.reshape(1, 1)
    shape = [a.shape[k] for k in rows] + [b.shape[k] for k in columns]
    return (left @ right).reshape(shape)


# ------------------------------------------------------------------- of torch.linalg


def _of_linalg(name, target=None):
    def function(input, *args, **kwargs):
        from torch import linalg

        return getattr(linalg, target or name)(input, *args, **kwargs)

    return _named(function, name)


det, inverse = _of_linalg("det"), _of_linalg("inverse", "inv")


def matrix_exp(input):
    from torch import linalg

    return linalg._exp_of(_tensor(input, "matrix_exp"), "matrix_exp")


pinverse = _of_linalg("pinverse", "pinv")


def matrix_power(input, n):
    from torch import linalg

    return linalg._power_of(_tensor(input, "matrix_power"), n, "matrix_power")


def slogdet(input):
    from torch import linalg

    return linalg._Parts("slogdet", **linalg.slogdet(input)._parts)


def logdet(input):
    sign, size = slogdet(input)
    return _named_step(size.masked_fill(sign < 0, _math.nan), "WhereBackward0")


def cholesky(input, upper=False):
    from torch import linalg

    return _named_step(linalg.cholesky(input, upper=upper), "CholeskyBackward0")


def svd(input, some=True, compute_uv=True):
    from torch import linalg

    if not compute_uv:
        raise NotImplementedError("compute_uv=False of svd() is not part of this lab's torch")
    u, s, vh = linalg.svd(input, not some)
    return linalg._Parts("svd", U=u, S=s, V=vh.mT)


def qr(input, some=True):
    from torch import linalg

    q, r = linalg.qr(input, "reduced" if some else "complete")
    return linalg._Parts("qr", Q=q, R=r)


# ------------------------------------------------------------------------ put together


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


# ------------------------------------------------------------------------ products and sums


def cross(input, other, dim=None):
    _tensor(other, "linalg_cross", "other", 2)
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if dim is None:
        shape = _torch.broadcast_shapes(input.shape, other.shape)
        if 3 not in shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = shape.index(3)
    if input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.size(dim)} and "
            f"{other.size(dim)}"
        )
    if input.dtype is not other.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {other.dtype._scalar}"
        )
    a, b = _torch.broadcast_tensors(input, other)
    (a0, a1, a2), (b0, b1, b2) = a.unbind(dim), b.unbind(dim)
    made = _torch.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], dim)
    return _named_step(made, "LinalgCrossBackward0")


def _checked_areas(name, y):
    if y.dim() == 0:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    if y.dtype._kind == _BOOL:
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")


def _areas(y, x, dim):
    """Twice the area of each part."""
    n = max(y.size(dim) - 1, 0)
    pairs = y.narrow(dim, 0, n) + y.narrow(dim, y.size(dim) - n, n)
    if x is None:
        return pairs
    steps = x.diff(dim=dim if x.dim() > 1 else -1)
    if x.dim() == 1 and y.dim() > 1:
        steps = steps.view([-1 if d == dim % y.dim() else 1 for d in range(y.dim())])
    return steps * pairs


def trapezoid(y, x=None, *, dx=1, dim=-1):
    _checked_areas("trapezoid", y)
    if x is not None:
        return _named_step(_areas(y, x, dim).sum(dim) / 2.0, "DivBackward1")
    if y.size(dim) == 0:
        return y.sum(dim)
    made = (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx
    return _named_step(made, "MulBackward1")


def trapz(y, x=None, *, dx=1, dim=-1):
    return trapezoid(y, x, dx=dx, dim=dim)


# ------------------------------------------------------------------------ by place and by value


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


# ------------------------------------------------------------------- lengths of parts


def renorm(input, p, dim, maxnorm):
    """Each part along an axis, shortened to maxnorm where it is longer."""
    input = _tensor(input, "renorm")
    for name, place, value in (("p", 2, p), ("maxnorm", 4, maxnorm)):
        if isinstance(value, bool) or not hasattr(value, "__float__"):
            raise TypeError(
                f"renorm(): argument '{name}' (position {place}) must be Number, not {_kind(value)}"
            )
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions"
        )
    dim = _checked_dim(dim, input.dim()) % input.dim()
    if input.is_complex():
        raise NotImplementedError("renorm() of complex numbers is not part of this lab's torch")
    if not input.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {input.dtype._scalar}"
        )
    others = [k for k in range(input.dim()) if k != dim]
    wide = input.float() if input.element_size() < 4 else input
    length = _torch.linalg.vector_norm(wide, p, others, keepdim=True)
    factor = where(length > maxnorm, maxnorm / (length + 1e-7), as_tensor(1.0, dtype=wide.dtype))
    return _named_step(input * factor.to(input.dtype), "RenormBackward0", input)


def typename(o):
    """What PyTorch's messages call a thing: with its module, unless that is Python's own."""
    if isinstance(o, Tensor):
        return o.type()
    module = getattr(o, "__module__", "builtins")
    name = getattr(o, "__qualname__", type(o).__name__)
    return name if module == "builtins" else f"{module}.{name}"


def is_nonzero(input):
    if input.numel() == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return bool(input)
