"""RoPE, halves rotated together: element i with element i + width / 2."""

import torch


def swapped(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def rotated(x, position, base=10000.0):
    """x (batch, head, position, width)"""
    width = x.size(-1)
    frequency = base ** (-torch.arange(0, width, 2, dtype=torch.float32) / width)
    angle = torch.einsum("n,f->nf", position.float(), frequency).repeat(1, 2)
    return x * angle.cos() + swapped(x) * angle.sin()


def order_of_pairs(width):
    """Where the elements of the paired layout are in this one."""
    return torch.arange(width).view(2, width // 2).t().reshape(-1)


def results(numbers, fill):
    x = numbers(1, 4, 20, 32)
    position = torch.arange(20)
    y = rotated(x, position)
    return {
        "turned": y,
        "order": order_of_pairs(32),
        "as pairs": y[..., order_of_pairs(32)],
        "scores": rotated(x, position + 5) @ rotated(x, position).transpose(-1, -2),
    }
