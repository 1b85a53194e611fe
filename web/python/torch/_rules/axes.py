"""Along axes."""

import math

from torch import _modes
from torch._rules.fitting import not_here, rule


def _axes(dims, rank):
    return sorted(int(d) % rank for d in dims.split(",")) if dims and rank else list(range(rank))


def _wide(t, axes, keepdim, shape):
    """A reduction's result, stretched to what it came from."""
    if not keepdim:
        for d in axes:
            t = t.unsqueeze(d)
    return t.expand(shape)


def _product_back(x, axes, y, wide, g):
    """Where a factor is 0 the product of the others is not y / x."""
    if len(axes) != 1 and len(axes) != x.dim():
        not_here("prod() along several axes")
    zeros = int((x == 0).sum())
    if not zeros:
        return g * (y / x)
    if zeros > 1 and len(axes) == x.dim():  # even where a factor is no number
        return g.new_zeros(x.shape)
    rows = x.flatten() if len(axes) != 1 else x.movedim(axes[0], -1)
    before = rows.new_ones(rows.shape)
    after = rows.new_ones(rows.shape)
    if rows.shape[-1] > 1:
        before[..., 1:] = rows[..., :-1].cumprod(-1)
        after[..., :-1] = rows[..., 1:].flip([-1]).cumprod(-1).flip([-1])
    rest = before * after
    return g * (rest.view(x.shape) if len(axes) != 1 else rest.movedim(-1, axes[0]))


def _spread_back(name, x, axes, by, y, g, is_of_none):
    n = 1 if is_of_none else math.prod(x.shape[d] for d in axes)  # PyTorch's count of dim=()
    if name == "var" and n == by and not x.dim():
        return g * math.inf
    mean = x.mean(axes, True) if axes else x
    if name == "std":
        g = (g / (2 * y)).masked_fill(y == 0, 0)
    return (2 / (n - by) if n != by else math.inf) * g * (x - mean)


def _norm_back(x, p, axes, y, g):
    if p == 2:
        return g * (x / y).masked_fill(y == 0, 0)
    if p == 1:
        return g * x.sign()
    if p == 0:
        return None
    if math.isinf(p):
        is_it = ((x.abs() == y) | (x.isnan() & y.isnan())).to(x.dtype)
        return x.sign() * (g / (is_it.sum(axes, True) if axes else is_it) * is_it)
    part = x * x.abs() ** (p - 2) if p >= 2 else x.sign() * x.abs() ** (p - 1)
    part = part.masked_fill(x == 0, 0) if p < 1 else part  # an infinite power
    return part * (g / y ** (p - 1)).masked_fill(y == 0, 0)


@rule("reduce", (1,), keeps=(0,), keeps_result=True, watches=(0,))
def reduce(node, g):
    name, (dims, keepdim) = node.args[0], (node.args[2:] + ("", False))[:2]
    by = node.args[4] if len(node.args) > 4 else None
    shape = node.shape(0)
    axes = _axes(dims, len(shape))
    g = _wide(g, axes, keepdim, shape)
    if node.kinds[0].startswith("complex") and name not in ("sum", "mean"):
        not_here(f"{name}() of complex numbers")
    if name == "sum":
        return [_in_type(g, node)]
    if name == "mean":
        return [_in_type(g, node) / math.prod(shape[d] for d in axes)]
    x = node.tensor(0)
    y = None if name == "var" else _wide(node.tensor("y"), axes, keepdim, shape)
    if name == "logsumexp":
        return [g * (x - y).exp()]
    if name in ("amax", "amin") and node._name.startswith("Am"):
        is_it = (x == y).to(x.dtype)
        return [g / (is_it.sum(axes, True) if axes else is_it) * is_it]
    if name in ("var", "std"):
        return [_spread_back(name, x, axes, by, y, g, not dims)]
    if name == "norm":
        return [_norm_back(x, by, axes, y, g)]
    if name == "prod":
        return [_product_back(x, axes, y, shape, g) if shape else g]
    if name in ("median", "amax", "amin"):
        is_it = (x == y) if bool((y == y).all()) else x != x
        return [(g / is_it.sum()).masked_fill(~is_it, 0)]
    return not_here(f"{name}()")


def _in_type(g, node):
    from torch._types import _DTYPES

    dtype = _DTYPES[node.kinds[0].partition(":")[0]]
    return g if g.dtype is dtype else g.to(dtype)


@rule("cumulate", (1,), keeps=(0,), keeps_result=True)
def cumulate(node, g):
    name, _, d = node.args[:3]
    if not node.shape(0):
        return [g]
    if name == "cumsum":
        return [g.flip([d]).cumsum(d).flip([d])]
    x, y = node.tensor(0), node.tensor("y")
    if bool((x == 0).any()):
        back = _running_product_back if _modes.is_on else _product_back_by_zeros
        return [back(x, y, d, g)]
    return [(g * y).flip([d]).cumsum(d).flip([d]) / x]


def _running_product_back(x, y, d, g):
    """With zeros: the products without each factor, one after the other."""
    import torch

    rows, by = x.movedim(d, -1), g.movedim(d, -1)
    n, parts = rows.shape[-1], []
    for k in range(n):
        without = torch.cat([rows[..., :k], torch.ones_like(rows[..., :1]), rows[..., k + 1 :]], -1)
        parts.append((without.cumprod(-1) * by)[..., k:].sum(-1))
    return torch.stack(parts, -1).movedim(-1, d)


def _product_back_by_zeros(x, y, d, g):
    """Up to the first zero, that zero, and 0 after it: even where a number there is none."""
    import torch

    zeros = (x == 0).cumsum(d)
    is_first, is_between = (zeros == 1) & (x == 0), zeros == 1
    before = (g * y).masked_fill(zeros > 0, 0).flip([d]).cumsum(d).flip([d]) / x
    after = x.masked_fill(~is_between | is_first, 1).cumprod(d) * g
    at = is_first.long().argmax(d, True)
    factor = y.gather(d, (at - 1).clamp(min=0)).masked_fill(at == 0, 1)
    by_first = after.masked_fill(~is_between, 0).sum(d, True) * factor
    return torch.where(zeros == 0, before, by_first.masked_fill(~is_first, 0))


def _to_places(node, places, g, d):
    """A gradient where its numbers were taken from, along an axis."""
    import torch

    return torch.zeros(node.shape(0), dtype=g.dtype).scatter_add_(d, places, g)


@rule("sort")
def sort(node, g):
    d = node.args[1]
    if not node.shape(0):
        return [g]
    return [_to_places(node, node.tensor("place"), g, d)]


@rule("extreme")
def extreme(node, g):
    d, keepdim = node.args[1:3]
    if not node.shape(0):
        return [g]
    places = node.tensor("place")
    if not keepdim:
        g, places = g.unsqueeze(d), places.unsqueeze(d)
    return [_to_places(node, places, g, d)]


def _softmax_back(y, g, d, is_log, dtype):
    total = (g if is_log else g * y).sum(d, True)
    if d in (-1, y.dim() - 1):
        total = total.to(dtype).float()
    return g - y.exp() * total if is_log else (g - total) * y


@rule("softmax", keeps_result=True)
def softmax(node, g):
    y, d = node.tensor("y"), node.args[1]
    if y.dtype.itemsize == 2:  # rounded once, and the sum along the last axis before
        made = _softmax_back(y.float(), g.float(), d, node.args[2], y.dtype)
        return [made.to(y.dtype)]
    if node.args[2]:
        return [g - y.exp() * g.sum(d, True)]
    part = g * y
    return [part - y * part.sum(d, True)]
