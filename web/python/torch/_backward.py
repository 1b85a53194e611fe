"""backward(), torch.autograd.grad and what a tensor has by them."""

import functools
import math
import warnings as _warnings
from heapq import heapify, heappop, heappush

from torch import _engine, _modes
from torch._arguments import _kind, _named
from torch._base import TensorBase
from torch._checks import checked
from torch._tape import (
    KEEP,
    VOID,
    Cell,
    Node,
    Rule,
    alias,
    begin,
    cells,
    in_arrays,
    is_learned,
    moved,
    named,
    node_of,
    own_count,
    raw,
    refuse_replaced,
    require,
    version_of,
)
from torch._types import _FLOAT

_SAVE_NOTHING = frozenset(  # in PyTorch, so that they can be passed again
    """
    Add Alias AsStrided Cat Ceil Clone ConstantPadNd Copy Cumsum Deg2Rad Diag Diagonal Expand Fill
    Flip Floor Fmod Frac IndexFill Lerp Mean Neg Permute Rad2Deg Remainder Repeat ReshapeAlias Roll
    Rot90 Round Rsub ScatterAdd Select Sign Slice Split SplitWithSizes Squeeze Stack Sub Sum T
    ToCopy Trace Transpose Tril Triu Trunc Unbind Unfold UnsafeView Unsqueeze View ViewAsComplex
    Zero""".split()
)


def _saves(node):
    """Whether PyTorch saves tensors for this node, which a backward pass then frees."""
    if node.call == "einsum" and "," in node.args[0] or node._name == "MeanBackward1":
        return True
    if node.call in ("matmul", "bmm", "linear"):
        return True
    if node._name in ("RemainderBackward1", "FmodBackward1"):
        return node.parents[-1] is not None and len(node.parents) > 1
    name = node._name.removeprefix("torch::autograd::").removesuffix("Backwards")
    return name.rstrip("0123456789").removesuffix("Backward") not in _SAVE_NOTHING


def _order(roots):
    """All nodes that lead to the roots, each after all that came of it: the last made first, as in
    PyTorch, and leaves as soon as nothing else leads to them.
    """
    awaited, stack = dict.fromkeys(roots, 0), list(roots)
    while stack:
        for parent in stack.pop().parents:
            if parent is None:
                continue
            if parent not in awaited:
                awaited[parent] = 0
                stack.append(parent)
            awaited[parent] += 1
    order, heap = [], [_rank_of(root) for root in roots if not awaited[root]]
    heapify(heap)
    while heap:
        node = heappop(heap)[1]
        order.append(node)
        for parent in node.parents:
            if parent is None:
                continue
            awaited[parent] -= 1
            if not awaited[parent]:
                heappush(heap, _rank_of(parent))
    return order


def _rank_of(node):
    return (-node.serial if node.rule else -math.inf, node.serial), node


def _first(tensor, gradient, k=0):
    import torch

    if node_of(tensor._h) in (None, VOID):
        raise RuntimeError(
            f"element {k} of tensors does not require grad and does not have a grad_fn"
        )
    if gradient is None:
        if tensor.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if tensor.is_complex():
            raise RuntimeError("grad can be implicitly created only for real scalar outputs")
        return torch.ones(tensor.shape, dtype=tensor.dtype)
    if not isinstance(gradient, TensorBase):
        raise TypeError(
            "gradients can be either Tensors or None, but got " + type(gradient).__name__
        )
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{k}] has a shape of {gradient.shape} and output[{k}] "
            f"has a shape of {tensor.shape}."
        )
    return gradient


def run(tensors, gradients, retain_graph, create_graph=False, wanted=None, is_hooked=False):
    """-> by node its gradient, of those wanted; without these, leaves add theirs to .grad

    is_hooked: what is wanted is wanted as hooks have changed it.
    """
    _engine.uses("autograd")
    retain_graph = create_graph if retain_graph is None else retain_graph
    with _modes.enable_grad() if create_graph else _modes.no_grad():
        sums, found = {}, {}
        for k, (tensor, gradient) in enumerate(zip(tensors, gradients)):
            first, node = _first(tensor, gradient, k), node_of(tensor._h)
            if gradient is not None:
                first = alias(first._h)  # so that .grad has elements of its own
            sums[node] = sums[node] + first if node in sums else first
        order = _order(list(sums))
        needed = None if wanted is None else _leading(order, wanted)
        for node in order:
            g = sums.pop(node, None)
            if g is None:
                continue
            is_wanted = wanted is not None and node in wanted
            if is_wanted and not is_hooked:
                found[node] = g
            if wanted is not None and node not in needed and not (is_wanted and is_hooked):
                continue
            for hook in list(node.hooks):
                if hook is KEEP:
                    _accumulate(node, g, create_graph)
                    continue
                changed = hook(g)
                if changed is not None:
                    g = _checked(hook, g, changed)
            if is_wanted and is_hooked:
                found[node] = g
            if wanted is None and node.rule is None:
                _accumulate(node, g, create_graph)
            if node.rule and (needed is None or node in needed):
                _pass_on(node, g, sums, create_graph)
        if not retain_graph:
            for node in order:
                is_used = node.rule and (needed is None or node in needed)
                if is_used and _saves(node):
                    node.is_freed, node.kept = True, {}
        return found


