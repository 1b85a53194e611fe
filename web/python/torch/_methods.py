"""Which functions are methods of a tensor too, and which of these write in place."""

from torch import _engine, _modes
from torch._arguments import _flat, _mismatch, _named, _or_named
from torch._bridge import _ask
from torch._elementwise import _ALIASES as _OTHER_NAMES
from torch._elementwise import _BINARY, _UNARY
from torch._index import where
from torch._shape import _check_axes, flip, split, tile
from torch._tape import BY_RESULT as _BY_RESULT
from torch._tape import cells, keeping, node_of, silent, unseen
from torch._tape import check_target as _check_target
from torch._tape import keeps_what_is_written as _keeps_what_is_written
from torch._tape import named as _named_step
from torch._tape import renamed as _renamed
from torch._tensor import Tensor
from torch._types import _ALIASES, _DTYPES

_METHODS = """
    round add sub div subtract divide true_divide clamp clip clamp_min clamp_max
    nan_to_num lerp addcmul bitwise_left_shift bitwise_right_shift sum mean amax amin
    argmax argmin logsumexp all any count_nonzero prod max min median std var norm cumsum
    cumprod diff sort argsort topk softmax log_softmax unique bincount matmul mm mv bmm
    dot vdot outer ger inner addmm addmv addbmm baddbmm trace transpose swapaxes swapdims t movedim
    moveaxis unsqueeze squeeze flatten ravel unflatten fliplr flipud roll rot90 select
    narrow unbind split chunk triu tril diagonal diag repeat_interleave masked_fill
    masked_select nonzero argwhere gather scatter scatter_add index_select take
    take_along_dim equal isclose allclose maximum minimum atan2 hypot logaddexp conj
    diag_embed asinh acosh atanh arcsinh arccosh arctanh sinc logit sgn positive isposinf
    isneginf isreal xlogy float_power copysign fmax fmin logaddexp2 heaviside gcd lcm
    ldexp addcdiv addr dist nansum nanmean nanmedian aminmax kthvalue mode cummax cummin
    logcumsumexp msort quantile nanquantile histc cov corrcoef unique_consecutive
    tensor_split hsplit vsplit diagflat adjoint as_strided kron det inverse slogdet logdet
    matrix_power pinverse cholesky svd qr index_add index_copy index_fill masked_scatter
    index_put scatter_reduce cross renorm matrix_exp""".split()

_IN_PLACE = """
    exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh sigmoid
    erf erfc erfinv lgamma digamma reciprocal neg abs sign floor ceil round trunc frac square relu
    logical_not bitwise_not
    addmm addmv addbmm baddbmm
    add sub mul div multiply subtract divide floor_divide remainder fmod pow atan2 hypot eq ne lt le
    gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor clamp clamp_min
    clamp_max nan_to_num lerp addcmul masked_fill cumsum cumprod triu tril asinh acosh atanh sinc
    logit sgn xlogy copysign addcdiv addr index_add index_copy index_fill negative absolute deg2rad
    rad2deg fix true_divide masked_scatter index_put bitwise_left_shift
    bitwise_right_shift renorm scatter_reduce""".split()

# What torch has of these as functions too
_WRITING = """
    abs acos acosh asin asinh atan atanh ceil clamp clamp_max clamp_min cos cosh deg2rad erf
    erfc exp2 exp expm1 fill fix floor frac index_put log10 log1p log2 log logit nan_to_num neg
    negative rad2deg reciprocal relu round rsqrt sigmoid sin sinc sinh sqrt square tan tanh trunc
    xlogy zero""".split()

_OF_TWO = """
    add sub div subtract divide true_divide multiply maximum minimum atan2 hypot greater less
    greater_equal less_equal not_equal""".split()

_VIEWS_IN_PLACE = "unsqueeze squeeze transpose swapaxes swapdims t".split()


