"""RoPE as a product of complex numbers."""

import torch


def rotations(width, n_positions, base=10000.0):
    frequency = 1.0 / (base ** (torch.arange(0, width, 2)[: width // 2].float() / width))
    angle = torch.outer(torch.arange(n_positions, dtype=torch.float32), frequency)
    return torch.polar(torch.ones_like(angle), angle)


def rotated(x, rotation):
    """x (batch, position, head, width)"""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotation = rotation[: x.shape[1]].view(1, x.shape[1], 1, -1)
    return torch.view_as_real(pairs * rotation).flatten(3).type_as(x)


def results(numbers, fill):
    rotation = rotations(16, 32)
    x = numbers(2, 24, 3, 16)
    y = rotated(x, rotation)
    return {"turn": rotation, "turned": y, "sizes": rotation.abs(), "angles": rotation[:3].angle(), "back": rotated(y, rotation.conj())}
