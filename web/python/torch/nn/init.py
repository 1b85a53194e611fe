"""How weights begin, as in PyTorch: the same numbers by the same seed."""

import math
import warnings

import torch
from torch._missing import getattr_of
from torch._tensor import _unary
from torch._types import _REAL

_GAINS = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
_LINEAR = """
    linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d
    sigmoid""".split()


def calculate_gain(nonlinearity, param=None):
    if nonlinearity in _LINEAR:
        return 1
    if nonlinearity == "leaky_relu":
        if param is None:
            param = 0.01
        elif isinstance(param, bool) or not isinstance(param, _REAL):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + param**2))
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _fans(tensor):
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    inner = math.prod(tensor.shape[2:])
    return tensor.shape[1] * inner, tensor.shape[0] * inner


_calculate_fan_in_and_fan_out = _fans  # as own layers call it


def _fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _fans(tensor)[mode == "fan_out"]


_calculate_correct_fan = _fan


@torch.no_grad()
def normal_(tensor, mean=0.0, std=1.0):
    return tensor.normal_(mean, std)


@torch.no_grad()
def uniform_(tensor, a=0.0, b=1.0):
    return tensor.uniform_(a, b)


@torch.no_grad()
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
            "The distribution of values may be incorrect.",
            stacklevel=2,
        )
    low, high = ((1.0 + math.erf((end - mean) / std / math.sqrt(2.0))) / 2.0 for end in (a, b))
    tensor.uniform_(2 * low - 1, 2 * high - 1)  # places between, which the inverse makes normal
    tensor.copy_(_unary("erfinv", tensor)).mul_(std * math.sqrt(2.0)).add_(mean)
    return tensor.clamp_(min=a, max=b)


@torch.no_grad()
def constant_(tensor, val):
    return tensor.fill_(val)


@torch.no_grad()
def zeros_(tensor):
    return tensor.fill_(0)


@torch.no_grad()
def ones_(tensor):
    return tensor.fill_(1)


@torch.no_grad()
def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return tensor.copy_(torch.eye(*tensor.shape))


def _xavier_std(tensor, gain):
    return gain * math.sqrt(2.0 / float(sum(_fans(tensor))))


@torch.no_grad()
def xavier_uniform_(tensor, gain=1.0):
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return tensor.uniform_(-bound, bound)


@torch.no_grad()
def xavier_normal_(tensor, gain=1.0):
    return tensor.normal_(0.0, _xavier_std(tensor, gain))


def _kaiming_std(tensor, a, mode, nonlinearity):
    fan = _fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


@torch.no_grad()
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor.uniform_(-bound, bound)


@torch.no_grad()
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    return tensor.normal_(0, _kaiming_std(tensor, a, mode, nonlinearity))


@torch.no_grad()
def orthogonal_(tensor, gain=1):
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.shape[0]
    drawn = torch.empty(rows, tensor.numel() // rows, dtype=tensor.dtype).normal_()
    is_wide = rows < drawn.shape[1]
    q, r = torch.linalg.qr(drawn.t() if is_wide else drawn)
    q = q * r.diagonal().sign()
    return tensor.copy_((q.t() if is_wide else q).reshape(tensor.shape)).mul_(gain)


__getattr__ = getattr_of("torch.nn.init")
