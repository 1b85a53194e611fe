"""The names of numpy that the exercises use, over the same tensors. float64 where numpy has it."""

import builtins as _b
import math as _math

from torch import _engine
import torch as _torch
from torch._repr import _leaves, _shown
from torch._tensor import _DTYPES, Tensor, _ask, _dtype_name, _list, _operand

pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None


def _type(name, base, torch_name):
    def new(cls, value=0):
        return (
            array(value, dtype=torch_name)
            if isinstance(value, (list, tuple, ndarray))
            else base(value)
        )

    return type(name, (), {"__new__": new, "_torch_name": torch_name, "__module__": "numpy"})


float64, float32, float16 = (
    _type("float64", float, "float64"),
    _type("float32", float, "float32"),
    _type("float16", float, "float16"),
)
int64, int32, uint8, bool_ = (
    _type("int64", int, "int64"),
    _type("int32", int, "int32"),
    _type("uint8", int, "uint8"),
    _type("bool_", bool, "bool"),
)
int_, float_ = int64, float64


class ndarray(Tensor):
    """A tensor with numpy's names and numpy's way of writing."""

    __slots__ = ()

    @classmethod
    def _of(cls, handle):
        made = Tensor.__new__(ndarray)
        made._h = handle
        made.requires_grad, made.grad = False, None
        return made

    def __getattr__(self, name):
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")

    def _as_tensor(self):
        return Tensor._of(_engine.alias(self._h))

    @property
    def shape(self):
        return tuple(Tensor.shape.fget(self))

    @shape.setter
    def shape(self, value):
        self.data = Tensor.view(self, value)

    def numel(self):
        return _math.prod(self.shape)

    @property
    def size(self):
        return self.numel()

    @property
    def dtype(self):
        return _Dtype(_ask(_engine.dtype(self._h)))

    @property
    def itemsize(self):
        return self.element_size()

    @property
    def nbytes(self):
        return self.element_size() * self.numel()

    @property
    def flat(self):
        return iter(self.flatten())

    def astype(self, dtype):
        return _wrap(Tensor.to(self, _DTYPES[_dtype_name(dtype)]))

    def copy(self):
        return _wrap(Tensor.clone(self))

    def transpose(self, *axes):
        order = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        return _wrap(Tensor.permute(self, *(order or range(self.ndim - 1, -1, -1))))

    def __getitem__(self, index):
        try:
            return _out(Tensor.__getitem__(self, index))
        except IndexError as error:
            raise IndexError(str(error).replace("for dimension", "for axis")) from None

    def __bool__(self):
        if self.numel() > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()"
            )
        return Tensor.__bool__(self)

    def item(self):
        if self.numel() != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._values()[0]

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def __repr__(self):
        return _text(self, True)

    def __str__(self):
        return _text(self, False)

    __hash__ = None


class _Dtype:
    def __init__(self, name):
        self._torch_name, self.name = name, name
        self._kind = _DTYPES[name]._kind

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        name = getattr(other, "_torch_name", None)
        return self.name == (
            name if name else str(other) if isinstance(other, str) else _name_of(other)
        )

    def __hash__(self):
        return hash(self.name)

    is_floating_point = property(lambda self: self._kind == 2)
    is_complex = property(lambda self: self._kind == 3)
    _name = property(lambda self: self.name)


def _name_of(other):
    try:
        return _dtype_name(other)
    except TypeError:
        return None


def _wrap(tensor):
    return ndarray._of(_engine.alias(tensor._h))


def _out(tensor):
    """numpy gives a number where nothing is left of the shape."""
    if not isinstance(tensor, Tensor):
        return tensor
    return _number(tensor.item()) if tensor.dim() == 0 else _wrap(tensor)


class _Float(float):
    """One number of an array: Python's, with what numpy's have besides."""

    ndim, shape, size = 0, (), 1
    dtype = property(lambda self: _Dtype("float64"))
    __repr__ = __str__ = float.__repr__

    def item(self):
        return float(self)


class _Int(int):
    ndim, shape, size = 0, (), 1
    dtype = property(lambda self: _Dtype("int64"))
    __repr__ = __str__ = int.__repr__

    def item(self):
        return int(self)