def _checked(hook, g, changed):
    """What a hook makes of a gradient: of the same type and shape."""
    if not isinstance(changed, TensorBase):
        raise TypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    what = ""
    if changed.dtype is not g.dtype:
        what = f"type of value (was {g.type()} got {changed.type()})"
    elif changed.shape != g.shape:
        what = "size of value"
    if what:
        raise RuntimeError(f"hook '{getattr(hook, '__name__', hook)}' has changed the {what}")
    return changed


def _leading(order, wanted):
    """The nodes through which the wanted ones are reached."""
    needed = set()
    for node in reversed(order):
        if any(p is not None and (p in wanted or p in needed) for p in node.parents):
            needed.add(node)
    return needed


def _accumulate(node, g, create_graph):
    if raw["kind"](g._h) != node.kind:
        from torch._rules.fitting import fitted

        g = fitted(g, node.kind)
    if node.grad is not None and create_graph:
        node.grad = node.grad + g
    elif node.grad is not None:
        node.grad.add_(g)  # who has it sees the sum
    elif create_graph:
        node.grad = named(_laid_out(g, node).clone(), "torch::autograd::CopyBackwards")
    elif raw["holders"](g._h) == 1 and g.is_contiguous() and "order" not in node.metadata:
        node.grad = g.detach()  # no row of it repeated
    else:  # elements of its own, without a history
        node.grad = _laid_out(g.detach(), node).clone()


def _laid_out(g, node):
    """In memory as the leaf is, so that what a learner may do with the one goes with the other."""
    order = node.metadata.get("order")
    if order is None:
        return g.contiguous()
    back = sorted(range(len(order)), key=order.__getitem__)
    return g.permute(order).contiguous().permute(back)


_IN_PIECES = tuple(
    """Relu LeakyRelu Hardtanh Threshold Hardshrink Softshrink Prelu Convolution MaxPool AvgPool
    AdaptiveAvg AdaptiveMax NllLoss ReflectionPad ReplicationPad""".split()
)
_LAST_CALLS = ("extreme", "binary", "cat", "to")  # of pools along one axis, and of losses
_NO_SECOND = {  # whose second gradient PyTorch has not: what it calls the first
    "HardsigmoidBackward0": "hardsigmoid_backward",
    "MultiMarginLossBackward0": "multi_margin_loss_backward",
    "GridSampler2DBackward0": "grid_sampler_2d_backward",
    "CdistBackward0": "_cdist_backward",
}


def _is_led_back(node, part):
    if node._name in _NO_SECOND:
        return True
    is_composed = node._name in ("SqueezeBackward1", "ViewBackward0") and node.call in _LAST_CALLS
    return (is_composed or node._name.startswith(_IN_PIECES)) and node_of(part._h) is None


def _second_back(name, g):
    if name not in _NO_SECOND:
        return [None if name == "ConvolutionBackward0" else g * 0]
    first = _NO_SECOND[name]
    if first[0] == "_":
        raise NotImplementedError(f"the derivative for '{first}' is not implemented.")
    raise RuntimeError(f"derivative for aten::{first} is not implemented")


def _led_back(node, parent, part):
    """As in PyTorch: what is linear in pieces has a gradient that depends on its input, by 0."""
    title = node._name.replace("Backward0", "BackwardBackward0")
    title = _SECOND_NAMES.get(node._name.removesuffix("Backward0"), title)
    name = node._name
    made = Node(title, (parent,), Rule(None, lambda _, g: _second_back(name, g)))
    made.kinds, made.kind = (parent.kind,), raw["kind"](part._h)
    cells[part._h] = Cell(made)
    return part


