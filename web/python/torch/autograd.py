"""Gradients without .grad, and steps whose gradient one writes oneself."""

from torch._autograd_check import gradcheck
from torch._backward import backward, grad
from torch._missing import getattr_of
from torch._modes import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._own_steps import Function

__all__ = [
    "Function",
    "backward",
    "enable_grad",
    "grad",
    "gradcheck",
    "inference_mode",
    "no_grad",
    "set_grad_enabled",
]
__getattr__ = getattr_of("torch.autograd")
