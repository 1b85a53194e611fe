"""Gradients without .grad."""

from torch._autograd import enable_grad, grad, inference_mode, no_grad, set_grad_enabled
from torch._missing import getattr_of

__all__ = ["enable_grad", "grad", "inference_mode", "no_grad", "set_grad_enabled"]
__getattr__ = getattr_of("torch.autograd")
