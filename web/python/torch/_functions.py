"""Functions of tensors; those that PyTorch has as methods too become methods at the end."""

import builtins as _b
import math as _math

from torch import _engine

from torch._info import finfo
from torch._tensor import (
    _DTYPES,
    _SCALARS,
    Size,
    Tensor,
    _ask,
    _binary,
    _checked_dim,
    _dims,
    _dtype_name,
    _flat,
    _from_data,
    _index_of,
    _list,
    _numbers,
    _operand,
)


def _new(handle):
    return Tensor._of(_ask(handle))


def _many(handles):
    return tuple(Tensor._of(handle) for handle in _numbers(_ask(handles)))


def _tensor(value, name, argument="input"):
    if isinstance(value, Tensor):
        return value
    raise TypeError(
        f"{name}(): argument '{argument}' (position 1) must be Tensor, not {type(value).__name__}"
    )


def _no_grad_wanted(requires_grad):
    if requires_grad:
        raise NotImplementedError(
            "requires_grad=True is not part of this lab's torch: it has no autograd"
        )


# ----------------------------------------------------------------------------- creation


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    _no_grad_wanted(requires_grad)
    return _from_data(data, _dtype_name(dtype))


def as_tensor(data, dtype=None, device=None):
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return _from_data(data, _dtype_name(dtype))


def from_numpy(array):
    return Tensor._of(_engine.alias(array._h))


def _filled(shape, value, dtype, kwargs):
    _no_grad_wanted(kwargs.get("requires_grad"))
    return _new(_engine.full(_dtype_name(dtype, _default), _list(_flat(shape)), float(value)))


_default = "float32"


def zeros(*size, dtype=None, **kwargs):
    return _filled(size or (kwargs.get("size", ()),), 0, dtype, kwargs)


def ones(*size, dtype=None, **kwargs):
    return _filled(size or (kwargs.get("size", ()),), 1, dtype, kwargs)


def empty(*size, dtype=None, **kwargs):
    return _filled(size or (kwargs.get("size", ()),), 0, dtype, kwargs)


def full(size, fill_value, *, dtype=None, **kwargs):
    if dtype is None:
        dtype = _DTYPES[
            "bool"
            if isinstance(fill_value, bool)
            else "int64"
            if isinstance(fill_value, int)
            else _default
        ]
    return _filled((size,), fill_value, dtype, kwargs)


def zeros_like(input, *, dtype=None, **_):
    return input._new(list(input.shape), 0, dtype)


def ones_like(input, *, dtype=None, **_):
    return input._new(list(input.shape), 1, dtype)


def full_like(input, fill_value, *, dtype=None, **_):
    return input._new(list(input.shape), fill_value, dtype)


empty_like = zeros_like


def _number(value):
    return value.item() if isinstance(value, Tensor) else value


def arange(*args, dtype=None, **kwargs):
    names = ("end",) if len(args) == 1 else ("start", "end", "step")
    given = {"start": 0, "step": 1, **dict(zip(names, args))}
    given.update({k: kwargs.pop(k) for k in ("start", "end", "step") if k in kwargs})
    if "end" not in given:
        raise TypeError("arange() received an invalid combination of arguments")
    _no_grad_wanted(kwargs.get("requires_grad"))
    start, end, step = (_number(given[k]) for k in ("start", "end", "step"))
    is_whole = _b.all(isinstance(v, int) for v in (start, end, step))
    return _new(
        _engine.arange(_dtype_name(dtype, "int64" if is_whole else _default), start, end, step)
    )


def linspace(start, end, steps, *, dtype=None, **_):
    return _new(_engine.linspace(_dtype_name(dtype, _default), _number(start), _number(end), steps))


def logspace(start, end, steps, base=10.0, **kwargs):
    return pow(base, linspace(start, end, steps, **kwargs))


def eye(n, m=None, *, dtype=None, **_):
    return _new(_engine.eye(_dtype_name(dtype, _default), n, n if m is None else m))


def manual_seed(seed):
    """Makes what is drawn next repeatable: the same numbers every time here, not PyTorch's own."""
    _engine.manual_seed(seed)


def seed():
    return 0


def _random(name, size, dtype, kwargs):
    _no_grad_wanted(kwargs.get("requires_grad"))
    return _new(
        getattr(_engine, name)(
            _dtype_name(dtype, _default), _list(_flat(size or (kwargs.get("size", ()),)))
        )
    )


def rand(*size, dtype=None, **kwargs):
    return _random("rand", size, dtype, kwargs)


