"""Gradients without .grad, and steps whose gradient one writes oneself."""

import warnings

from torch._autograd_check import gradcheck
from torch._backward import backward, grad
from torch._missing import getattr_of
from torch._modes import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._own_steps import Function
from torch._tensor import Tensor
from torch.autograd import functional

__all__ = [
    "Function",
    "Variable",
    "backward",
    "enable_grad",
    "grad",
    "gradcheck",
    "inference_mode",
    "no_grad",
    "set_grad_enabled",
]


class _OldTensor(type):
    def __call__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            message = (
                "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."
            )
            warnings.warn(message, stacklevel=2)
        if data is None:
            return Tensor().requires_grad_(requires_grad)
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)

    def __instancecheck__(cls, value):
        return isinstance(value, Tensor)


class Variable(metaclass=_OldTensor):
    """What tensors with gradients were before PyTorch 0.4; a tensor has all of it."""


__getattr__ = getattr_of("torch.autograd")