def _number(value):
    kinds = {float: _Float, int: _Int}
    return kinds[type(value)](value) if type(value) in kinds else value


def _wide(tensor, other, name):
    """Whole numbers become float64 beside fractions and in a quotient, where torch takes float32."""
    is_whole = isinstance(tensor, Tensor) and tensor.dtype._kind < 2
    is_fraction = isinstance(other, float) or "div" in name and "floor" not in name
    return Tensor.to(tensor, _DTYPES["float64"]) if is_whole and is_fraction else tensor


def _in(value):
    if isinstance(value, ndarray):
        return value._as_tensor()
    if isinstance(value, Tensor):
        return value
    return (
        _torch.as_tensor(value)
        if not _has_float(value)
        else _torch.tensor(value, dtype=_torch.float64)
    )


def _has_float(value):
    if isinstance(value, (list, tuple)):
        return _b.any(map(_has_float, value)) or not value
    return isinstance(value, float) or (isinstance(value, Tensor) and value.dtype._kind == 2)


# ------------------------------------------------------------------------------ creation


def array(data, dtype=None, copy=True):
    name = None if dtype is None else dtype if isinstance(dtype, str) else _dtype_name(dtype)
    if name is None:
        tensor = _in(data)
        return _wrap(tensor.clone())
    return _wrap(
        _torch.tensor(data.tolist() if isinstance(data, Tensor) else data, dtype=_DTYPES[name])
    )


asarray = array


def _made(make, shape, dtype, *rest):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return _wrap(make(shape, *rest, dtype=_DTYPES[_dtype_name(dtype, "float64")]))


def zeros(shape, dtype=None):
    return _made(_torch.zeros, shape, dtype)


def ones(shape, dtype=None):
    return _made(_torch.ones, shape, dtype)


empty = zeros


def full(shape, fill_value, dtype=None):
    name = None if dtype is None and isinstance(fill_value, int) else _dtype_name(dtype, "float64")
    shape = (shape,) if isinstance(shape, int) else shape
    return _wrap(_torch.full(shape, fill_value, dtype=_DTYPES[name or "int64"]))


def zeros_like(a, dtype=None):
    return zeros(a.shape, dtype or a.dtype)


def ones_like(a, dtype=None):
    return ones(a.shape, dtype or a.dtype)


def arange(*args, dtype=None):
    name = (
        _dtype_name(dtype)
        if dtype is not None
        else "int64"
        if _b.all(isinstance(v, int) for v in args)
        else "float64"
    )
    return _wrap(_torch.arange(*args, dtype=_DTYPES[name]))


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    step = (stop - start) / ((num - 1) if endpoint else num) if num > 1 else 0
    return _wrap(_torch.tensor([start + k * step for k in range(num)], dtype=_torch.float64))


def eye(n, m=None, dtype=None):
    return _wrap(_torch.eye(n, m, dtype=_DTYPES[_dtype_name(dtype, "float64")]))


def meshgrid(*arrays, indexing="xy"):
    grids = _torch.meshgrid(*map(_in, arrays), indexing="ij")
    return [_wrap(g.transpose(0, 1) if indexing == "xy" and len(arrays) > 1 else g) for g in grids]


# ----------------------------------------------------------------------- one by one, along axes


def _each(name):
    def function(x):
        if isinstance(x, (int, float)) and not isinstance(x, bool):
            return _in(float(x))._unary(name).item()
        tensor = _in(x)
        if tensor.dtype._kind < 2 and name not in ("abs", "floor", "ceil", "square", "sign", "neg"):
            tensor = tensor.to(_torch.float64)
        return _out(tensor._unary(name))

    function.__name__ = name
    return function


for _name in "exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan tanh sinh cosh floor ceil sign square isnan isinf isfinite logical_not abs".split():
    globals()[_name] = _each(_name)
arcsin, arccos, arctan, absolute, fabs = (
    _each("asin"),
    _each("acos"),
    _each("atan"),
    _each("abs"),
    _each("abs"),
)
deg2rad, rad2deg = _each("deg2rad"), _each("rad2deg")


