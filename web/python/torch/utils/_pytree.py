"""Lists, tuples and dictionaries within one another, as their leaves and a plan of the rest."""


class TreeSpec:
    def __init__(self, kind, keys, children):
        self.type, self.context, self.children_specs = kind, keys, children
        self.num_leaves = sum(child.num_leaves for child in children) if kind else 1

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and vars(self) == vars(other)

    __hash__ = None


def _parts(tree):
    kind = type(tree)
    if kind is dict:
        return [*tree.values()], [*tree]
    if kind in (list, tuple) or isinstance(tree, tuple) and hasattr(kind, "_fields"):
        return [*tree], None
    return None, None


def tree_flatten(tree):
    parts, keys = _parts(tree)
    if parts is None:
        return [tree], TreeSpec(None, None, [])
    pairs = [tree_flatten(part) for part in parts]
    spec = TreeSpec(type(tree), keys, [child for _, child in pairs])
    return [leaf for leaves, _ in pairs for leaf in leaves], spec


def tree_unflatten(values, spec):
    if not isinstance(spec, TreeSpec):
        raise ValueError(
            "tree_unflatten(values, spec): Expected `spec` to be instance of TreeSpec but got item "
            f"of type {type(spec)}."
        )
    if len(values) != spec.num_leaves:
        raise ValueError(
            f"tree_unflatten(values, spec): `values` has length {len(values)} but the spec refers "
            f"to a pytree that holds {spec.num_leaves} items."
        )
    leaves = iter(values)

    def made(spec):
        if spec.type is None:
            return next(leaves)
        parts = [made(child) for child in spec.children_specs]
        if spec.type is dict:
            return dict(zip(spec.context, parts))
        return spec.type(*parts) if hasattr(spec.type, "_fields") else spec.type(parts)

    return made(spec)


def tree_map(fn, tree):
    leaves, spec = tree_flatten(tree)
    return tree_unflatten([fn(leaf) for leaf in leaves], spec)
