"""Jacobians, Hessians and their products with vectors, by as many backward passes as they need."""

import torch
from torch._backward import grad
from torch._base import TensorBase
from torch._missing import getattr_of


def _refuse(name, strict, strategy="reverse-mode"):
    if strict:
        raise NotImplementedError(f"strict= of {name}() is not part of this lab's torch")
    if strategy != "reverse-mode":
        raise NotImplementedError(f"strategy= of {name}() is not part of this lab's torch")


def _listed(values, name, function):
    is_tuple = isinstance(values, tuple)
    for k, one in enumerate(values if is_tuple else (values,)):
        if not isinstance(one, TensorBase):
            raise TypeError(
                f"The {name} given to {function} must be either a Tensor or a tuple of Tensors but "
                f"the {f'value at index {k}' if is_tuple else f'given {name}'} has type "
                f"{type(one)}."
            )
    return values if is_tuple else (values,)


def _learning(inputs, create_graph, function):
    """Tensors of their own that require gradients; with create_graph their history goes on."""
    return tuple(
        one.view_as(one) if create_graph and one.requires_grad else one.detach().requires_grad_()
        for one in _listed(inputs, "inputs", function)
    )


def _outcome(func, inputs, create_graph, function):
    """What is given and what comes of it, in tuples, and the latter as func gave it."""
    with torch.enable_grad():
        given = _learning(inputs, create_graph, function)
        made = func(*given)
    outputs = _listed(made, "outputs of the user-provided function", function)
    return given, outputs, isinstance(made, tuple)


def _gradients(outputs, given, by, create_graph):
    """Zeros where an input has no part in it."""
    pairs = [(one, v) for one, v in zip(outputs, by) if one.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(one) for one in given)
    found = grad(
        *([one for one, _ in pairs], given, [v for _, v in pairs]),
        retain_graph=True,
        create_graph=create_graph,
        allow_unused=True,
    )
    return tuple(torch.zeros_like(x) if g is None else g for g, x in zip(found, given))


def _like(parts, is_tuple, create_graph):
    parts = parts if create_graph else tuple(part.detach() for part in parts)
    return parts if is_tuple else parts[0]


def jacobian(
    func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"
):
    _refuse("jacobian", strict, strategy)
    given, outputs, is_tuple = _outcome(func, inputs, create_graph, "jacobian")
    found = []
    for one in outputs:
        units = torch.eye(one.numel(), dtype=one.dtype).view(one.numel(), *one.shape)
        rows = [_gradients((one,), given, (unit,), create_graph) for unit in units]
        parts = []
        for k, x in enumerate(given):
            shape = (*one.shape, *x.shape)
            made = torch.stack([row[k] for row in rows]) if rows else x.new_zeros(0)
            parts.append(made.view(shape))
        found.append(_like(tuple(parts), isinstance(inputs, tuple), create_graph))
    return tuple(found) if is_tuple else found[0]


def _one_number(func, name):
    def function(*inputs):
        made = func(*inputs)
        if not isinstance(made, TensorBase):
            raise RuntimeError(f"The function given to {name} should return a single Tensor")
        if made.numel() != 1:
            raise RuntimeError(
                f"The Tensor returned by the function given to {name} should contain a single "
                "element"
            )
        return made.squeeze()

    return function


def hessian(
    func,
    inputs,
    create_graph=False,
    strict=False,
    vectorize=False,
    outer_jacobian_strategy="reverse-mode",
):
    _refuse("hessian", strict, outer_jacobian_strategy)
    one = _one_number(func, "hessian")
    found = jacobian(
        lambda *x: jacobian(one, x, create_graph=True),
        inputs if isinstance(inputs, tuple) else (inputs,),
        create_graph,
    )
    return found if isinstance(inputs, tuple) else found[0][0]


def _vector(v, like, message):
    """The vector of a product, which may be left out where there is one number."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(message)
        return (torch.ones_like(like[0]),)
    v = v if isinstance(v, tuple) else (v,)
    if len(v) != len(like):
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
        )
    for k, (one, x) in enumerate(zip(v, like)):
        if one.size() != x.size():
            place = f"Entry {k} in v" if len(v) > 1 else "v"
            raise RuntimeError(
                f"{place} has invalid size: should be {x.size()} but got {one.size()}."
            )
    return v


_OF_ONE_OUTPUT = (
    "The vector v can only be None if the user-provided function returns a single Tensor with a "
    "single element."
)
_OF_ONE_INPUT = (
    "The vector v can only be None if the input to the user-provided function is a single Tensor "
    "with a single element."
)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    _refuse("vjp", strict)
    given, outputs, is_tuple = _outcome(func, inputs, create_graph, "vjp")
    v = _vector(v, outputs, _OF_ONE_OUTPUT)
    found = _gradients(outputs, given, v, create_graph)
    ours = isinstance(inputs, tuple)
    return _like(outputs, is_tuple, create_graph), _like(found, ours, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """By two backward passes: the first is linear in what is given to it."""
    _refuse("jvp", strict)
    given, outputs, is_tuple = _outcome(func, inputs, create_graph, "jvp")
    v = _vector(v, given, _OF_ONE_INPUT)
    by = tuple(torch.zeros_like(one).requires_grad_() for one in outputs)
    with torch.enable_grad():
        back = _gradients(outputs, given, by, True)
    found = _gradients(back, by, v, create_graph)
    return _like(outputs, is_tuple, create_graph), _like(found, is_tuple, create_graph)


def _curvature(name, func, inputs, v, create_graph, strict):
    _refuse(name, strict)
    given, outputs, _ = _outcome(_one_number(func, name), inputs, create_graph, name)
    v = _vector(v, given, _OF_ONE_INPUT)
    with torch.enable_grad():
        first = _gradients(outputs, given, (torch.ones_like(outputs[0]),), True)
    found = _gradients(first, given, v, create_graph)
    ours = isinstance(inputs, tuple)
    return _like(outputs, False, create_graph), _like(found, ours, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    return _curvature("hvp", func, inputs, v, create_graph, strict)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    return _curvature("vhp", func, inputs, v, create_graph, strict)


__getattr__ = getattr_of("torch.autograd.functional")
