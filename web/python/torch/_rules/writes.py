"""What is written in place: what was there before has no part in it where it was replaced."""

from torch import _engine, _modes
from torch._rules.fitting import fitted, rule


@rule("copy_", (0, 1))
def copy_(node, g):
    return [
        g.new_zeros(g.shape),
        fitted(g, node.kinds[1]) if len(node.parents) > 1 and node.needs(1) else None,
    ]


@rule("fill_ uniform_ normal_ bernoulli_ exponential_ random_ adam_step sgd_step")
def replaced(node, g):
    return [g.new_zeros(g.shape)]


@rule("scatter_", (0, 3))
def scatter_(node, g):
    _, d, _, _, adds = node.args
    index, by_source = node.metadata["alive"][0], None
    if len(node.parents) > 1 and node.needs(1):
        by_source = g.gather(d, index)
        if tuple(by_source.shape) != node.shape(1):
            raise RuntimeError(
                f"Function {node._name} returned an invalid gradient at index 1 - got "
                f"{list(by_source.shape)} but expected shape compatible with {list(node.shape(1))}"
            )
    if adds:
        return [g, by_source]
    return [g.scatter(d, index, g.new_zeros(index.shape)) if node.needs(0) else None, by_source]


def _places_back(node, g, read, write):
    """A write to some places: read(t) is what is there, write(t) puts zeros there."""
    by_old = None
    if node.needs(0):
        with _modes.no_grad():
            mask = g.new_ones(g.shape)
            write(mask)
        by_old = g.masked_fill(mask == 0, 0)
    if len(node.parents) < 2 or not node.needs(1):
        return [by_old, None]
    part = read(g)
    kind = node.kinds[1]
    shape = node.shape(1)
    while part.dim() < len(shape):  # axes of one that the value had in front
        part = part.unsqueeze(0)
    return [by_old, fitted(part, kind)]


@rule("set_index", (0, 2))
def set_index(node, g):
    from torch._tensor import Tensor

    spec = node.args[1]
    return _places_back(
        node,
        g,
        lambda t: Tensor._of(_engine.index(t._h, spec)),
        lambda t: _engine.set_index(t._h, spec, 0, "int"),
    )


@rule("set_at", (0, 1))
def set_at(node, g):
    from torch._tensor import Tensor

    at = node.args[3:]
    return _places_back(
        node,
        g,
        lambda t: Tensor._of(_engine.at(t._h, *at)),
        lambda t: _engine.set_at(t._h, 0, "int", *at),
    )