_SECOND_NAMES = {  # of what PyTorch takes in one step where the gradient is differentiated too
    **{name: f"{name}BackwardBackward0" for name in (
        """Sigmoid Tanh Gelu Softplus Elu Hardshrink Softshrink Hardswish LogSigmoid Glu LeakyRelu
        Hardtanh Prelu Threshold ReflectionPad1D ReflectionPad2D ReplicationPad1D ReplicationPad2D
        NativeBatchNorm NativeLayerNorm Unfold Select Slice Diagonal NllLoss""".split()
    )},
    **dict.fromkeys(("Celu", "Selu"), "EluBackwardBackward0"),
    "Relu": "ThresholdBackwardBackward0",
    "Embedding": "EmbeddingDenseBackwardBackward0",
    "Softmax": "SoftmaxBackwardDataBackward0",
    "LogSoftmax": "LogSoftmaxBackwardDataBackward0",
    "Unsqueeze": "SqueezeBackward1",
}  # fmt: skip


def _name_second(node, part):
    title, made = _SECOND_NAMES.get(node._name.removesuffix("Backward0")), node_of(part._h)
    if title and made and made.rule:
        made._name = title


def _pass_on(node, g, sums, create_graph):
    if node.is_freed:
        raise RuntimeError(
            "Trying to backward through the graph a second time (or directly access saved "
            "tensors after they have already been freed). Saved intermediate "
            "values of the graph are freed "
            "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need "
            "to backward through the graph a second time or if you need to "
            "access saved tensors after "
            "calling backward."
        )
    if node.kind[:3] in ("int", "uin", "boo"):
        raise RuntimeError("isDifferentiableType(grad.scalar_type()) INTERNAL ASSERT FAILED")
    node.check_watched()
    for parent, part in zip(node.parents, node.rule.back(node, g)):
        if parent not in (None, VOID) and part is not None:
            if parent.rule is None and parent.metadata.get("since", -1) > node.serial:
                refuse_replaced(node)
            if create_graph and _is_led_back(node, part):
                part = _led_back(node, parent, part)
            elif create_graph:
                _name_second(node, part)
            sums[parent] = sums[parent] + part if parent in sums else part


def _listed(values):
    return [values] if isinstance(values, TensorBase) else list(values)


def _gradients_of(outputs, given):
    given = [None] * len(outputs) if given is None else _listed(given)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    return given


def _check_inputs(inputs):
    for one in inputs:
        if node_of(one._h) in (None, VOID):
            raise RuntimeError("One of the differentiated Tensors does not require grad")


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    tensors = _listed(tensors)
    gradients = _gradients_of(tensors, grad_tensors)
    if inputs is None:
        run(tensors, gradients, retain_graph, create_graph)
        return
    inputs = _listed(inputs)
    if not inputs:
        raise RuntimeError("'inputs' argument to backward cannot be empty.")
    _check_inputs(inputs)
    nodes = [node_of(one._h) for one in inputs]
    found = run(tensors, gradients, retain_graph, create_graph, set(nodes), True)
    for node in dict.fromkeys(nodes):
        if node in found and not node.keeps:
            with _modes.enable_grad() if create_graph else _modes.no_grad():
                _accumulate(node, found[node], create_graph)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=False,
    is_grads_batched=False,
):
    """The gradients of the inputs, which .grad does not keep."""
    for name, is_asked in (
        ("is_grads_batched", is_grads_batched),
        ("only_inputs", not only_inputs),
    ):
        if is_asked:
            raise NotImplementedError(f"{name}= of grad() is not part of this lab's torch")
    outputs, inputs = _listed(outputs), _listed(inputs)
    gradients = _gradients_of(outputs, grad_outputs)
    _check_inputs(inputs)
    nodes = [node_of(one._h) for one in inputs]
    found = run(outputs, gradients, retain_graph, create_graph, set(nodes))
    if not allow_unused and any(node not in found for node in nodes):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set "
            "allow_unused=True if this is the desired behavior."
        )
    return tuple(found.get(node) for node in nodes)


# ------------------------------------------------------------------ what a tensor has by this


def requiring(function):
    """A function that makes a tensor, with requires_grad=."""

    @functools.wraps(function)
    def made(*args, requires_grad=False, **kwargs):
        tensor = function(*args, **kwargs)
        if requires_grad and tensor.dtype._kind < _FLOAT:
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        return require(tensor, True) if requires_grad else tensor

    return made


def _set_required(tensor, requires_grad):
    if requires_grad and not tensor.is_leaf:
        raise RuntimeError("you can only change requires_grad flags of leaf variables.")
    require(tensor, requires_grad)


class RemovableHandle:
    """What takes a hook away again: by remove(), or at the end of a with."""

    __module__ = "torch.utils.hooks"

    def __init__(self, hooks, hook):
        self._hooks, self._hook = hooks, hook
        hooks.append(hook)

    def remove(self):
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


_MAKERS = """
    tensor zeros ones full empty rand randn arange linspace logspace eye zeros_like ones_like
    full_like empty_like rand_like randn_like normal randint randperm""".split()

