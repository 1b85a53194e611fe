"""Gradients kept small, and parameters in one vector."""

import math

import torch
from torch._missing import getattr_of
from torch.nn.utils import rnn as rnn
from torch.nn.utils._weight_norm import remove_weight_norm as remove_weight_norm
from torch.nn.utils._weight_norm import weight_norm as weight_norm


def _graded(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [one.grad for one in parameters if one.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """Scales all gradients so that together they are at most so long; how long they were."""
    grads, norm_type = _graded(parameters), float(norm_type)
    if not grads:
        return torch.tensor(0.0)
    if norm_type == math.inf:
        total = torch.stack([g.detach().abs().max() for g in grads]).max()
    else:
        norms = torch.stack([torch.norm(g.detach(), norm_type) for g in grads])
        total = torch.norm(norms, norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    by = torch.clamp(float(max_norm) / (total + 1e-6), max=1.0)
    for g in grads:
        g.detach().mul_(by)
    return total


def clip_grad_value_(parameters, clip_value):
    for g in _graded(parameters):
        g.detach().clamp_(min=-float(clip_value), max=float(clip_value))


def parameters_to_vector(parameters):
    return torch.cat([one.reshape(-1) for one in parameters])


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    at = 0
    for one in parameters:
        n = one.numel()
        one.data = vec[at : at + n].view_as(one).data
        at += n


__getattr__ = getattr_of("torch.nn.utils")