def randn(*size, dtype=None, **kwargs):
    return _random("randn", size, dtype, kwargs)


def rand_like(input, *, dtype=None, **_):
    return rand(*input.shape, dtype=dtype or input.dtype)


def randn_like(input, *, dtype=None, **_):
    return randn(*input.shape, dtype=dtype or input.dtype)


def randint(*args, dtype=None, **kwargs):
    low, high, size = (
        args
        if len(args) == 3
        else (0, *args)
        if len(args) == 2
        else (kwargs.get("low", 0), kwargs.get("high", args[0] if args else None), kwargs["size"])
    )
    return _new(_engine.randint(_dtype_name(dtype, "int64"), _list(_flat((size,))), low, high))


def randperm(n, **_):
    return _new(_engine.randperm(n))


def bernoulli(input, p=None):
    return (
        _new(_engine.bernoulli(input._h, p))
        if p is not None
        else (rand_like(input) < input).to(input.dtype)
    )


def normal(mean=0.0, std=1.0, size=None):
    shape = size if size is not None else (mean if isinstance(mean, Tensor) else std).shape
    return randn(*shape) * std + mean


# ------------------------------------------------------------------------- one by one


def _unary_function(name, engine_name=None):
    def function(input, *, out=None):
        return _tensor(input, name)._unary(engine_name or name)

    function.__name__ = function.__qualname__ = name
    return function


_UNARY = """exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh
sigmoid erf erfc reciprocal deg2rad rad2deg neg abs sign floor ceil trunc frac square relu isnan isinf
isfinite logical_not bitwise_not signbit angle conj""".split()
for _name in _UNARY:
    globals()[_name] = _unary_function(_name)
negative, absolute, arcsin, arccos, arctan, fix = neg, abs, asin, acos, atan, trunc  # noqa: F821


def round(input, *, decimals=0):
    if decimals == 0:
        return input._unary("round")
    by = 10.0**decimals
    return (input * by)._unary("round") / by


def _binary_function(name, engine_name=None):
    def function(input, other, *, out=None):
        result = _binary(engine_name or name, input, other)
        if result is NotImplemented:
            wrong = other if isinstance(input, Tensor) else input
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not {type(wrong).__name__}"
            )
        return result

    function.__name__ = function.__qualname__ = name
    return function


def _tensors_only(name):
    """Of two tensors; numbers are refused."""
    both = _binary_function(name)

    def function(input, other, *, out=None):
        if not isinstance(other, Tensor):
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}"
            )
        return both(input, other)

    function.__name__ = function.__qualname__ = name
    return function


_BINARY = """mul remainder fmod pow maximum minimum atan2 hypot bitwise_and bitwise_or bitwise_xor eq ne lt
le gt ge logical_and logical_or logical_xor floor_divide""".split()
for _name in _BINARY:
    globals()[_name] = (
        _tensors_only(_name)
        if _name in ("maximum", "minimum", "atan2", "hypot")
        else _binary_function(_name)
    )
multiply, greater, less = mul, gt, lt  # noqa: F821
greater_equal, less_equal, not_equal, arctan2 = ge, le, ne, atan2  # noqa: F821
bitwise_left_shift, bitwise_right_shift = (
    _binary_function("bitwise_left_shift", "lshift"),
    _binary_function("bitwise_right_shift", "rshift"),
)


def add(input, other, *, alpha=1, out=None):
    return _binary("add", input, other if alpha == 1 else other * alpha)


def sub(input, other, *, alpha=1, out=None):
    return _binary("sub", input, other if alpha == 1 else other * alpha)


subtract = sub


def div(input, other, *, rounding_mode=None, out=None):
    names = {None: "div", "floor": "floor_divide", "trunc": "trunc_divide"}
    if rounding_mode not in names:
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    return _binary(names[rounding_mode], input, other)


divide = true_divide = div


