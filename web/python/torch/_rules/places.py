"""The same elements in another shape, a part of them, or several tensors together."""

import math

from torch import _engine
from torch._rules.fitting import fitted, rule


def _list(text):
    return [int(n) for n in text.split(",")] if text else []


@rule("view reshape flatten unsqueeze squeeze")
def reshape(node, g):
    return [g.reshape(node.shape(0))]


@rule("transpose")
def transpose(node, g):
    return [g.transpose(*node.args[1:3])] if node.shape(0) else [g]


@rule("permute")
def permute(node, g):
    dims = [d % len(node.shape(0)) for d in _list(node.args[1])]
    return [g.permute([dims.index(d) for d in range(len(dims))])]


@rule("movedim")
def movedim(node, g):
    source, target = map(_list, map(str, node.args[1:3]))
    return [g.movedim(target, source)]


@rule("expand")
def expand(node, g):
    return [fitted(g, node.kinds[0])]


@rule("contiguous clone")
def clone(node, g):
    return [g]


@rule("flip")
def flip(node, g):
    return [g.flip(_list(node.args[1]))]


@rule("triangle")
def triangle(node, g):
    return [g.triu(node.args[1]) if node.args[2] else g.tril(node.args[1])]


@rule("roll")
def roll(node, g):
    by, dims = map(_list, map(str, node.args[1:3]))
    return [g.roll([-n for n in by], dims)]


@rule("select narrow diagonal unbind split split_sizes chunk at")
def part(node, g):
    """Zeros, and the gradient where the part was."""
    return [_put(node, g)]


def _put(node, g):
    """By the same view of zeros."""
    import torch
    from torch import _modes
    from torch._tensor import Tensor

    if _modes.is_on and node.call in ("unbind", "split", "split_sizes", "chunk"):
        return _gathered(node, g)  # PyTorch writes into no view of several
    whole = torch.zeros(node.shape(0), dtype=g.dtype)
    made = getattr(_engine, node.call)(whole._h, *node.args[1:])
    handles = [made] if type(made) is int else [int(h) for h in made.split(",")]
    views = [Tensor._of(h) for h in handles]
    views[node.number].copy_(g)
    return whole


@rule("index")
def index(node, g):
    is_chosen = any(entry[:2] in ("t:", "f:") for entry in node.args[1].split(";"))
    return [_gathered(node, g) if is_chosen else _put(node, g)]


@rule("unfold repeat repeat_interleave")
def taken(node, g):
    return [_gathered(node, g)]


def _gathered(node, g):
    """Where each element was taken from is found by taking their numbers; some were taken twice."""
    import torch
    from torch._tensor import Tensor

    shape = node.shape(0)
    n = math.prod(shape)
    numbers = torch.arange(n).reshape(shape)
    made = getattr(_engine, node.call)(numbers._h, *node.args[1:])
    handles = [made] if type(made) is int else [int(h) for h in made.split(",")]
    places = [Tensor._of(h) for h in handles][node.number]
    total = torch.zeros(n, dtype=g.dtype)
    return total.scatter_add_(0, places.flatten(), g.flatten()).reshape(shape)


@rule("index_select")
def index_select(node, g):
    import torch

    d, shape = node.args[1], node.shape(0)
    places = node.metadata["alive"][0]
    if not shape:
        return [g.reshape(())]
    wide = places.view([-1 if k == d % len(shape) else 1 for k in range(len(shape))]).expand(
        g.shape
    )
    return [torch.zeros(shape, dtype=g.dtype).scatter_add_(d, wide, g)]


@rule("gather", watches=(0,))
def gather(node, g):
    import torch

    places = node.metadata["alive"][0]
    return [torch.zeros(node.shape(0), dtype=g.dtype).scatter_add_(node.args[1], places, g)]


@rule("pad")
def pad(node, g):
    pads = _list(node.args[1])
    return [torch_pad(g, [-n for n in pads])]


def torch_pad(g, pads):
    from torch.nn.functional import pad

    return pad(g, pads)


def _many(args):
    return [int(h) for h in args[0].split(",") if h]


@rule("cat", _many)
def cat(node, g):
    d, shapes = node.args[1], [node.shape(k) for k in range(len(node.kinds))]
    sizes = [0 if s == (0,) and g.dim() > 1 else s[d] if s else 1 for s in shapes]
    parts = g.split([n for n in sizes if n or len(set(sizes)) == 1], d)
    parts = iter(parts)
    found = [
        next(parts) if n or len(set(sizes)) == 1 else g.new_zeros(s) for n, s in zip(sizes, shapes)
    ]
    return [fitted(p, kind) for p, kind in zip(found, node.kinds)]


@rule("stack", _many)
def stack(node, g):
    return [fitted(p, kind) for p, kind in zip(g.unbind(node.args[1]), node.kinds)]
