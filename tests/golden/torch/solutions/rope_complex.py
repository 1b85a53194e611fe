"""RoPE as a product of complex numbers."""

import torch


def turns(width, n_positions, base=10000.0):
    frequency = 1.0 / (base ** (torch.arange(0, width, 2)[: width // 2].float() / width))
    angle = torch.outer(torch.arange(n_positions, dtype=torch.float32), frequency)
    return torch.polar(torch.ones_like(angle), angle)


def turned(x, turn):
    """x (batch, position, head, width)"""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    turn = turn[: x.shape[1]].view(1, x.shape[1], 1, -1)
    return torch.view_as_real(pairs * turn).flatten(3).type_as(x)


def results(numbers, fill):
    turn = turns(16, 32)
    x = numbers(2, 24, 3, 16)
    y = turned(x, turn)
    return {"turn": turn, "turned": y, "sizes": turn.abs(), "angles": turn[:3].angle(), "back": turned(y, turn.conj())}
