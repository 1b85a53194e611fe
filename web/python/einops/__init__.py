"""einops in small: axes have names, and a pattern says how they are joined, split and ordered.

Written for this lab after the notation of A. Rogozhnikov, "Einops", ICLR 2022, section 3.
"""

import math
import string

import numpy as np
import torch

_ELLIPSIS = "…"


class EinopsError(RuntimeError):
    """A pattern that cannot be read, or that does not fit the tensor."""


# ------------------------------------------------------------------------------------ patterns


def _is_name(word):
    return word.isidentifier() and not word.startswith("_") and not word.endswith("_")


def _groups(side, mark):
    """One side of a pattern: a list of names for each axis; (a b) is an axis of two, () of none.

    An ellipsis outside of brackets is no list, since it stands for any number of axes.
    mark: tells its axes that have a number for a name from those of the other side.
    """
    groups, inner = [], None
    if "..." in side.replace("...", "", 1) or "." in side.replace("...", "", 1):
        raise EinopsError("Expression may contain dots only inside ellipsis (...), and only one")
    for bracket in "()":
        side = side.replace(bracket, f" {bracket} ")
    for word in side.replace("...", f" {_ELLIPSIS} ").split():
        if word == "(":
            if inner is not None:
                raise EinopsError("Axis composition is one-level (brackets inside brackets)")
            inner = []
        elif word == ")":
            if inner is None:
                raise EinopsError("Brackets are not balanced")
            groups.append(inner)
            inner = None
        elif not (_is_name(word) or word.isdecimal() or word == _ELLIPSIS):
            raise EinopsError(f"Invalid axis identifier: {word}")
        elif inner is not None:
            inner.append(word)
        else:
            groups.append(_ELLIPSIS if word == _ELLIPSIS else [word])
    if inner is not None:
        raise EinopsError(f"Imbalanced parentheses in expression: {side!r}")
    # an axis of length 1 needs no name, and every other number is an axis of its own
    return [
        group
        if group == _ELLIPSIS
        else [
            f"{name} {mark}{k}.{j}" if name.isdecimal() else name
            for j, name in enumerate(group)
            if name != "1"
        ]
        for k, group in enumerate(groups)
    ]


def _sides(pattern):
    sides = pattern.split("->")
    if len(sides) != 2:
        raise EinopsError(f"A pattern has one arrow (->), got {pattern!r}")
    left, right = _groups(sides[0], "left"), _groups(sides[1], "right")
    for side in (left, right):
        names = [name for group in side for name in group]
        double = [name for name in names if names.count(name) > 1]
        if double:
            raise EinopsError(f'Indexing expression contains duplicate dimension "{double[0]}"')
    if any(_ELLIPSIS in group for group in left if group != _ELLIPSIS):
        raise EinopsError("Ellipsis inside parenthesis in the left side is not allowed")
    if any(_ELLIPSIS in group for group in right) and _ELLIPSIS not in left:
        raise EinopsError("Ellipsis found in right side, but not in left side of a pattern")
    return left, right


def _spread(groups, names):
    """The groups with the axes that the ellipsis stands for."""
    spread = []
    for group in groups:
        if group == _ELLIPSIS:
            spread += [[name] for name in names]
        else:
            spread.append(
                [one for name in group for one in (names if name == _ELLIPSIS else [name])]
            )
    return spread


def _fitted(left, right, shape):
    """Both sides without an ellipsis, for a tensor of that shape."""
    has_ellipsis = _ELLIPSIS in left
    n = len(shape) - len(left) + has_ellipsis
    if n < 0 or n > 0 and not has_ellipsis:
        wanted = f">={len(left) - 1}" if has_ellipsis else len(left)
        raise EinopsError(f"Wrong shape: expected {wanted} dims. Received {len(shape)}-dim tensor.")
    names = [f"{_ELLIPSIS}{k}" for k in range(n)]
    return _spread(left, names), _spread(right, names)


def _length_of(name, lengths):
    return int(name.split()[0]) if " " in name else lengths.get(name)


def _lengths(left, shape, given):
    """The length of every axis on the left. In each group at most one length may be left out."""
    lengths = dict(given)
    for group, length in zip(left, shape):
        known = [_length_of(name, lengths) for name in group]
        product = math.prod(one for one in known if one is not None)
        unknown = [name for name, one in zip(group, known) if one is None]
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {set(unknown)}")
        if unknown:
            if product == 0 or length % product:
                raise EinopsError(
                    f"Shape mismatch, can't divide axis of length {length} in chunks of {product}"
                )
            lengths[unknown[0]] = length // product
        elif product != length:
            raise EinopsError(f"Shape mismatch, {length} != {product}")
        for name in group:
            lengths[name] = lengths[name] if name in lengths else _length_of(name, lengths)
    return lengths