def clamp(input, min=None, max=None, *, out=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        result = input if min is None else maximum(input, as_tensor(min))  # noqa: F821
        return result if max is None else minimum(result, as_tensor(max))  # noqa: F821
    if input.dtype._kind < 2 and _b.any(isinstance(v, float) for v in (min, max)):
        input = input.to(_DTYPES[_default])
    low, high = -_math.inf if min is None else min, _math.inf if max is None else max
    return _new(_engine.clamp(input._h, low, high))


clip = clamp


def clamp_min(input, min):
    return clamp(input, min=min)


def clamp_max(input, max):
    return clamp(input, max=max)


def where(condition, input=None, other=None):
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    a, b = _operand(input), _operand(other)
    return _new(_engine.where(condition._h, a[0], a[1], b[0], b[1]))


def lerp(input, end, weight):
    return input + weight * (end - input)


def addcmul(input, tensor1, tensor2, *, value=1):
    return input + value * tensor1 * tensor2


# ---------------------------------------------------------------------------- along axes


def _reduction(name, parameter=0):
    def function(input, dim=None, keepdim=False, *, dtype=None, out=None):
        source = input if dtype is None else input.to(dtype)
        return _new(_engine.reduce(name, source._h, _dims(dim), bool(keepdim), parameter))

    function.__name__ = function.__qualname__ = name
    return function


for _name in (
    "sum",
    "mean",
    "amax",
    "amin",
    "argmax",
    "argmin",
    "logsumexp",
    "all",
    "any",
    "count_nonzero",
):
    globals()[_name] = _reduction(_name)


def prod(input, dim=None, keepdim=False, *, dtype=None):
    return _reduction("prod")(input, dim, keepdim, dtype=dtype)


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


def _extreme(name, is_most):
    def function(input, dim=None, keepdim=False, *, out=None):
        if isinstance(dim, Tensor):
            return _binary("maximum" if is_most else "minimum", input, dim)
        if dim is None:
            return _new(_engine.reduce("a" + name, input._h, "", False, 0))
        return _Named(name, *_many(_engine.extreme(input._h, dim, bool(keepdim), is_most)))

    function.__name__ = function.__qualname__ = name
    return function


max, min = _extreme("max", True), _extreme("min", False)


def median(input, dim=None, keepdim=False):
    if dim is None:
        return _new(_engine.reduce("median", input._h, "", False, 0))
    values, order = sort(input, dim)
    middle = (input.shape[dim] - 1) // 2
    pair = [t.narrow(dim, middle, 1) if keepdim else t.select(dim, middle) for t in (values, order)]
    return _Named("median", *pair)


def _spread(name):
    def function(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        by = correction if correction is not None else int(unbiased)
        return _new(_engine.reduce(name, input._h, _dims(dim), bool(keepdim), by))

    function.__name__ = function.__qualname__ = name
    return function


std, var = _spread("std"), _spread("var")


def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    order = 2 if p in (None, "fro") else float(p)
    return _new(_engine.reduce("norm", input._h, _dims(dim), bool(keepdim), order))


def cumsum(input, dim, *, dtype=None):
    source = input if dtype is None else input.to(dtype)
    return _new(_engine.cumulate("cumsum", source._h, dim))


def cumprod(input, dim, *, dtype=None):
    source = input if dtype is None else input.to(dtype)
    return _new(_engine.cumulate("cumprod", source._h, dim))


def sort(input, dim=-1, descending=False, stable=False):
    return _Named("sort", *_many(_engine.sort(input._h, dim, bool(descending))))


def argsort(input, dim=-1, descending=False, stable=False):
    return sort(input, dim, descending)[1]


def topk(input, k, dim=-1, largest=True, sorted=True):
    n = input.shape[dim] if input.dim() else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    values, order = sort(input, dim, largest)
    return _Named("topk", values.narrow(dim, 0, k), order.narrow(dim, 0, k))


def softmax(input, dim=None, *, dtype=None):
    if dim is None:
        raise TypeError("softmax() received an invalid combination of arguments: dim is missing")
    source = input if dtype is None else input.to(dtype)
    return _new(_engine.softmax(source._h, dim, False))


def log_softmax(input, dim=None, *, dtype=None):
    source = input if dtype is None else input.to(dtype)
    return _new(_engine.softmax(source._h, dim, True))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        rows = input.movedim(dim, 0)
        kept = []
        for row in rows.unbind(0):
            if not _b.any(equal(row, other) for other in kept):
                kept.append(row)
        kept.sort(key=lambda row: row.flatten().tolist())
        return stack(kept, 0).movedim(0, dim)
    values = input.flatten().tolist()
    distinct = _b.sorted(set(values))
    results = [_from_data(distinct, input.dtype._name)]
    if return_inverse:
        place = {value: k for k, value in enumerate(distinct)}
        results.append(_from_data([place[v] for v in values], "int64").view(input.shape))
    if return_counts:
        results.append(_from_data([values.count(v) for v in distinct], "int64"))
    return results[0] if len(results) == 1 else tuple(results)


def bincount(input, minlength=0):
    values = input.tolist()
    n = _b.max([minlength] + [v + 1 for v in values])
    return _from_data([values.count(k) for k in range(n)], "int64")


# ------------------------------------------------------------------------------ products


def matmul(input, other, *, out=None):
    return _new(_engine.matmul(_tensor(input, "matmul")._h, _tensor(other, "matmul", "other")._h))


def mm(input, mat2):
    if input.dim() != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.dim() != 2:
        raise RuntimeError("mat2 must be a matrix")
    return matmul(input, mat2)


def mv(input, vec):
    return matmul(input, vec)


def bmm(input, mat2):
    return _new(_engine.bmm(input._h, mat2._h))


def dot(input, tensor):
    return _new(_engine.dot(input._h, tensor._h))


inner = matmul
vdot = dot


def outer(input, vec2):
    return _new(_engine.outer(input._h, vec2._h))


ger = outer


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _new(_engine.einsum(equation, _list(t._h for t in operands)))


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return input * beta + bmm(batch1, batch2) * alpha


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return input * beta + mm(mat1, mat2) * alpha


def trace(input):
    return diagonal(input).sum()


# ------------------------------------------------------------------------------- shapes


def reshape(input, shape):
    return input.reshape(shape)


def permute(input, dims):
    return input.permute(dims)


def transpose(input, dim0, dim1):
    return _new(_engine.transpose(input._h, dim0, dim1))


swapaxes = swapdims = transpose


def t(input):
    if input.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.dim()}D")
    return input if input.dim() < 2 else transpose(input, 0, 1)


def movedim(input, source, destination):
    as_list = lambda d: [d] if isinstance(d, int) else list(d)  # noqa: E731
    return _new(_engine.movedim(input._h, _list(as_list(source)), _list(as_list(destination))))


moveaxis = movedim


def unsqueeze(input, dim):
    return _new(_engine.unsqueeze(input._h, dim))


def squeeze(input, dim=None):
    return _new(_engine.squeeze(input._h, 0 if dim is None else dim, dim is None))


def flatten(input, start_dim=0, end_dim=-1):
    return _new(_engine.flatten(input._h, start_dim, end_dim))


def ravel(input):
    return flatten(input)


def unflatten(input, dim, sizes):
    at = _checked_dim(dim, input.dim()) % input.dim()
    shape = list(input.shape)
    return input.view(*shape[:at], *sizes, *shape[at + 1 :])


def select(input, dim, index):
    return _new(_engine.select(input._h, dim, _index_of(index)))


def narrow(input, dim, start, length):
    return _new(_engine.narrow(input._h, dim, _index_of(start), length))


def unbind(input, dim=0):
    at = _checked_dim(dim, input.dim())
    return tuple(select(input, at, k) for k in range(input.shape[at]))


def split(tensor, split_size_or_sections, dim=0):
    if isinstance(split_size_or_sections, int):
        return _many(_engine.split(tensor._h, split_size_or_sections, dim))
    return _many(_engine.split_sizes(tensor._h, _list(split_size_or_sections), dim))


def chunk(input, chunks, dim=0):
    return _many(_engine.chunk(input._h, chunks, dim))


def _listed(tensors, name):
    if isinstance(tensors, Tensor):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor"
        )
    tensors = list(tensors)
    for k, one in enumerate(tensors):
        if not isinstance(one, Tensor):
            raise TypeError(
                f"expected Tensor as element {k} in argument 0, but got {type(one).__name__}"
            )
    return _list(one._h for one in tensors)


