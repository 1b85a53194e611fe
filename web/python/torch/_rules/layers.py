"""What torch.nn computes in one step."""

import math

from torch import _engine, _modes
from torch._rules.fitting import fitted, rule
from torch._tape import node_of
from torch._types import _DTYPES


def _normed(args):
    return [args[0], *(h for h in args[2:4] if h)]


def keep_moments(made, x, n_axes, eps):
    """As PyTorch does: what the input is changed to later, through .data, does not change them."""
    with _modes.no_grad():
        node_of(made._h).metadata["moments"] = _moments(x, list(range(-n_axes, 0)), eps)


def _moments(x, tail, eps):
    """The mean of each row, and one over its standard deviation."""
    if x.dtype is not _DTYPES["bfloat16"]:
        return x.mean(tail, True), (x.var(tail, False, True) + eps).rsqrt()
    from torch._tensor import _new

    n = math.prod(x.shape[d] for d in tail)
    shape = [1 if k - x.dim() in tail else size for k, size in enumerate(x.shape)]
    parts = _new(_engine.short_moments(x._h, n, eps)).unbind(1)
    return tuple(t.float().reshape(shape) for t in parts)


@rule("layer_norm", _normed, keeps=(0, 1))
def layer_norm(node, g):
    _, shape, has_weight, has_bias, eps = node.args
    x, size = node.tensor(0), shape.split(",")
    tail = list(range(-len(size), 0))
    is_kept = "moments" in node.metadata and not _modes.is_on  # else they have a gradient too
    mean, scale = node.metadata["moments"] if is_kept else _moments(x, tail, eps)
    if x.dtype is _DTYPES["bfloat16"]:
        return _layer_norm_of_short(node, g, x, tail, mean, scale)
    unit = (x - mean) * scale
    parts = [None]
    if node.needs(0):
        h = g * node.tensor(1) if has_weight else g
        parts = [scale * (h - h.mean(tail, True) - unit * (h * unit).mean(tail, True))]
    if has_weight:
        parts.append(fitted(g * unit, node.kinds[1]) if node.needs(1) else None)
    if has_bias:
        parts.append(fitted(g, node.kinds[-1]) if node.needs(len(parts)) else None)
    return parts


def _layer_norm_of_short(node, g, x, tail, mean, scale):
    """bfloat16: the sums of a row are rounded, and what is made of them once."""
    has_weight, has_bias = node.args[2:4]
    n = math.prod(x.shape[d] for d in tail)
    parts = [None]
    if node.needs(0):
        h = g.float() * node.tensor(1).float() if has_weight else g.float()
        by = (h * x.float()).sum(tail, True).to(x.dtype).float()
        whole = h.sum(tail, True).to(x.dtype).float()
        b = (whole * mean - by) * scale**3 / n
        c = -b * mean - whole * scale / n
        parts = [(scale * h + b * x.float() + c).to(x.dtype)]
    unit = (x.float() - mean) * scale
    if has_weight:
        parts.append(_row_by_row(g.float() * unit, tail, x.dtype) if node.needs(1) else None)
    if has_bias:
        needs = node.needs(len(parts))
        parts.append(_row_by_row(g.float(), tail, x.dtype) if needs else None)
    return parts


def _row_by_row(rows, tail, dtype):
    """Their sum, which is rounded after each."""
    first, *others = rows.reshape(-1, *rows.shape[rows.dim() - len(tail) :]).unbind(0)
    total = first.to(dtype)
    for row in others:
        total = (total.float() + row).to(dtype)
    return total


@rule("gelu", keeps=(0,))
def gelu(node, g):
    x = node.tensor(0)
    if x.dtype.itemsize == 2:  # rounded once
        return [_gelu_back(x.float(), g.float(), node.args[1]).to(x.dtype)]
    return [_gelu_back(x, g, node.args[1])]


def _gelu_back(x, g, approximate):
    if approximate == "tanh":
        c = math.sqrt(2 / math.pi)
        t = (c * (x + 0.044715 * x * x * x)).tanh()
        return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x))
    share = 0.5 * (1 + (x / math.sqrt(2)).erf())
    return g * (share + x * (-0.5 * x * x).exp() / math.sqrt(2 * math.pi))


@rule("embedding", watches=(0,))
def embedding(node, g):
    from torch._tensor import Tensor

    index, (padding, by_count) = node.metadata["alive"][0], (node.args[2:] + (-1, False))[:2]
    n = node.shape(0)[0]
    made = _engine.embedding_back(g._h, index._h, n, padding, bool(by_count))
    return [Tensor._of(made)]


@rule("embedding_back")
def embedding_back(node, g):
    """The other way round: rows of the gradient, and none of the row that pads."""
    import torch

    _, index, _, padding, by_count = node.args
    if by_count:
        raise NotImplementedError(
            "the second gradient of embedding() with scale_grad_by_freq= is not part of this lab's "
            "torch"
        )
    places = node.metadata["alive"][0]
    rows = torch.nn.functional.embedding(places, g)
    return [rows.masked_fill((places == padding).unsqueeze(-1), 0)]


@rule("cross_entropy", keeps=(0,), copies=True)
def cross_entropy(node, g):
    import torch

    target, ignored = node.metadata["alive"][0], node.args[2]
    is_kept = target != ignored
    p = torch.softmax(node.tensor(0), 1)
    hit = torch.zeros(p.shape, dtype=p.dtype)
    hit.scatter_(1, target.masked_fill(~is_kept, 0).unsqueeze(1), 1.0)
    share = g * (p - hit) / is_kept.sum()
    return [share.masked_fill(~is_kept.unsqueeze(1), 0)]
