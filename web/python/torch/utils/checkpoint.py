"""Computing a part of a model again in the backward pass, in place of keeping what it was."""

import warnings

import torch
from torch._missing import getattr_of


def _tensors(args):
    return [one for one in args if isinstance(one, torch.Tensor)]


def get_device_states(*args):
    """Of devices that are not the CPU: there are none."""
    return [], []


def set_device_states(devices, states):
    """There is none that could have one."""


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, keeps, *args):
        ctx.function, ctx.args = function, args
        ctx.state = torch.get_rng_state() if keeps else None
        with torch.no_grad():
            return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        args = [
            one.detach().requires_grad_(one.requires_grad) if isinstance(one, torch.Tensor) else one
            for one in ctx.args
        ]
        with torch.enable_grad():
            outputs = _again(ctx.state, ctx.function, args)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [
            pair
            for pair in zip(outputs, grads)
            if isinstance(pair[0], torch.Tensor) and pair[0].requires_grad
        ]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        torch.autograd.backward(*map(list, zip(*pairs)))
        return (None, None, *(getattr(one, "grad", None) for one in args))


def _again(state, function, args, kwargs=None):
    if state is None:
        return function(*args, **(kwargs or {}))
    now = torch.get_rng_state()
    torch.set_rng_state(state)
    try:
        return function(*args, **(kwargs or {}))
    finally:
        torch.set_rng_state(now)


def checkpoint(function, *args, use_reentrant=True, **kwargs):
    keeps = kwargs.pop("preserve_rng_state", True)
    if kwargs and use_reentrant:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if use_reentrant:
        if not any(one.requires_grad for one in _tensors(args)):
            warnings.warn(
                "None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2
            )
        return CheckpointFunction.apply(function, keeps, *args)
    state = torch.get_rng_state() if keeps else None
    out = function(*args, **kwargs)
    for one in _tensors(out if isinstance(out, (tuple, list)) else (out,)):
        if one.requires_grad:  # what else the function does, it does twice
            one.register_hook(lambda _: _once_more(state, function, args, kwargs))
            break
    return out


def _once_more(*call):
    with torch.no_grad():
        _again(*call)


def checkpoint_sequential(functions, segments, input, **kwargs):
    keeps = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if isinstance(functions, torch.nn.Sequential):
        functions = list(functions.children())
    size, n = len(functions) // segments, len(functions)

    def run(start, end):
        def forward(input):
            for one in functions[start:end]:
                input = one(input)
            return input

        return forward

    end = 0
    for _ in range(segments - 1):
        start, end = end, end + size
        input = checkpoint(run(start, end), input, preserve_rng_state=keeps)
    return run(end, n)(input)


__getattr__ = getattr_of("torch.utils.checkpoint")