def _two(name):
    def function(a, b):
        x, y = (v if isinstance(v, (bool, int, float)) else _in(v) for v in (a, b))
        if not isinstance(x, Tensor) and not isinstance(y, Tensor):
            x = _in(x)
        x, y = _wide(x, y, name), _wide(y, x, name)
        p, q = _operand(x), _operand(y)
        return _out(Tensor._of(_ask(_engine.binary(name, p[0], p[1], q[0], q[1]))))

    function.__name__ = name
    return function


for _name, _target in (
    ("add", "add"),
    ("subtract", "sub"),
    ("multiply", "mul"),
    ("divide", "div"),
    ("power", "pow"),
    ("maximum", "maximum"),
    ("minimum", "minimum"),
    ("mod", "remainder"),
    ("arctan2", "atan2"),
    ("floor_divide", "floor_divide"),
    ("equal", "eq"),
    ("not_equal", "ne"),
    ("greater", "gt"),
    ("less", "lt"),
    ("logical_and", "logical_and"),
    ("logical_or", "logical_or"),
):
    globals()[_name] = _two(_target)


def _along(name, parameter=0, keeps=False):
    def function(a, axis=None, keepdims=False):
        tensor = _in(a)
        if tensor.dtype._kind < 2 and not keeps:
            tensor = tensor.to(_torch.float64)
        dims = "" if axis is None else _list(axis) if isinstance(axis, tuple) else str(axis)
        return _out(
            Tensor._of(_ask(_engine.reduce(name, tensor._h, dims, bool(keepdims), parameter)))
        )

    function.__name__ = name
    return function


sum, prod = _along("sum", 0, True), _along("prod", 0, True)
mean, argmax, argmin = _along("mean"), _along("argmax", 0, True), _along("argmin", 0, True)
max, min = _along("amax", 0, True), _along("amin", 0, True)
amax, amin, all, any = max, min, _along("all", 0, True), _along("any", 0, True)


def std(a, axis=None, ddof=0, keepdims=False):
    return _along("std", ddof)(a, axis, keepdims)


def var(a, axis=None, ddof=0, keepdims=False):
    return _along("var", ddof)(a, axis, keepdims)