# ------------------------------------------------------------------------------------ tensors


def _checked(x):
    if not isinstance(x, (torch.Tensor, np.ndarray)):
        raise RuntimeError(f"Tensor type unknown to einops {type(x)}")
    return x


def _stacked(x):
    """A list of tensors is one, with a new first axis."""
    if not isinstance(x, list):
        return _checked(x)
    if not x:
        raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
    return torch.stack(x) if isinstance(_checked(x[0]), torch.Tensor) else np.stack(x)


def _permuted(x, order):
    return x.permute(order) if isinstance(x, torch.Tensor) else x.transpose(order)


def _broadcast(x, shape):
    return x.expand(shape) if isinstance(x, torch.Tensor) else np.broadcast_to(x, shape)


def _reduced(x, axes, reduction):
    if callable(reduction):
        return reduction(x, tuple(axes))
    if reduction not in ("min", "max", "sum", "mean", "prod", "any", "all"):
        raise EinopsError(
            f"Unknown reduction {reduction}. Expect one of min, max, sum, mean, prod, any, all."
        )
    if not axes:
        return x
    if reduction == "mean" and not _is_floating(x):
        raise NotImplementedError("reduce_mean is not available for non-floating tensors")
    if not isinstance(x, torch.Tensor):
        return getattr(x, reduction)(axis=tuple(axes))
    if reduction in ("sum", "mean"):
        return getattr(x, reduction)(dim=tuple(axes))
    if reduction in ("min", "max"):
        return getattr(x, f"a{reduction}")(dim=tuple(axes))
    for axis in sorted(axes, reverse=True):
        x = getattr(x, reduction)(dim=axis)
    return x


def _is_floating(x):
    return (
        x.is_floating_point() or x.is_complex()
        if isinstance(x, torch.Tensor)
        else x.dtype.kind in "fc"
    )


def _made(x, pattern, reduction, given):
    """What rearrange, repeat and reduce do: split, reduce, order, repeat, join."""
    left, right = _sides(pattern)
    _check_names(left, right, reduction, given)
    left, right = _fitted(left, right, x.shape)
    on_left, on_right, lost, new = _names_of(left, right)
    lengths = _lengths(left, x.shape, given)
    for name in new:
        lengths[name] = _length_of(name, lengths)
        if lengths[name] is None:
            raise EinopsError(f"Specify sizes for new axes in repeat: {{{name!r}}}")

    x = x.reshape([lengths[name] for name in on_left])
    if reduction not in ("rearrange", "repeat"):
        x = _reduced(x, [on_left.index(name) for name in lost], reduction)
    kept = [name for name in on_left if name in on_right]
    x = _permuted(x, [kept.index(name) for name in on_right if name in kept])
    if new:
        x = x.reshape([1 if name in new else lengths[name] for name in on_right])
        x = _broadcast(x, [lengths[name] for name in on_right])
    return x.reshape([math.prod(lengths[name] for name in group) for group in right])


def _names_of(left, right):
    """The names on either side, and those that are only on the left or only on the right."""
    on_left = [name for group in left for name in group]
    on_right = [name for group in right for name in group]
    lost = [name for name in on_left if name not in on_right]
    return on_left, on_right, lost, [name for name in on_right if name not in on_left]


def _check_names(left, right, reduction, given):
    on_left, on_right, lost, new = _names_of(left, right)
    if reduction == "rearrange" and (lost or new):
        raise EinopsError(
            f"Identifiers only on one side of expression (should be on both): {set(lost + new)}"
        )
    if reduction == "repeat" and lost:
        raise EinopsError(f"Unexpected identifiers on the left side of repeat: {set(lost)}")
    if reduction not in ("rearrange", "repeat") and new:
        raise EinopsError(
            f"Unexpected identifiers on the right side of reduce {reduction}: {set(new)}"
        )
    for name in given:
        if not _is_name(name):
            raise EinopsError("Invalid name for an axis", name)
        if name not in on_left + on_right:
            raise EinopsError(f"Axis {name} is not used in transform")


def _explained(x, pattern, reduction, given):
    x = _stacked(x)
    try:
        return _made(x, pattern, reduction, given)
    except EinopsError as error:
        begin = f' Error while processing {reduction}-reduction pattern "{pattern}".'
        shape = f"\n Input tensor shape: {x.shape}. Additional info: {given}."
        raise EinopsError(f"{begin}{shape}\n {error}") from None


