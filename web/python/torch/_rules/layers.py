"""What torch.nn computes in one step."""

import math

from torch import _engine
from torch._rules.fitting import fitted, rule


def _normed(args):
    return [args[0], *(h for h in args[2:4] if h)]


@rule("layer_norm", _normed, keeps=(0, 1))
def layer_norm(node, g):
    _, shape, has_weight, has_bias, eps = node.args
    x, size = node.tensor(0), shape.split(",")
    tail = list(range(-len(size), 0))
    scale = (x.var(tail, False, True) + eps).rsqrt()
    unit = (x - x.mean(tail, True)) * scale
    parts = [None]
    if node.needs(0):
        h = g * node.tensor(1) if has_weight else g
        parts = [scale * (h - h.mean(tail, True) - unit * (h * unit).mean(tail, True))]
    if has_weight:
        parts.append(fitted(g * unit, node.kinds[1]) if node.needs(1) else None)
    if has_bias:
        parts.append(fitted(g, node.kinds[-1]) if node.needs(len(parts)) else None)
    return parts


@rule("gelu", keeps=(0,))
def gelu(node, g):
    x = node.tensor(0)
    if node.args[1] == "tanh":
        c = math.sqrt(2 / math.pi)
        t = (c * (x + 0.044715 * x * x * x)).tanh()
        return [g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x))]
    share = 0.5 * (1 + (x / math.sqrt(2)).erf())
    return [g * (share + x * (-0.5 * x * x).exp() / math.sqrt(2 * math.pi))]


@rule("embedding")
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


@rule("cross_entropy", keeps=(0,))
def cross_entropy(node, g):
    import torch

    target, ignored = node.metadata["alive"][0], node.args[2]
    is_kept = target != ignored
    p = torch.softmax(node.tensor(0), 1)
    hit = torch.zeros(p.shape, dtype=p.dtype)
    hit.scatter_(1, target.masked_fill(~is_kept, 0).unsqueeze(1), 1.0)
    share = g * (p - hit) / is_kept.sum()
    return [share.masked_fill(~is_kept.unsqueeze(1), 0)]
