"""What rules share."""

from torch._tape import Rule, _shape_of, rules


def rule(names, inputs=(0,), **settings):
    """Registers a rule. inputs: places of handles among the arguments, or a function of them."""
    places = inputs

    def handles(args):
        return [args[k] for k in places if k < len(args) and args[k]]

    def registered(back):
        for name in names.split():
            rules[name] = Rule(inputs if callable(inputs) else handles, back, **settings)
        return back

    return registered


def fitted(g, kind):
    """A gradient in the type and shape of what it belongs to: summed where that was stretched."""
    from torch._tape import raw

    if raw["kind"](g._h) == kind:
        return g
    shape = _shape_of(kind)
    extra = g.dim() - len(shape)
    if extra > 0:
        g = g.sum(tuple(range(extra)))
    ones = tuple(k for k, n in enumerate(shape) if n == 1 and g.shape[k] != 1)
    g = g.sum(ones, True) if ones else g
    name = kind.partition(":")[0]
    if g.dtype._name == name:
        return g
    if g.is_complex() and not name.startswith("complex"):
        g = g.real
    from torch._types import _DTYPES

    return g.to(_DTYPES[name])


def not_here(what):
    raise NotImplementedError(f"the gradient of {what} is not part of this lab's torch")
