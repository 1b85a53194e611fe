"""torch.autograd.Function: a step whose gradient its author writes."""

from torch import _modes
from torch._base import TensorBase
from torch._tape import Cell, Node, Rule, begin, cells, node_of, raw, refuse_changed, version_of


def _version_of(tensor):
    return version_of(tensor._h) if raw and tensor is not None else 0


class _Context:
    """What forward leaves for backward."""

    def __init__(self, needs):
        self.needs_input_grad, self._saved, self._plain, self._fills = needs, (), set(), True
        self._versions = ()

    def save_for_backward(self, *tensors):
        for one in tensors:
            if one is not None and not isinstance(one, TensorBase):
                raise TypeError(
                    "save_for_backward can only save variables, but argument 0 is of type "
                    + type(one).__name__
                )
        self._saved = tensors
        self._versions = [_version_of(one) for one in tensors]

    @property
    def saved_tensors(self):
        for one, version in zip(self._saved, self._versions):
            if _version_of(one) != version:
                refuse_changed(one, version)
        return self._saved

    def mark_non_differentiable(self, *tensors):
        self._plain.update(one._h for one in tensors)

    def set_materialize_grads(self, value):
        self._fills = bool(value)

    def mark_dirty(self, *_):
        raise NotImplementedError(
            "mark_dirty() of torch.autograd.Function is not part of this lab's torch"
        )


class _Gradients:
    """Of several outputs, by number: what the step gets all at once."""

    def __init__(self, parts):
        self.parts = parts

    def __add__(self, other):
        parts = dict(self.parts)
        for k, g in other.parts.items():
            parts[k] = parts[k] + g if k in parts else g
        return _Gradients(parts)


def _passed_back(kind, context, outputs, places, n):
    """The rule of a call. outputs: shape and dtype of each; places: of tensors among n inputs."""

    def back(node, gathered):
        given = []
        for k, like in enumerate(outputs):
            g = gathered.parts.get(k)
            if g is None and context._fills and like is not None:
                import torch

                g = torch.zeros(like[0], dtype=like[1])
            given.append(g)
        found = kind.backward(context, *given)
        found = found if isinstance(found, tuple) else (found,)
        if len(found) > n and all(part is None for part in found[n:]):
            found = found[:n]
        if len(found) != n:
            raise RuntimeError(
                f"function {kind.__name__}Backward returned an incorrect number of gradients "
                f"(expected {n}, got {len(found)})"
            )
        parts = [found[k] for k in places]
        for k, (part, own) in enumerate(zip(parts, node.kinds)):
            if part is not None and tuple(part.shape) != node.shape(k):
                from torch._rules.fitting import fitted

                try:
                    parts[k] = fitted(part.expand(part.shape), own).view(node.shape(k))
                except RuntimeError:
                    raise RuntimeError(
                        f"Function {kind.__name__}Backward returned an invalid gradient at index "
                        f"{k} - got {list(part.shape)} but expected shape compatible with "
                        f"{list(node.shape(k))}"
                    ) from None
        return parts

    return Rule(None, back)


def _output_back(number):
    return Rule(None, lambda node, g: [_Gradients({number: g})])


class Function:
    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args):
        places = [k for k, one in enumerate(args) if isinstance(one, TensorBase)]
        nodes = [node_of(args[k]._h) if _modes.is_on else None for k in places]
        needs = tuple(isinstance(one, TensorBase) and node_of(one._h) is not None for one in args)
        context = _Context(needs)
        with _modes.no_grad():
            given = cls.forward(context, *args)
        if not any(node is not None for node in nodes):
            return given
        begin()
        made = list(given) if isinstance(given, tuple) else [given]
        made = [_own(one, args) for one in made]
        outputs = [
            (tuple(one.shape), one.dtype) if isinstance(one, TensorBase) else None for one in made
        ]
        step = Node(cls.__name__ + "Backward", nodes)
        step.rule = _passed_back(cls, context, outputs, places, len(args))
        step.kinds = [raw["kind"](args[k]._h) for k in places]
        for number, one in enumerate(made):
            if not isinstance(one, TensorBase) or one._h in context._plain:
                continue
            if not (one.is_floating_point() or one.is_complex()):
                continue
            node = Node(step._name, (step,))
            node.rule = _output_back(number)
            node.kinds = [raw["kind"](one._h)]
            node.kind, node.number = node.kinds[0], number
            node.metadata["step"] = step
            cells[one._h] = Cell(node)
        return tuple(made) if isinstance(given, tuple) else made[0]


def _own(one, args):
    """An output that is an input itself, as a tensor of its own."""
    return one.view_as(one) if any(one is arg for arg in args) else one