_METHODS_THAT_MAKE = "new_tensor new_zeros new_ones new_full new_empty".split()


def _get_grad(self):
    node = node_of(self._h)
    if node in (None, VOID):
        return self.__dict__.get("_idle_grad")
    if node.keeps is not None and node.keeps is not True:
        return node.keeps.grad  # of what it was before a write
    if node.rule is None or node.keeps or node.grad is not None:
        return node.grad
    _warnings.warn(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
        "attribute won't be populated during autograd.backward(). If you indeed want the .grad "
        "field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. "
        "If you access the non-leaf Tensor by mistake, make sure you access the leaf Tensor "
        "instead. See github.com/pytorch/pytorch/pull/30531 for more informations.",
        stacklevel=2,
    )
    return None


def _set_grad(self, value):
    if value is not None:
        if not isinstance(value, TensorBase):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got grad of type "
                f"{type(value).__name__}"
            )
        if value.shape != self.shape:
            raise RuntimeError("assigned grad has data of a different size")
        if value.dtype is not self.dtype:
            raise RuntimeError("assigned grad has data of a different type")
    node = node_of(self._h)
    if node in (None, VOID):
        self.__dict__["_idle_grad"] = value
    else:
        node.grad = value


def _retain_grad(self):
    node = node_of(self._h)
    if node is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if node.rule is not None and not node.keeps:
        node.keeps = True
        node.hooks.append(KEEP)  # what hooks that come later change is not kept


def _register_hook(self, hook):
    node = node_of(self._h)
    if node is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return RemovableHandle(node.hooks, hook)


def _tensor_backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    backward([self], [gradient], retain_graph, create_graph, inputs)


def _grad_fn(self):
    node = node_of(self._h)
    return None if node is None or node.rule is None else node.shown()


def _detach(self):
    from torch._tensor import Tensor

    return Tensor._of(_engine.alias(self._h))


def _detach_(self):
    cell = cells.get(self._h)
    if cell is not None and cell.base is not None:
        raise RuntimeError("Can't detach views in-place. Use detach() instead.")
    cells.pop(self._h, None)
    return self


def _data(self):
    """As detach(), but what is written through it is not counted."""
    begin()
    made = _detach(self)
    own_count(made._h)
    return made


def _set_data(self, value):
    if not isinstance(value, TensorBase) or value._is_array:
        raise TypeError(f"Variable data has to be a tensor, but got {_kind(value)}")
    if value.dtype._kind < _FLOAT and self.requires_grad:
        raise RuntimeError(
            "data set to a tensor that requires gradients must be floating point or complex dtype"
        )
    begin()
    old, self._h = self._h, raw["alias"](value._h)
    moved(old, self._h)
    _engine.free(old)


def _requires_grad_(self, requires_grad=True):
    return require(self, requires_grad)


def attach(functions):
    """What a tensor has by this, and requires_grad= of what makes one. functions: by name."""
    for name in _MAKERS:
        if name in functions:
            functions[name] = checked(requiring(functions[name]))
    Tensor = functions["Tensor"]
    for name in _METHODS_THAT_MAKE:
        setattr(Tensor, name, checked(requiring(getattr(Tensor, name))))
    Tensor.requires_grad = property(lambda self: is_learned(self._h), _set_required)
    Tensor.grad, Tensor.grad_fn = property(_get_grad, _set_grad), property(_grad_fn)
    Tensor.is_leaf = property(lambda self: _grad_fn(self) is None)
    Tensor.retains_grad = property(lambda self: bool((n := node_of(self._h)) and n.keeps))
    Tensor.output_nr = property(lambda self: n.number if (n := node_of(self._h)) else 0)
    Tensor._version = property(lambda self: _version(self))
    Tensor.is_inference = functions["is_inference"] = _named(_is_of_inference, "is_inference")
    Tensor.requires_grad_ = checked(_requires_grad_)
    Tensor.retain_grad, Tensor.register_hook = _retain_grad, _register_hook
    Tensor.backward, Tensor.detach, Tensor.detach_ = _tensor_backward, _detach, _detach_
    Tensor.data = property(_data, _set_data)
    Tensor.backward.__name__ = "backward"


def _version(tensor):
    if _is_of_inference(tensor):
        raise RuntimeError("Inference tensors do not track version counter.")
    begin()
    version = version_of(tensor._h)
    if version and _engine.storage(tensor._h) in in_arrays:
        raise NotImplementedError(
            "_version of a tensor that shared its elements with an array before anything required "
            "a gradient is not part of this lab's torch: writes by the array are not told apart"
        )
    return version


def _is_of_inference(tensor):
    return _modes.is_of_inference(_engine.storage(tensor._h))