def cat(tensors, dim=0, *, out=None):
    return _new(_engine.cat(_listed(tensors, "cat"), dim))


concat = concatenate = cat


def stack(tensors, dim=0, *, out=None):
    return _new(_engine.stack(_listed(tensors, "stack"), dim))


def vstack(tensors):
    return cat([t if t.dim() > 1 else t.reshape(1, -1) for t in tensors], 0)


def hstack(tensors):
    return cat(tensors, 0 if tensors[0].dim() < 2 else 1)


def tile(input, dims):
    dims = list(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)


def repeat_interleave(input, repeats, dim=None):
    if dim is None:
        input, dim = flatten(input), 0
    counts = [repeats] if isinstance(repeats, int) else repeats.tolist()
    return _new(_engine.repeat_interleave(input._h, _list(counts), dim))


def flip(input, dims, *more):
    dims = [dims, *more] if isinstance(dims, int) else dims
    return _new(_engine.flip(input._h, _list(dims)))


def roll(input, shifts, dims=()):
    as_list = lambda d: [d] if isinstance(d, int) else list(d)  # noqa: E731
    return _new(_engine.roll(input._h, _list(as_list(shifts)), _list(as_list(dims))))


def rot90(input, k=1, dims=(0, 1)):
    for _ in range(k % 4):
        input = flip(input.transpose(*dims), [dims[0]])
    return input