def median(a, axis=None):
    values = sort(_in(a).flatten() if axis is None else a, -1 if axis is None else axis)
    n = values.shape[-1 if axis is None else axis]
    both = [
        _torch.select(_in(values), -1 if axis is None else axis, k) for k in ((n - 1) // 2, n // 2)
    ]
    return _out((both[0] + both[1]).to(_torch.float64) / 2)


def cumsum(a, axis=None):
    tensor = _in(a)
    return _out(
        _torch.cumsum(tensor.flatten() if axis is None else tensor, 0 if axis is None else axis)
    )


def diff(a, axis=-1):
    tensor = _in(a)
    n = tensor.shape[axis]
    return _out(tensor.narrow(axis, 1, n - 1) - tensor.narrow(axis, 0, n - 1))


def sort(a, axis=-1):
    return _out(_torch.sort(_in(a), axis)[0])


def argsort(a, axis=-1):
    return _out(_torch.argsort(_in(a), axis))


def unique(a, axis=None, return_counts=False):
    found = _torch.unique(_in(a), return_counts=return_counts, dim=axis)
    return tuple(map(_wrap, found)) if return_counts else _wrap(found)


def round(a, decimals=0):
    return (
        _out(_torch.round(_in(a), decimals=decimals))
        if not isinstance(a, (int, float))
        else float(f"{a:.{decimals}f}")
    )


around = round


def clip(a, low, high):
    return _out(_torch.clamp(_in(a), low, high))


def where(condition, x=None, y=None):
    if x is None:
        return tuple(map(_wrap, _torch.nonzero(_in(condition), as_tuple=True)))
    return _out(
        _torch.where(
            _in(condition), *(v if isinstance(v, (int, float)) else _in(v) for v in (x, y))
        )
    )


# ----------------------------------------------------------------------- products and shapes


def _same(a, b):
    x, y = _in(a), _in(b)
    if x.dtype is not y.dtype:
        wide = _torch.float64 if 2 in (x.dtype._kind, y.dtype._kind) else _torch.int64
        x, y = x.to(wide), y.to(wide)
    return x, y


def dot(a, b):
    if isinstance(a, (int, float)) or isinstance(b, (int, float)):
        return _two("mul")(a, b)
    return _out(_torch.matmul(*_same(a, b)))


matmul = dot


def outer(a, b):
    return _out(_torch.outer(*(t.flatten() for t in _same(a, b))))


def einsum(equation, *operands):
    return _out(_torch.einsum(equation, *map(_in, operands)))


def transpose(a, axes=None):
    return array(a).transpose(*(axes or ()))


def reshape(a, shape):
    return _wrap(_in(a).reshape(shape if isinstance(shape, (tuple, list)) else (shape,)))


def concatenate(arrays, axis=0):
    return _wrap(_torch.cat([_in(a) for a in arrays], axis))


def stack(arrays, axis=0):
    return _wrap(_torch.stack([_in(a) for a in arrays], axis))


def vstack(arrays):
    return _wrap(_torch.vstack([_in(a) for a in arrays]))


def hstack(arrays):
    return _wrap(_torch.hstack([_in(a) for a in arrays]))


def expand_dims(a, axis):
    return _wrap(_in(a).unsqueeze(axis))


def squeeze(a, axis=None):
    return _out(_torch.squeeze(_in(a), axis))


def repeat(a, repeats, axis=None):
    return _wrap(_torch.repeat_interleave(_in(a), repeats, axis))


def tile(a, reps):
    return _wrap(_torch.tile(_in(a), (reps,) if isinstance(reps, int) else reps))


def triu(a, k=0):
    return _wrap(_torch.triu(_in(a), k))


def tril(a, k=0):
    return _wrap(_torch.tril(_in(a), k))


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return _out(_torch.isclose(*_same(a, b), rtol, atol))


def allclose(a, b, rtol=1e-5, atol=1e-8):
    return bool(_torch.isclose(*_same(a, b), rtol, atol).all())


def array_equal(a, b):
    return _torch.equal(*_same(a, b))


class linalg:
    @staticmethod
    def norm(x, ord=None, axis=None, keepdims=False):
        tensor = _in(x)
        if tensor.dtype._kind < 2:
            tensor = tensor.to(_torch.float64)
        return _out(_torch.linalg.norm(tensor, ord, axis, keepdims))


class random:
    @staticmethod
    def seed(seed=0):
        _torch.manual_seed(seed)

    @staticmethod
    def randn(*shape):
        return _out(_torch.randn(*shape, dtype=_torch.float64))

    @staticmethod
    def rand(*shape):
        return _out(_torch.rand(*shape, dtype=_torch.float64))

    @staticmethod
    def randint(low, high=None, size=()):
        low, high = (0, low) if high is None else (low, high)
        return _out(_torch.randint(low, high, (size,) if isinstance(size, int) else size))

    @staticmethod
    def permutation(n):
        return _wrap(_torch.randperm(n))

    @staticmethod
    def normal(loc=0.0, scale=1.0, size=()):
        return _out(
            _torch.randn(*((size,) if isinstance(size, int) else size), dtype=_torch.float64)
            * scale
            + loc
        )


def set_printoptions(**_):
    pass


# ----------------------------------------------------------- as methods; arithmetic stays numpy's


def _method(function):
    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)

    method.__name__ = function.__name__
    return method


for _name in "sum prod mean argmax argmin max min all any std var cumsum sort argsort round clip dot repeat squeeze".split():
    setattr(ndarray, _name, _method(globals()[_name]))


def _numpys(error, array, args):
    """The same mistake as numpy tells it."""
    shape = str(array.shape).replace(" ", "")
    if str(error).startswith("The size of tensor a"):
        other = str(args[0].shape).replace(" ", "")
        return ValueError(f"operands could not be broadcast together with shapes {shape} {other} ")
    if "is invalid for input of size" in str(error):
        wanted = ",".join(map(str, args[0] if isinstance(args[0], (tuple, list)) else args))
        return ValueError(f"cannot reshape array of size {array.size} into shape ({wanted})")
    return error


