"""Questions about tensors: whether they are equal, near, of a kind."""

from torch import _engine
from torch._arguments import _check_number, _handle, _mismatch, _operand, _tensor
from torch._base import TensorBase
from torch._bridge import _ask
from torch._create import as_tensor, zeros
from torch._tensor import Tensor, _binary
from torch._types import _BOOL


def equal(input, other):
    return bool(_ask(_engine.equal(input._h, _handle(other, "equal", "other", 2))))


def _check_same_type(input, other):
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype._scalar} did not match {other.dtype._scalar}")


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _tensor(other, "isclose", "other", 2)
    rtol = _check_number(rtol, "isclose", "rtol", 3)
    atol = _check_number(atol, "isclose", "atol", 4)
    _check_same_type(input, other)
    if input.dtype._kind == _BOOL:
        return input == other
    off = (input - other).abs()
    near = (off <= atol + rtol * other.abs()) & off.isfinite()  # an infinite limit allows nothing
    near = near | (input == other)
    return near | (input.isnan() & other.isnan()) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _tensor(other, "allclose", "other", 2)
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def is_tensor(obj):
    return isinstance(obj, Tensor) and not obj._is_array


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def numel(input):
    return input.numel()


def clone(input):
    return input.clone()


def result_type(tensor1, tensor2):
    for value in (tensor1, tensor2):
        if not isinstance(value, TensorBase) and _operand(value) is None:
            _mismatch("result_type", tensor1, tensor2)
    one, other = (
        zeros([1] * x.dim(), dtype=x.dtype) if isinstance(x, Tensor) else x
        for x in (tensor1, tensor2)
    )
    if not isinstance(one, Tensor) and not isinstance(other, Tensor):
        one = as_tensor(one)
    return _binary("mul", one, other).dtype