# --------------------------------------------------------------------------------- what is public


def rearrange(tensor, pattern, **axes_lengths):
    """The same numbers in another order of axes, which may be joined or split."""
    return _explained(tensor, pattern, "rearrange", axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    """Axes that are missing on the right are reduced: min, max, sum, mean, prod, any or all."""
    return _explained(tensor, pattern, reduction, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    """Axes that are new on the right repeat the numbers."""
    return _explained(tensor, pattern, "repeat", axes_lengths)


def einsum(*tensors_and_pattern):
    """torch.einsum and np.einsum, with names of several letters; the pattern comes last."""
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("The last argument of einops.einsum must be a string, the pattern.")
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    if "(" in pattern or ")" in pattern:
        raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
    letters = {}

    def short(side):
        words = side.replace("...", " ... ").split()
        return "".join(
            word if word == "..." else letters.setdefault(word, string.ascii_letters[len(letters)])
            for word in words
        )

    inputs, output = pattern.split("->")
    short_pattern = ",".join(short(side) for side in inputs.split(",")) + "->" + short(output)
    module = torch if isinstance(_checked(tensors[0]), torch.Tensor) else np
    return module.einsum(short_pattern, *tensors)


def parse_shape(x, pattern):
    """The lengths of the axes by their names; _ stands for one that is not asked for."""
    names = pattern.split()
    _checked(x)
    if "..." in names:
        at = names.index("...")
        names[at : at + 1] = ["_"] * (len(x.shape) - len(names) + 1)
    if len(names) != len(x.shape):
        raise RuntimeError(
            f"Can't parse shape with different number of dimensions: {pattern} {tuple(x.shape)}"
        )
    lengths = {}
    for name, length in zip(names, x.shape):
        if name.isdecimal() and int(name) != length:
            raise RuntimeError(
                f"Length of anonymous axis does not match: {pattern} {tuple(x.shape)}"
            )
        if name != "_" and not name.isdecimal():
            lengths[name] = length
    return lengths


def _around_star(pattern):
    names = pattern.split()
    if names.count("*") != 1:
        raise EinopsError(
            f"No *-axis in pattern: {pattern!r}" if "*" not in names else f"One * in {pattern!r}"
        )
    at = names.index("*")
    return at, len(names) - at - 1


def pack(tensors, pattern):
    """One tensor of several, whose axes at * are joined; and the shapes that those axes had."""
    before, after = _around_star(pattern)
    shapes, flat = [], []
    for x in map(_checked, tensors):
        end = len(x.shape) - after
        if end < before:
            raise EinopsError(
                f"packed tensor with shape {tuple(x.shape)} has too few axes for {pattern!r}"
            )
        shapes.append(x.shape[before:end])
        flat.append(x.reshape((*x.shape[:before], math.prod(shapes[-1]), *x.shape[end:])))
    is_torch = isinstance(flat[0], torch.Tensor)
    return (torch.cat(flat, before) if is_torch else np.concatenate(flat, before)), shapes


def unpack(tensor, packed_shapes, pattern):
    """The tensors that pack() made one of; one of the shapes may have a length of -1."""
    before, after = _around_star(pattern)
    if len(_checked(tensor).shape) != before + after + 1:
        raise EinopsError(
            f"unpack({pattern!r}) received input of wrong dim with shape {tuple(tensor.shape)}"
        )
    sizes = [-1 if -1 in shape else math.prod(shape) for shape in packed_shapes]
    if sizes.count(-1) > 1:
        raise EinopsError(f"unpack({pattern!r}) received more than one -1 in {packed_shapes}")
    left = tensor.shape[before] - sum(size for size in sizes if size != -1)
    sizes = [left if size == -1 else size for size in sizes]
    if sum(sizes) != tensor.shape[before] or min(sizes, default=0) < 0:
        raise EinopsError(
            f"unpack({pattern!r}): {packed_shapes} do not fit an axis of {tensor.shape[before]}"
        )
    parts, at = [], 0
    for size, shape in zip(sizes, packed_shapes):
        part = tensor[(slice(None),) * before + (slice(at, at + size),)]
        parts.append(part.reshape((*tensor.shape[:before], *shape, *tensor.shape[before + 1 :])))
        at += size
    return parts


def asnumpy(tensor):
    """A tensor as an array of numpy."""
    return tensor.detach().numpy() if isinstance(_checked(tensor), torch.Tensor) else tensor


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"einops.{name} is not part of this lab's einops")