def fliplr(input):
    return flip(input, [1])


def flipud(input):
    return flip(input, [0])


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.shape[dim]
        input = narrow(input, dim, 1, size - 1) - narrow(input, dim, 0, size - 1)
    return input


def triu(input, diagonal=0):
    return _new(_engine.triangle(input._h, diagonal, True))


def tril(input, diagonal=0):
    return _new(_engine.triangle(input._h, diagonal, False))


def tril_indices(row, col, offset=0, **_):
    return nonzero(tril(ones(row, col), offset)).t().contiguous()


def triu_indices(row, col, offset=0, **_):
    return nonzero(triu(ones(row, col), offset)).t().contiguous()


def diagonal(input, offset=0, dim1=0, dim2=1):
    return _new(_engine.diagonal(input._h, offset, dim1, dim2))


def diag(input, diagonal=0):
    if input.dim() == 2:
        return globals()["diagonal"](input, diagonal).clone()
    n = input.shape[0] + _b.abs(diagonal)
    made = zeros(n, n, dtype=input.dtype)
    globals()["diagonal"](made, diagonal).copy_(input)
    return made


def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing == "xy" and len(tensors) > 1:
        grids = meshgrid(tensors[1], tensors[0], *tensors[2:])
        grids = [g.transpose(0, 1) for g in grids]
        return (grids[1], grids[0], *grids[2:])
    sizes = [t.numel() for t in tensors]
    return tuple(
        t.reshape([-1 if k == d else 1 for k in range(len(tensors))]).expand(sizes)
        for d, t in enumerate(tensors)
    )


def cartesian_prod(*tensors):
    return stack([g.flatten() for g in meshgrid(*tensors)], 1)


def broadcast_tensors(*tensors):
    shape = broadcast_shapes(*(t.shape for t in tensors))
    return tuple(t.expand(shape) for t in tensors)


def broadcast_shapes(*shapes):
    total = zeros(*shapes[0])
    for shape in shapes[1:]:
        total = total + zeros(*shape)
    return total.shape


def broadcast_to(input, size):
    return input.expand(size)


# ------------------------------------------------------------------------------ indexing


def masked_fill(input, mask, value):
    if mask.dtype._name not in ("bool", "uint8"):
        raise RuntimeError("Mask tensor can take 0 and 1 values only")
    if isinstance(value, Tensor):
        if value.dim() > 0:
            raise RuntimeError(
                "masked_fill only supports a 0-dimensional value tensor, but got tensor with "
                f"{value.dim()} dimension(s)."
            )
        value = value.item()
    if (
        input.dtype._kind < 2
        and isinstance(value, float)
        and value != int(value if value == value and _b.abs(value) != _math.inf else 0.5)
    ):
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    fill = full((), value, dtype=input.dtype)
    return where(mask, fill, input)


def masked_select(input, mask):
    a, b = broadcast_tensors(input, mask)
    return a[b]


def nonzero(input, *, as_tuple=False):
    places = _new(_engine.nonzero(input._h))
    return places.unbind(1) if as_tuple else places


def argwhere(input):
    return nonzero(input)


def gather(input, dim, index):
    return _new(_engine.gather(input._h, dim, index._h))


def scatter(input, dim, index, src):
    return input.clone().scatter_(dim, index, src)


def scatter_add(input, dim, index, src):
    return input.clone().scatter_add_(dim, index, src)


def index_select(input, dim, index):
    return _new(_engine.index_select(input._h, dim, index._h))


def take(input, index):
    return flatten(input)[index]


def take_along_dim(input, indices, dim):
    return gather(input, dim, indices)


def searchsorted(sorted_sequence, values, right=False):
    edges = sorted_sequence.tolist()
    import bisect

    find = bisect.bisect_right if right else bisect.bisect_left
    return _from_data([find(edges, v) for v in values.flatten().tolist()], "int64").view(
        values.shape
    )


def bucketize(input, boundaries, right=False):
    return searchsorted(boundaries, input, right)


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    if input.dtype._kind < 2:
        return input.clone()
    limits = finfo(input.dtype)
    most = limits.max if posinf is None else posinf
    least = limits.min if neginf is None else neginf
    input = masked_fill(input, input.isnan(), nan)
    return masked_fill(masked_fill(input, input == _math.inf, most), input == -_math.inf, least)