def _kept(name):
    plain = getattr(Tensor, name)

    def method(self, *args):
        args = [_in(a) if isinstance(a, (list, tuple)) else a for a in args]
        try:
            got = plain(_wide(self, args[0] if args else None, name), *args)
        except RuntimeError as error:
            raise _numpys(error, self, args) from None
        return got if got is NotImplemented else _out(got)

    return method


for _name in """__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __floordiv__ __rfloordiv__
__mod__ __rmod__ __pow__ __rpow__ __neg__ __abs__ __lt__ __le__ __gt__ __ge__ __eq__ __ne__ __and__ __or__ __xor__
__invert__ __matmul__""".split():
    setattr(ndarray, _name, _kept(_name))
for _name in "reshape flatten ravel".split():
    setattr(ndarray, _name, _kept(_name))
ndarray.T = property(lambda self: self.transpose())
ndarray.__hash__ = None


def _absent(name):
    def get(self):
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")

    return property(get)


for _name in """unsqueeze numpy detach cpu cuda masked_fill expand softmax norm chunk unbind gather long double half
type_as exp log sqrt sin cos abs tanh sigmoid requires_grad_ backward matmul contiguous""".split():
    setattr(ndarray, _name, _absent(_name))


# ------------------------------------------------------------------------------ as text


def _text(a, is_repr):
    if a.ndim == 0:
        return f"array({a.item()})" if is_repr else str(a.item())
    values = _shown(a.tolist(), a.size > 1000)
    kind = a.dtype._kind
    flat = list(_leaves(values))
    if kind == 2:
        texts = _floats(flat)
    else:
        texts = [str(v) for v in flat]
    width = _b.max((len(t) for t in texts), default=0)
    cells = iter([t.rjust(width) for t in texts])
    indent = 6 if is_repr else 0
    body = _block(values, cells, indent, ", " if is_repr else " ", a.ndim)
    if not is_repr:
        return body
    name = a.dtype.name
    is_plain = name in ("float64", "int64", "bool") and flat
    suffix = "" if is_plain else f", dtype={name}"
    return f"array({body}{suffix})"


def _floats(values):
    finite = [v for v in values if v == v and v not in (inf, -inf)]
    most = _b.max((_b.abs(v) for v in finite), default=0)
    least = _b.min((_b.abs(v) for v in finite if v), default=1)
    if most >= 1e8 or least < 1e-4 or most / least > 1000:
        places = next(
            n for n in range(9) if n == 8 or _b.all(float(f"{v:.{n}e}") == v for v in finite)
        )
        return [f"{v:.{places}e}" if places else f"{v:.0e}".replace("e", ".e") for v in values]
    texts = []
    for v in values:
        text = f"{v:.8f}".rstrip("0") if v == v and v not in (inf, -inf) else str(v)
        texts.append(text)
    places = _b.max((len(t.split(".")[1]) for t in texts if "." in t), default=0)
    return [t if "." not in t else t.ljust(len(t.split(".")[0]) + 1 + places) for t in texts]


def _block(values, cells, indent, comma, depth):
    if not isinstance(values, list):
        return next(cells)
    if depth == 1:
        texts = ["..." if value is None else next(cells) for value in values]
        return "[" + _wrapped(texts, indent + 1, comma) + "]"
    gap = ("," if comma == ", " else "") + "\n" * (depth - 1) + " " * (indent + 1)
    parts = ("..." if v is None else _block(v, cells, indent + 1, comma, depth - 1) for v in values)
    return "[" + gap.join(parts) + "]"


def _wrapped(texts, indent, comma):
    lines, line = [], ""
    for text in texts:
        if line and indent + len(line) + len(comma) + len(text) > 74:
            lines.append(line + comma.rstrip())
            line = text
        else:
            line = text if not line else line + comma + text
    return ("\n" + " " * indent).join(lines + [line])


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.{name} is not part of this lab's numpy")
