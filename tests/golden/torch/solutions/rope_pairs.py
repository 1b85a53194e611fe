"""RoPE, neighbours rotated together: element 2i with element 2i + 1."""

import torch


def rope_tables(width, n_positions, base=10000.0):
    frequency = 1.0 / base ** (torch.arange(0, width, 2).float() / width)
    angle = torch.outer(torch.arange(n_positions).float(), frequency)
    return angle.cos(), angle.sin()


def rotated(x, cos, sin):
    """x (batch, position, head, width)"""
    cos, sin = (table[None, : x.shape[1], None, :].type_as(x) for table in (cos, sin))
    even, odd = x[..., 0::2], x[..., 1::2]
    pairs = torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1)
    return pairs.flatten(-2)


def results(numbers, fill):
    cos, sin = rope_tables(64, 64)
    x = numbers(2, 64, 8, 64)
    y = rotated(x, cos, sin)
    torch.testing.assert_close(torch.linalg.norm(y, dim=-1), torch.linalg.norm(x, dim=-1))
    torch.testing.assert_close(y[:, 0], x[:, 0])
    return {"cos": cos, "sin": sin, "turned": y, "lengths": y.norm(dim=-1)}