# ------------------------------------------------------------------------------- complex


def complex(real, imag):
    return _new(_engine.complex(real._h, imag._h))


def polar(abs, angle):
    return _new(_engine.polar(abs._h, angle._h))


def view_as_complex(input):
    return _new(_engine.view_as_complex(input._h))


def view_as_real(input):
    return _new(_engine.view_as_real(input._h))


def real(input):
    return input.real


def imag(input):
    return input.imag


# ------------------------------------------------------------------------------ questions


def equal(input, other):
    return bool(_ask(_engine.equal(input._h, other._h)))


def _same_type(input, other):
    if input.dtype is not other.dtype:
        a, b = (_SCALARS[t.dtype._name] for t in (input, other))
        raise RuntimeError(f"{a} did not match {b}")


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _same_type(input, other)
    off = (input - other).abs()
    near = (off <= atol + rtol * other.abs()) & off.isfinite()  # an infinite limit allows nothing
    near = near | (input == other)
    return near | (input.isnan() & other.isnan()) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _same_type(input, other)
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def numel(input):
    return input.numel()


def result_type(a, b):
    return (a + b).dtype if not isinstance(a, bool) else b.dtype


def clone(input):
    return input.clone()


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    sizes = norm(x1, 2, dim) * norm(x2, 2, dim)
    return (x1 * x2).sum(dim) / clamp(sizes, min=eps)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


# --------------------------------------------------------------------- functions as methods

_METHODS = (
    _UNARY
    + _BINARY
    + """round add sub div multiply subtract divide true_divide clamp clip clamp_min clamp_max
    sum mean amax amin argmax argmin logsumexp all any count_nonzero prod max min median std var norm cumsum
    cumprod sort argsort topk softmax log_softmax unique bincount matmul mm mv bmm dot outer inner
    transpose swapaxes swapdims t movedim moveaxis unsqueeze squeeze flatten ravel unflatten select narrow
    unbind split chunk tile repeat_interleave flip roll rot90 triu tril diagonal diag trace broadcast_to
    masked_fill masked_select nonzero gather scatter scatter_add index_select take take_along_dim equal isclose
    allclose lerp addcmul absolute negative fliplr flipud diff argwhere nan_to_num addmm baddbmm
    arccos arcsin arctan arctan2 bitwise_left_shift bitwise_right_shift fix greater greater_equal less
    less_equal not_equal vdot ger""".split()
)
for _name in _METHODS:
    setattr(Tensor, _name, globals()[_name])


def _where_method(self, condition, other):
    return where(condition, self, other)


def _tile_method(self, *dims):
    return tile(self, _flat(dims))


Tensor.where, Tensor.tile = _where_method, _tile_method


def _in_place_of(function):
    def method(self, *args, **kwargs):
        result = function(self, *args, **kwargs)
        if result.dtype._kind > self.dtype._kind:
            raise RuntimeError(
                f"result type {_SCALARS[result.dtype._name]} can't be cast to the desired output "
                f"type {_SCALARS[self.dtype._name]}"
            )
        if result.shape != self.shape:
            raise RuntimeError(
                f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(result.shape)}"
            )
        return self._set(result)

    method.__name__ = function.__name__ + "_"
    return method


for _name in """exp log sqrt sin cos tanh sigmoid neg abs floor ceil round square relu reciprocal rsqrt add sub mul
div pow clamp clamp_min clamp_max remainder masked_fill cumsum triu tril lerp addcmul
acos asin atan atan2 tan sinh cosh exp2 expm1 log2 log10 log1p erf erfc trunc frac sign fmod hypot cumprod eq ne lt
le gt ge logical_and logical_or logical_not logical_xor bitwise_and bitwise_or bitwise_not bitwise_xor floor_divide
multiply subtract divide nan_to_num""".split():
    setattr(Tensor, _name + "_", _in_place_of(globals()[_name]))


def _unsqueeze_(self, dim):
    self.data = unsqueeze(self, dim)
    return self


def _squeeze_(self, dim=None):
    self.data = squeeze(self, dim)
    return self


def _transpose_(self, dim0, dim1):
    self.data = transpose(self, dim0, dim1)
    return self


Tensor.unsqueeze_, Tensor.squeeze_, Tensor.transpose_ = _unsqueeze_, _squeeze_, _transpose_
Tensor.t_ = lambda self: _transpose_(self, 0, 1)
_ = Size
