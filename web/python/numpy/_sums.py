"""Sums in numpy's order, so that their last digits are those of numpy."""

import math

import torch

_BLOCK, _BUFFER, _MOST = 128, 8192, 1024


def summed(tensor, axes):
    """Along axes that go, from 0 on; the shape keeps them as 1. tensor: of float64 or float32

    As numpy's iterator goes: along the axis with the smallest steps in pairs, where that one
    goes, and row by row along the others. None where the engine's own sum is the same, or where
    this would take long: of more than about 100,000 numbers in a row.
    """
    if len(axes) == tensor.dim() and tensor.numel() <= _BLOCK and tensor.is_contiguous():
        if tensor.dtype is torch.float64:
            made = _of_few(tensor.reshape(-1).tolist())
            return torch.tensor(made, dtype=torch.float64).reshape([1] * tensor.dim())
    shape = [1 if k in axes else n for k, n in enumerate(tensor.shape)]
    by_step = sorted(
        (k for k, n in enumerate(tensor.shape) if n > 1), key=lambda k: -abs(tensor.stride(k))
    )
    gone = [k for k in by_step if k in axes]
    kept = [k for k in range(tensor.dim()) if k not in axes]
    is_inner = bool(gone) and by_step[-1] == gone[-1]
    if not gone:
        return tensor.clone()
    n = math.prod(tensor.shape[k] for k in gone)
    steps_taken = n // (_BLOCK // 2) + n // tensor.shape[gone[-1]] if is_inner else n
    if steps_taken > 2 * _MOST or not is_inner and tensor.dtype is torch.float64:
        return None
    ones = [k for k in axes if k not in gone]
    sizes = [tensor.shape[k] for k in gone]
    steps = [abs(tensor.stride(k)) for k in gone]
    rows = tensor.permute(*kept, *ones, *gone).reshape(-1, *sizes)
    if is_inner:
        while len(sizes) > 1 and steps[-2] == steps[-1] * sizes[-1] and by_step[-2] == gone[-2]:
            sizes[-2:] = [sizes[-2] * sizes[-1]]
            steps[-2:], gone[-2:], by_step[-2:] = steps[-1:], gone[-1:], by_step[-1:]
        count = len(rows)
        is_all = len(gone) == len(by_step)  # then numpy copies 8192 at a time
        rows = rows.reshape(1, -1) if is_all else rows.reshape(-1, sizes[-1])
        parts = [_in_pairs(part) for part in rows.split(_BUFFER, 1)]
        rows = torch.stack(parts, 1).reshape(count, -1)
    else:
        rows = rows.reshape(len(rows), -1)
    made = rows[:, 0] + 0.0
    for k in range(1, rows.shape[1]):
        made = made + rows[:, k]
    return made.reshape(shape)


def _of_few(values):
    """As _of_block(), of numbers of Python's."""
    whole = len(values) - len(values) % 8
    made = 0.0
    if whole:
        a, b, c, d, e, f, g, h = (_one_by_one(values[k:whole:8]) for k in range(8))
        made = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for value in values[whole:]:
        made += value
    return made + 0.0


def _one_by_one(values):
    made = values[0]
    for value in values[1:]:
        made += value
    return made


def _in_pairs(rows):
    """Of each row: eight sums side by side in blocks, and the blocks by halves."""
    blocks = []
    _cut(0, rows.shape[1], blocks)
    sums = {}
    for size in {size for _, size in blocks}:
        begins = [begin for begin, n in blocks if n == size]
        part = torch.stack([rows[:, begin : begin + size] for begin in begins], 1)
        for begin, made in zip(begins, _of_block(part, size).unbind(1)):
            sums[begin, size] = made
    return _joined(0, rows.shape[1], sums)


def _half(n):
    half = n // 2
    return half - half % 8


def _cut(begin, n, blocks):
    if n <= _BLOCK:
        blocks.append((begin, n))
    else:
        half = _half(n)
        _cut(begin, half, blocks)
        _cut(begin + half, n - half, blocks)


def _joined(begin, n, sums):
    if n <= _BLOCK:
        return sums[begin, n]
    half = _half(n)
    return _joined(begin, half, sums) + _joined(begin + half, n - half, sums)


def _of_block(part, n):
    whole = n - n % 8
    if whole == 0:
        made, rest = part[..., 0] + 0.0, range(1, n)
    else:
        lanes = part[..., :whole].reshape(*part.shape[:-1], whole // 8, 8)
        side = lanes[..., 0, :]
        for k in range(1, whole // 8):
            side = side + lanes[..., k, :]
        side = side[..., 0::2] + side[..., 1::2]
        side = side[..., 0::2] + side[..., 1::2]
        made, rest = side[..., 0] + side[..., 1], range(whole, n)
    for k in rest:
        made = made + part[..., k]
    return made