def _in_place(function):
    by_result = function.__name__ in _BY_RESULT
    is_strict = function.__name__ in ("index_add", "index_copy", "index_put")
    is_truth = function.__name__.startswith("logical_")
    keeps_type = function.__name__ in ("addcmul", "addcdiv")

    def method(self, *args, **kwargs):
        # what goes back needs the numbers that were there before
        given = (self, *args, *kwargs.values())
        is_learned = _modes.is_on and any(isinstance(x, Tensor) and x.requires_grad for x in given)
        for one in given[1:]:
            if isinstance(one, Tensor):
                _ask(_engine.check_apart(self._h, one._h, is_strict))
        if is_truth and is_learned and not self.is_leaf:
            with _modes.no_grad():  # PyTorch keeps the history of the numbers that were there
                return method(self, *args, **kwargs)
        if function.__name__ in ("abs", "absolute") and self.is_complex():
            raise RuntimeError("In-place abs is not supported for complex tensors.")
        source = self.clone() if is_learned else self
        result = function(source, *args, **kwargs)
        if keeps_type and result.dtype is not self.dtype:
            raise RuntimeError(
                f"{function.__name__}_(): the numbers together are {result.dtype._scalar}, and "
                f"the tensor that is written to is {self.dtype._scalar}: convert them before"
            )
        if result.dtype._kind > self.dtype._kind:
            raise RuntimeError(
                f"result type {result.dtype._scalar} can't be cast to the desired output type "
                f"{self.dtype._scalar}"
            )
        if result.shape != self.shape:
            raise RuntimeError(
                f"output with shape {list(self.shape)} doesn't match the broadcast shape "
                f"{list(result.shape)}"
            )
        _renamed(self.copy_(result), result)
        if is_learned:
            _keeps_what_is_written(self, result)
        return _named_step(self, self.grad_fn._name, self) if by_result and is_learned else self

    return _named(method, function.__name__ + "_")


def count_write(tensor):
    """Of what changes no number, and is a write in PyTorch."""
    storage = _engine.storage(tensor._h)
    if tensor._h in silent:
        silent[tensor._h][0] += 1
    else:
        unseen[storage] = unseen.get(storage, 0) - 1


# The numbers in the names of nodes of views that are made in place; of others 1
_NUMBERS_IN_PLACE = {"SqueezeBackward0": 2, "SqueezeBackward1": 3}


def _view_in_place(function):
    def method(self, *args, **kwargs):
        count_write(self)
        if not self.requires_grad or not _modes.is_on:
            self.data = function(self, *args, **kwargs)
            return self
        _check_target(cells[self._h])
        old, made = node_of(self._h), function(self, *args, **kwargs)
        self._h, made._h = made._h, self._h  # the gradient goes back through what was made
        cell = cells[self._h]
        cell.is_itself = cell.base is not None and (cell.base.base is None or cell.base.is_itself)
        keeping(node_of(self._h), old)
        name = self.grad_fn._name
        return _named_step(self, f"{name[:-1]}{_NUMBERS_IN_PLACE.get(name, 1)}")

    return _named(method, function.__name__ + "_")


def _conversion(name, dtype):
    return _named(lambda self: self.to(dtype), name)


def _where(self, condition, other):
    return where(condition, self, other)


def _tile(self, *dims, **names):
    return tile(self, _flat(_or_named("tile", "dims", dims, names)))


def _broadcast_to(self, *size, **names):
    return self.expand(*_or_named("broadcast_to", "size", size, names))


def _split(self, split_size, dim=0):
    return split(self, split_size, dim)


def _flip(self, *args, dims=None):
    dims = args if dims is None else (dims, *args)
    if not dims:
        raise TypeError('flip() missing 1 required positional arguments: "dims"')
    if len(dims) == 1 and not isinstance(dims[0], (tuple, list)):
        if isinstance(dims[0], bool) or not hasattr(dims[0], "__index__"):
            _check_axes(dims[0], "flip", 1)
    return flip(self, _flat(dims))


def _with_other(function):
    """A method of two operands: the other one is its first argument."""

    def method(self, *args, **kwargs):
        try:
            return function(self, *args, **kwargs)
        except TypeError as error:
            if "'other' (position 2)" not in str(error):
                if not (args and str(error).startswith(f"{function.__name__}() received")):
                    raise
                _mismatch(function.__name__, *args, **kwargs)
            message = str(error).replace("(position 2)", "(position 1)")
            raise TypeError(message) from None

    return _named(method, function.__name__)


def _attach(functions):
    """functions: by name, all that torch has."""
    for name in (*_UNARY, *_BINARY, *_OTHER_NAMES, *_METHODS):
        setattr(Tensor, name, functions[name])
    for name in (*_BINARY, *_OF_TWO):
        setattr(Tensor, name, _with_other(functions[name]))
    for name in _IN_PLACE:
        setattr(Tensor, name + "_", _in_place(functions[name]))
    for name in _VIEWS_IN_PLACE:
        setattr(Tensor, name + "_", _view_in_place(functions[name]))
    for name, dtype_name in (
        _ALIASES | {"bool": "bool", "byte": "uint8", "char": "int8", "bfloat16": "bfloat16"}
    ).items():
        setattr(Tensor, name, _conversion(name, _DTYPES[dtype_name]))
    functions.update({f"{name}_": getattr(Tensor, f"{name}_") for name in _WRITING})
    Tensor.where, Tensor.tile = _named(_where, "where"), _named(_tile, "tile")
    Tensor.flip, Tensor.split = _named(_flip, "flip"), _named(_split, "split")
    Tensor.broadcast_to = _named(_broadcast_to, "broadcast_to")
