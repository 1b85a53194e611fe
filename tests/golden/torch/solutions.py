"""What every file of solutions/ is run with, in PyTorch and in the page: inputs by a formula that both
compute exactly, and results as plain numbers."""

import torch

FLOAT32 = torch.float32
MOST = 240  # numbers that are kept of one tensor


def numbers(*shape, seed=0):
    """Between -1 and 1, every one a fraction of 50, rounded once."""
    n = 1
    for size in shape:
        n *= size
    k = torch.arange(n, dtype=torch.float64)
    return (((k * 37 + 11 * seed) % 101 - 50) / 50).to(FLOAT32).to(torch.float32).view(*shape)


def fill(module):
    """Weights by the formula, small enough to leave softmax its corners."""
    for seed, parameter in enumerate(module.parameters()):
        parameter.data.copy_(numbers(*parameter.shape, seed=seed) * 0.25)
    return module


def kept(tensor):
    """Its shape and type, and numbers of it at an odd distance."""
    flat = tensor.detach().contiguous().flatten()
    step = max(1, flat.numel() // MOST) | 1
    parts = torch.view_as_real(flat[::step]).flatten() if flat.is_complex() else flat[::step]
    dtype = str(tensor.dtype)
    return {"shape": list(tensor.shape), "dtype": dtype, "step": step, "values": parts.tolist()}


def recorded(results):
    return {name: kept(torch.as_tensor(value)) for name, value in results(numbers, fill).items()}
