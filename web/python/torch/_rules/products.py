"""Products of vectors and matrices."""

from torch._rules.fitting import fitted, rule


def _transposed(x):
    return x.transpose(-2, -1)


def _conj(x):
    return x.conj() if x.is_complex() else x


@rule("matmul bmm dot", (0, 1), keeps=(0, 1))
def matmul(node, g):
    a = _conj(node.tensor(0)) if node.needs(1) else None
    b = _conj(node.tensor(1)) if node.needs(0) else None
    shapes = node.shape(0), node.shape(1)
    one_a, one_b = len(shapes[0]) == 1, len(shapes[1]) == 1
    if len(shapes[1]) == 2 and len(shapes[0]) > 2:
        # many rows by one matrix: all at once
        flat = g.reshape(-1, g.shape[-1])
        by_b = None if a is None else a.reshape(-1, a.shape[-1]).t() @ flat
        by_a = None if b is None else (flat @ b.t()).view(shapes[0])
        return _in_types(node, by_a, by_b)
    if one_a or one_b:
        g = g.unsqueeze(-1) if one_b else g
        g = g.unsqueeze(-2) if one_a else g
    by_a = by_b = None
    if b is not None:
        by_a = g @ _transposed(b.unsqueeze(1) if one_b else b)
        by_a = by_a.squeeze(-2) if one_a else by_a
    if a is not None:
        by_b = _transposed(a.unsqueeze(0) if one_a else a) @ g
        by_b = by_b.squeeze(-1) if one_b else by_b
    return _in_types(node, by_a, by_b)


def _in_types(node, *parts):
    return [None if p is None else fitted(p, kind) for p, kind in zip(parts, node.kinds)]


@rule("outer", (0, 1), keeps=(0, 1))
def outer(node, g):
    by_a = (g * _conj(node.tensor(1))).sum(1) if node.needs(0) else None
    by_b = (g * _conj(node.tensor(0))[:, None]).sum(0) if node.needs(1) else None
    return _in_types(node, by_a, by_b)


@rule("linear", (0, 1), keeps=(0, 1))
def linear(node, g):
    """x wᵀ: all rows at once."""
    shape, w_shape = node.shape(0), node.shape(1)
    flat = g.reshape(-1, w_shape[0] if len(w_shape) > 1 else 1)
    by_x = by_w = None
    if node.needs(0):
        w = _conj(node.tensor(1))
        by_x = (flat @ (w if w.dim() > 1 else w.unsqueeze(0))).view(shape)
    if node.needs(1):
        x = _conj(node.tensor(0))
        by_w = (flat.t() @ x.reshape(-1, x.shape[-1])).view(w_shape)
    return _in_types(node, by_x, by_w)


def _operands(args):
    return [int(h) for h in args[1].split(",") if h]


def _without_dots(equation, shapes):
    """The parts of an equation in which each axis behind `...` has a letter of its own."""
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    parts = inputs.split(",")
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if c not in equation]
    ranks = [len(s) - len(p.replace("...", "")) if "..." in p else 0 for p, s in zip(parts, shapes)]
    most = max(ranks, default=0)
    dots = "".join(spare[:most])
    parts = [p.replace("...", dots[most - n :]) for p, n in zip(parts, ranks)]
    if not arrow:
        letters = "".join(parts)
        output = ("..." if most else "") + "".join(
            sorted(c for c in set(letters) - set(dots) if letters.count(c) == 1)
        )
    return parts, output.replace("...", dots)


@rule("einsum", _operands, keeps=tuple(range(26)))
def einsum(node, g):
    import torch

    shapes = [node.shape(k) for k in range(len(node.kinds))]
    parts, output = _without_dots(node.args[0], shapes)
    found = []
    for k, letters in enumerate(parts):
        if not node.needs(k):
            found.append(None)
            continue
        if len(set(letters)) < len(letters):
            raise NotImplementedError(
                "the gradient of einsum() with a letter twice in one operand is not part of this "
                "lab's torch"
            )
        others = [(p, node.tensor(j)) for j, p in enumerate(parts) if j != k]
        others = [(p, _conj(x)) for p, x in others]
        known = set(output).union(*(p for p, _ in others))
        wanted = "".join(c for c in letters if c in known)
        equation = ",".join([output, *(p for p, _ in others)]) + "->" + wanted
        part = torch.einsum(equation, g, *(x for _, x in others))
        for d, c in enumerate(letters):  # summed alone: the same for each
            if c not in known:
                part = part.unsqueeze(d)
        if not _size(shapes[k]):
            part = g.new_zeros(shapes[k])
        elif tuple(part.shape) != shapes[k]:
            part = part.expand(shapes[k]) if part.numel() < _size(shapes[k]) else part
        found.append(fitted(part, node.kinds[k]))
    return found


def _size(shape):
    import math

    return math.prod(shape)
