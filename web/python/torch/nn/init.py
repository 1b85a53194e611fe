"""How weights begin."""

import math

import torch
from torch._missing import getattr_of
from torch._tensor import _unary


def _fans(tensor):
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    inner = math.prod(tensor.shape[2:])
    return tensor.shape[1] * inner, tensor.shape[0] * inner


@torch.no_grad()
def normal_(tensor, mean=0.0, std=1.0):
    return tensor.normal_(mean, std)


@torch.no_grad()
def uniform_(tensor, a=0.0, b=1.0):
    return tensor.uniform_(a, b)


@torch.no_grad()
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    low, high = (math.erf((end - mean) / std / math.sqrt(2)) for end in (a, b))
    tensor.uniform_(low, high)  # places between the two ends, which the inverse makes normal
    tensor.copy_(_unary("erfinv", tensor)).mul_(std * math.sqrt(2)).add_(mean)
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
    return tensor.copy_(torch.eye(*tensor.shape))


@torch.no_grad()
def xavier_uniform_(tensor, gain=1.0):
    a = gain * math.sqrt(6.0 / sum(_fans(tensor)))
    return tensor.uniform_(-a, a)


@torch.no_grad()
def xavier_normal_(tensor, gain=1.0):
    return tensor.normal_(0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))))


@torch.no_grad()
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    gain = math.sqrt(2.0 / (1 + a * a)) if nonlinearity != "linear" else 1.0
    bound = math.sqrt(3.0) * gain / math.sqrt(_fans(tensor)[mode == "fan_out"])
    return tensor.uniform_(-bound, bound)


@torch.no_grad()
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    gain = math.sqrt(2.0 / (1 + a * a)) if nonlinearity != "linear" else 1.0
    return tensor.normal_(0.0, gain / math.sqrt(_fans(tensor)[mode == "fan_out"]))


__getattr__ = getattr_of("torch.nn.init")
