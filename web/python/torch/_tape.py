"""What came of tensors that require gradients, kept so that backward() can go back through it.

Recording begins with the first tensor that requires a gradient: until then the engine's functions
are called as they are.
"""

from collections import namedtuple
from itertools import count

from torch import _engine, _modes

cells = {}  # handle: its Cell
in_arrays = set()  # storages that an array shared before anything was recorded
unseen = {}  # storage: how often it was written by what counts as none
windows = set()  # storages of as_strided() and of what it was made of, with a gradient
silent = {}  # handles by which a write counts as none for others, as of .data: their own count
replaced = {}  # storages that .data of a leaf was taken from: when, as serial numbers of nodes
raw = {}  # the engine's own functions, once recording has begun
own, recorders = {}, {}  # the same, and what takes their places then: from prepare()
rules = {}  # name of a function of the engine's: its Rule
kinds = {}  # name of a node: its type


_serials = count()
KEEP = object()  # in the place of a hook: retain_grad()


_FIELDS = "inputs back keeps keeps_result watches copies"


class Rule(namedtuple("Rule", _FIELDS, defaults=((), False, (), False))):
    """How a function goes back.

    inputs(args) -> the handles that it reads. back(node, g) -> the gradient of each, or None.
    keeps: which of them its rule needs, by place. keeps_result: whether it needs what it made.
    watches: which of them PyTorch keeps although its rule needs none of them here. copies: whether
    what it keeps is what PyTorch computes anew, so that its inputs may be written to.
    """

    __slots__ = ()  # a rule cannot be changed


class Node:
    """Where a tensor came from. A leaf has no rule."""

    __slots__ = (
        "_name", "parents", "rule", "args", "kept", "kinds", "kind", "number", "grad", "keeps",
        "hooks", "is_freed", "metadata", "call", "serial", "watched", "__weakref__",
    )  # fmt: skip

    def __init__(self, name, parents=(), call=None, args=()):
        self._name, self.parents, self.call, self.args = name, parents, call, args
        self.rule = rules[call] if type(call) is str else call
        self.kept, self.kinds, self.kind, self.number = {}, (), "", 0
        self.grad = self.keeps = None
        self.hooks, self.is_freed, self.metadata, self.watched = [], False, {}, []
        self.serial = next(_serials)

    def name(self):
        return self._name if self.rule else f"torch::autograd::{self._name}"

    def __repr__(self):
        is_own = "step" in self.metadata or "hooked" in self.metadata
        place = "torch.autograd.function." if is_own else ""
        return f"<{place}{self._name} object at {id(self):#x}>"

    def shown(self):
        """As an object of a type of its name."""
        if self._name not in kinds:
            kinds[self._name] = type(self._name, (Node,), {"__slots__": ()})
        self.__class__ = kinds[self._name]
        return self

    @property
    def next_functions(self):
        parents = _shown_parents(self)
        if len(parents) == 1 and self._name in _OF_A_NUMBER:
            parents.append(None)  # the number's
        return tuple((None if p in (None, VOID) else p.shown(), 0) for p in parents)

    def needs(self, k):
        return self.parents[k] is not None

    def tensor(self, k):
        """Input k as it was, or the result: k is 'y'."""
        tensor = self.kept[k][0]
        self._check(k)
        if k == "y":
            tensor = alias(tensor._h)
            if _modes.is_on:  # the gradient is differentiated too
                cells[tensor._h] = Cell(self)
        return tensor

    def _check(self, k):
        tensor, version = self.kept[k]
        if version_of(tensor._h) != version:
            refuse_changed(tensor, version, self if k == "y" else None)
        if replaced and replaced.get(raw["storage"](tensor._h), -1) > self.serial:
            cell = cells.get(tensor._h)
            if k != "y" and (cell is None or cell.base is None and _is_leaf(cell)):
                refuse_replaced(self)

    def watch(self, handles):
        """What PyTorch saves too: a backward pass after a write to one of them is refused."""
        for handle in handles:
            _refuse_inference(handle)
            key = f"watched {len(self.watched)}"
            self.kept[key] = (alias(handle), version_of(handle))
            self.watched.append(key)

    def check_watched(self):
        kept = [k for k in self.watched if k in self.kept]
        for k in kept:
            self._check(k)
        if "unseen" in self.metadata:
            self._check_unseen(sum(_unseen_writes(self.kept[k][0]) for k in kept))

    def _check_unseen(self, count):
        """Of several steps that PyTorch takes at once, each has kept numbers of its own."""
        if count != self.metadata["unseen"]:
            raise NotImplementedError(
                f"a backward pass through {self._name} after a write through .data to a tensor "
                "that it keeps is not part of this lab's torch: write before the forward pass, or "
                "after backward()"
            )

    def shape(self, k):
        return _shape_of(self.kinds[k])


def _shown_parents(node):
    """What PyTorch shows before a step that it takes in several and that is one here."""
    parents, name = list(node.parents), node._name
    first = parents[0] if parents else None
    if node.call == "linear":
        return _shown_product(node, parents, name != "MmBackward0", "MmBackward0")
    if first and first.call == "linear" and name in ("AddmmBackward0", "ViewBackward0"):
        parts = [parents[1], *first.parents]
        return _shown_product(first, parts, name == "ViewBackward0", "AddmmBackward0")
    if name == "NllLossBackward0" and node.call == "cross_entropy" and first:
        return [Node("LogSoftmaxBackward0", [first], node.rule)]
    if name == "MaskedFillBackward0":
        return [parent for parent in parents if parent] or [None]
    if name == "WhereBackward0" and len(parents) == 3:
        return parents[1:]
    if name in ("NativeLayerNormBackward0", "NativeBatchNormBackward0"):
        return parents + [None] * (3 - len(parents))
    return [None, *parents] if name == "PowBackward1" and len(parents) == 1 else parents


def _shown_product(linear, parts, is_viewed, title):
    """Before x w^T: rows of x where it has more axes, and the weight transposed."""
    *rest, x, weight = parts
    rule = linear.rule
    transposed = weight and Node("TBackward0", [weight], rule)
    if not is_viewed:
        return [*rest, x, transposed]
    x = x and Node("ViewBackward0", [x], rule)
    return [Node(title, [*rest, x, transposed], rule)]


_OF_A_NUMBER = ("AddBackward0", "SubBackward0", "MulBackward0", "DivBackward0")


class Cell:
    """What all handles of one tensor share: its node, and for a view what it is a view of."""

    __slots__ = (
        "node", "base", "step", "known", "writes", "made_at", "is_itself", "title", "version",
        "is_unseen", "is_part",
    )  # fmt: skip

    def __init__(self, node=None, base=None, step=None):
        self.node, self.base, self.step, self.writes = node, base, step, 0
        self.known = root_of(base).writes if base else 0
        self.version = 0  # of a view: that of its elements when it was made
        self.is_unseen = False  # of a view: whether it was made while nothing was recorded
        self.is_part = False  # a leaf that is a view: of what needs no gradient
        self.made_at = None  # of several views made at once, and views of these: the version then
        # a view in place of what was no view: still the tensor itself, by its last step
        self.is_itself, self.title = False, "AsStridedBackward0"


def _shape_of(kind):
    text = kind.partition(":")[2]
    return tuple(map(int, text.split(","))) if text else ()


def root_of(cell):
    while cell.base is not None:
        cell = cell.base
    return cell


def alias(handle):
    """Another handle of the same elements, which outlives the caller's."""
    from torch._tensor import Tensor

    made = Tensor._of(_aliased(handle))
    if handle in cells:
        cells[made._h] = cells[handle]
    return made


def _kept(handle):
    _refuse_inference(handle)
    return alias(handle), version_of(handle)


def _refuse_inference(handle):
    if _modes.spans and _modes.is_of_inference(raw["storage"](handle)):
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. To work around you can make a clone "
            "to get a normal tensor and use it in autograd."
        )


def _copied(handle):
    """A copy with the history that it has now."""
    _refuse_inference(handle)
    from torch._tensor import Tensor

    made = Tensor._of(raw["clone"](handle))
    node = node_of(handle)
    if node is not None:
        cells[made._h] = Cell(node)
    return made, version_of(made._h)


def version_of(handle):
    if handle in silent:
        return silent[handle][0]
    return raw["writes"](handle) - unseen.get(raw["storage"](handle), 0)


def node_of(handle):
    cell = cells.get(handle)
    if cell is None:
        return None
    if cell.made_at not in (None, version_of(handle)) and root_of(cell).node is not None:
        _refuse_parts(cell, "its base or another view of its base has been modified inplace")
    is_new = cell.base is None or cell.version == version_of(handle)
    if cell.is_unseen and not is_new and is_learned(handle):
        raise RuntimeError(
            "A view was created in no_grad mode and its base or another view of its base has been "
            "modified inplace with grad mode enabled. " + _AMBIGUOUS
        )
    node = _current(cell)
    if node is not None or not is_learned(handle):
        return node
    if is_new:
        return VOID
    cell.known = -1
    return _current(cell)


def is_learned(handle):
    """Whether a tensor requires a gradient: a view as soon as what it is a view of does."""
    cell = cells.get(handle)
    if cell is None or (root := root_of(cell)).node is None:
        return False
    return not root.is_part or _current(cell) is not None


# Of a view that was made before its base required a gradient, or without a tape: no gradient goes
# further, but where what it shows was written since.
VOID = Node("AccumulateGrad")
_AMBIGUOUS = (
    "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
    "code by moving both the view and the inplace either both inside the no_grad block (if you "
    "don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)


def _refuse_parts(cell, what):
    raise RuntimeError(
        f"Output {cell.step[3]} of {_title(*cell.step[:2])} is a view and {what}. This view is the "
        "output of a function that returns multiple views. Such functions do not allow the output "
        "views to be modified inplace. You should replace the inplace operation by an out-of-place "
        "one."
    )


def _current(cell):
    """The node of a cell: of a view, made anew where what it shows was written through another."""
    if cell.base is not None and cell.known != (root := root_of(cell)).writes:
        steps, top = [cell.step], cell.base
        while top.base is not None and not top.is_itself:
            steps.insert(0, top.step)
            top = top.base
        if None in steps:
            raise NotImplementedError(
                "a view that was made before its base required a gradient, and was written since, "
                "is not part of this lab's torch: make the view after requires_grad_()"
            )
        node, cell.known = _current(top), root.writes
        for name, args, kind, number, own in steps if node is not None else ():
            of_parts = name.startswith("view_as_")
            title = _title(name, args) if of_parts else cell.title
            node = Node(title, (node,), name, args)
            node.kinds, node.kind, node.number = (kind,), own, number
        if not cell.is_itself and node is not None and cell.node is not None and cell.node.keeps:
            node.keeps = True  # retain_grad() of a view: of what it shows from then on
            node.hooks.append(KEEP)
        cell.node = node if node is None or node.keeps else keeping(node, cell.node)
    return cell.node


def keeping(node, old):
    """A node in the place of another, where retain_grad() of its tensor goes on."""
    if node is not None and old is not None and old.keeps:
        node.keeps = old if old.keeps is True else old.keeps
    return node


def _steps_of(cell):
    """How a view comes of what it is a view of, first to last."""
    steps = []
    while cell.base is not None:
        steps.insert(0, cell.step)
        cell = cell.base
    return steps


def _is_leaf(cell):
    return cell.node is None or cell.node.rule is None


def refuse_replaced(node):
    """PyTorch goes back with the new numbers, which the forward pass has not seen."""
    raise NotImplementedError(
        f"a backward pass through {node._name} after .data of a tensor that it keeps was set is "
        "not part of this lab's torch: set .data before the forward pass, or after backward()"
    )


def refuse_changed(tensor, version, node=None):
    """node: where it came from, if no history says so."""
    kind = raw["kind"](tensor._h)
    source = cells.get(tensor._h)
    node = node or source and _current(source)
    named_by = ""
    if node and node.rule:
        number, name = node.number, node._name
        if source and source.base is not None:  # found anew from what it is a view of
            number, name = 0, "AsStridedBackward0"
        named_by = f", which is output {number} of {name},"
    type_name = "CPUBoolType" if kind[:4] == "bool" else tensor.type()
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{type_name} {list(_shape_of(kind))}]{named_by} is at version "
        f"{version_of(tensor._h)}; expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True)."
    )


# ------------------------------------------------------------------------------ recording

VIEWS = frozenset(
    """
    view reshape permute transpose movedim expand unsqueeze squeeze flatten select narrow unbind
    split split_sizes chunk diagonal unfold index at part view_as_real view_as_complex""".split()
)
_PARTS = ("unbind", "split", "split_sizes", "chunk")
_NO_GRADIENT = ("int", "uin", "boo")  # how the names of these types begin


def _recorded(name):
    plain, rule = own[name], rules[name]
    inputs_of, is_view = rule.inputs, name in VIEWS

    def function(*args):
        made = plain(*args)
        if type(made) is str and made[:1] == "!":
            return made
        if is_view and args[0] in silent:
            silent.update(dict.fromkeys(_handles_of(made), silent[args[0]]))
        handles = inputs_of(args)
        for handle in handles:
            if handle in cells:
                break
        else:
            if is_view and _modes.is_on:
                _note_view(name, args, made)
            return made
        if _modes.is_on or is_view:
            _record(name, args, handles, made)
        return made

    return function


def _note_view(name, args, made):
    """A view of what needs no gradient so far: a write into either may change that."""
    base = args[0]
    if base not in cells:
        cells[base] = Cell()
    _add_views(name, args, cells[base], raw["kind"](base), _handles_of(made))


def _handles_of(made):
    return (made,) if type(made) is int else [int(h) for h in made.split(",") if h]


def _shares(name, made, base):
    """Whether what was made shows the same elements: reshape and index may copy."""
    if name in ("reshape", "flatten", "index"):
        return raw["storage"](made) == raw["storage"](base)
    return True


def _add_views(name, args, base, kind, made):
    if name == "index" and "t:" in args[1] or not made or not _shares(name, made[0], args[0]):
        return False
    if _modes.is_inference:
        return False
    for number, handle in enumerate(made):
        own = raw["kind"](handle)
        cell = cells[handle] = Cell(None, base, (name, args, kind, number, own))
        cell.version, cell.is_unseen = version_of(handle), base.is_unseen or not _modes.is_on
        if name in _PARTS or base.made_at is not None:
            cell.made_at = version_of(handle)
    return True


def _record(name, args, handles, made):
    rule = rules[name]
    parents = [node_of(h) for h in handles] if _modes.is_on else [None] * len(handles)
    made = _handles_of(made)
    is_tracked = any(parent is not None for parent in parents)
    kinds = [raw["kind"](h) for h in handles] if is_tracked else ()
    if name in VIEWS:
        base = args[0]
        if base not in cells:
            cells[base] = Cell()
        kind = kinds[0] if kinds else raw["kind"](base)
        if not _add_views(name, args, cells[base], kind, made) and not is_tracked:
            return
    if not is_tracked:
        return
    args, alive = _kept_args(name, args)
    kept = {}
    for k in rule.keeps:
        if k < len(handles) and _is_needed(name, args, k, parents):
            kept[k] = _copied(handles[k]) if rule.copies else _kept(handles[k])
    title = _title(name, args)
    if name == "matmul":
        title = _PRODUCTS.get(tuple(len(_shape_of(kind)) for kind in kinds), title)
    if name in ("reshape", "flatten") and not _shares(name, made[0], handles[0]):
        title = "UnsafeViewBackward0"
    for number, handle in enumerate(made):
        kind = raw["kind"](handle)
        if kind[:3] in _NO_GRADIENT:
            continue
        node = Node(title, parents, name, args)
        node.kinds, node.kind, node.number, node.kept = kinds, kind, number, dict(kept)
        if alive:
            node.metadata["alive"] = alive
            node.watch(one._h for one in alive)
        if rule.watches and _is_watched(name, args):
            node.watch(handles[k] for k in rule.watches)
        if rule.keeps_result:
            from torch._tensor import Tensor

            node.kept["y"] = (Tensor._of(raw["alias"](handle)), version_of(handle))
        if number == 0 and len(made) > 1 and name in ("sort", "extreme"):
            place = made[1]
            node.kept["place"] = (alias(place), version_of(place))
        cell = cells.get(handle)
        if cell is None:
            cells[handle] = Cell(node)
        else:
            cell.node = node


# what the rules of elements need: the result, or nothing
BY_RESULT = frozenset("exp exp2 expm1 sqrt rsqrt tan tanh sigmoid reciprocal relu".split())
_WITHOUT_INPUT = BY_RESULT.union(
    "neg floor ceil trunc round sign frac deg2rad rad2deg conj".split()
)


def _is_needed(name, args, k, parents):
    if name == "binary":
        return _is_operand_needed(args, k, parents)
    if name in ("matmul", "bmm", "dot", "linear", "outer"):
        return parents[1 - k] is not None
    if name in ("reduce", "cumulate"):
        return args[0] not in ("sum", "mean", "cumsum")
    if name == "unary":
        return args[0] not in _WITHOUT_INPUT
    return True


def _is_operand_needed(args, k, parents):
    """Operand k of args[0]: the gradient of one of them may need neither, or the other alone."""
    name, is_alone = args[0], len(parents) == 1
    if name in ("add", "sub"):
        return False
    if name == "div":
        return bool(args[3:4] and args[3]) if is_alone else k == 1 or parents[1] is not None
    if name in ("mul", "remainder", "fmod"):
        return not is_alone and parents[1 - k if name == "mul" else 1] is not None
    return True


def _is_watched(name, args):
    """Of reductions mean() along axes alone."""
    return name != "reduce" or args[0] == "mean" and len(args) > 2 and args[2] != ""


def _kept_args(name, args):
    """The arguments with handles of their own of the tensors that choose places."""
    if name == "index" and "t:" in args[1]:
        alive, parts = [], []
        for part in args[1].split(";"):
            if part[:2] == "t:":
                alive.append(alias(int(part[2:])))
                part = f"t:{alive[-1]._h}"
            parts.append(part)
        return (args[0], ";".join(parts), *args[2:]), alive
    at = {
        "gather": 2,
        "index_select": 2,
        "embedding": 1,
        "embedding_back": 1,
        "cross_entropy": 1,
    }.get(name)
    if at is None:
        return args, None
    index = alias(args[at])
    return (*args[:at], index._h, *args[at + 1 :]), [index]


_TITLES = {
    ("reduce", "norm"): "NormBackward1",
    "extreme": "MaxBackward0",
    "binary": "",
    "embedding": "EmbeddingBackward0",
    "clamp": "ClampBackward1",
    "at": "SelectBackward0",
    "layer_norm": "NativeLayerNormBackward0",
    "softmax": "SoftmaxBackward0",
    "cross_entropy": "NllLossBackward0",
    "to": "ToCopyBackward0",
    "matmul": "UnsafeViewBackward0",
    "split_sizes": "SplitWithSizesBackward0",
    "chunk": "SplitBackward0",
    "movedim": "PermuteBackward0",
    "flatten": "ReshapeAliasBackward0",
    "reshape": "ReshapeAliasBackward0",
    "pad": "ConstantPadNdBackward0",
    "narrow": "SliceBackward0",
    "part": "SelectBackward0",
    "contiguous": "CloneBackward0",
    "cumulate": "",
    "squeeze": "SqueezeBackward1",
}


_NOT_DERIVED = "torch::autograd::NotImplemented"
# By a number before the operator: 1 - x, 1 / x, 2 ** x.
_OF_NUMBERS = {"sub": "RsubBackward1", "div": "MulBackward0", "pow": "PowBackward1"}
_PRODUCTS = {  # by rank
    (1, 1): "DotBackward0",
    (2, 1): "MvBackward0",
    (1, 2): "SqueezeBackward3",
    (2, 2): "MmBackward0",
}


def _title(name, args):
    """What PyTorch calls the node of a call."""
    if name == "binary" and len(args) > 3 and args[3] and args[0] in _OF_NUMBERS:
        return _OF_NUMBERS[args[0]]
    if name == "unary" and args[0] == "square":
        return "PowBackward0"
    if name == "binary" and args[0] in ("pow", "remainder", "fmod") and not any(args[3:5]):
        return args[0].title() + "Backward1"
    if name == "binary" and args[0] == "floor_divide":
        return _NOT_DERIVED
    if name == "einsum":
        return _einsum_title(args)
    if name in ("unary", "binary", "cumulate"):
        return args[0].title().replace("_", "") + "Backward0"
    if name == "reduce":
        has_axes = args[0] in ("sum", "mean", "prod") and len(args) > 2 and args[2] != ""
        return f"{args[0].title()}Backward{int(has_axes or args[0] == 'norm')}"
    if name == "index":
        parts = args[1].split(";")
        if not args[1]:
            return "AliasBackward0"
        if any(part[:2] in ("t:", "f:") for part in parts):
            return "IndexBackward0"
        kinds = {"i": "SelectBackward0", "s": "SliceBackward0", "n": "UnsqueezeBackward0"}
        last = [kinds[part[0]] for part in parts if part[0] in kinds]
        return last[-1] if last else "AliasBackward0"
    if name == "triangle":
        return "TriuBackward0" if args[2] else "TrilBackward0"
    if name == "softmax" and args[2]:
        return "LogSoftmaxBackward0"
    if name == "extreme":
        return "MaxBackward0" if args[3] else "MinBackward0"
    if name == "squeeze":
        return "SqueezeBackward0" if args[2] else "SqueezeBackward1"
    return _TITLES.get(name) or name.title().replace("_", "") + "Backward0"


def _einsum_title(args):
    """Of the last of the steps that PyTorch makes of it."""
    given, _, made = args[0].replace(" ", "").partition("->")
    letters = {one for one in given if one.isalpha()}
    if "->" not in args[0]:
        made = [one for one in letters if given.count(one) == 1]
    is_summed = bool(letters.difference(made))
    if "," in given:
        return "ViewBackward0" if is_summed else "MulBackward0"
    return "SumBackward1" if is_summed else "PermuteBackward0"


def own_step(function, back, title, *inputs, saved=None):
    """What a function makes of tensors, with a gradient of its own: back(g) -> one for each.

    saved: what of them it reads, which is watched; without it all.
    """
    nodes = [node_of(x._h) if _modes.is_on else None for x in inputs]
    with _modes.no_grad():
        made = function(*inputs)
    if any(node is not None for node in nodes):
        node = Node(title, nodes, Rule(None, lambda _, g: back(g)))
        node.kinds = [raw["kind"](x._h) for x in inputs]
        node.kind = raw["kind"](made._h)
        node.watch(x._h for x in (inputs if saved is None else saved))
        cells[made._h] = Cell(node)
    return made


def not_derived(name, made, *inputs):
    """A result that has a history, and no gradient: PyTorch has written none of it."""

    def back(_):
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return own_step(lambda *_: made, back, _NOT_DERIVED, *inputs)


def named(tensor, title, *saved):
    """The tensor, with PyTorch's name for the last step of several that PyTorch takes at once, and
    what PyTorch saves for it.
    """
    cell = cells.get(tensor._h) if _modes.is_on else None
    if cell is not None and cell.node is not None and cell.node.rule:
        is_composed = type(cell.node.call) is str and cell.node._name != title
        cell.node._name = title
        cell.node.watched = []
        watched = [x for x in saved if x is not None and x is not tensor]
        cell.node.watch(x._h for x in watched)
        if is_composed and saved:
            cell.node.metadata["unseen"] = sum(_unseen_writes(x) for x in saved if x is not None)
        if any(one is tensor for one in saved):
            _watch_result(cell.node, tensor._h)
    return tensor


def _unseen_writes(tensor):
    return unseen.get(raw["storage"](tensor._h), 0)


def keeps_what_is_written(tensor, made):
    """A step in place needs its result as it is then: not what was copied into the tensor."""
    node = cells[made._h].node if made._h in cells and _modes.is_on else None
    if node is None or "y" not in node.kept:
        return
    name, of_two = node.args[0], len(node.parents) == 2 and node.needs(1)
    if name in BY_RESULT or name == "cumprod" or name == "pow" and of_two:
        _watch_result(node, tensor._h)


def _watch_result(node, handle):
    """By a handle that has no history: a node that held its own result would never be let go."""
    from torch._tensor import Tensor

    node.kept["y"] = (Tensor._of(_aliased(handle)), version_of(handle))
    node.watched.append("y")


# ------------------------------------------------------------------------------ written in place

# Of what writes: the target's place among the arguments, and the source's, or None.
WRITES = {
    "binary_in_place": (1, 2),
    "copy_": (0, 1),
    "fill_": (0, None),
    "scatter_": (0, 3),
    "set_index": (0, 2),
    "set_at": (0, 1),
    "uniform_": (0, None),
    "normal_": (0, None),
    "bernoulli_": (0, None),
    "exponential_": (0, None),
    "random_": (0, None),
    "adam_step": (0, None),
    "sgd_step": (0, None),
}


def _written(name):
    plain, (target, source) = own[name], WRITES[name]

    def function(*args):
        handle = args[target]
        others = [args[source]] if source is not None and type(args[source]) is int else []
        if name == "binary_in_place" and len(args) > 3 and args[3]:
            others = []  # a number
        elif name in ("set_index", "set_at"):
            others = [] if args[source + 1] not in ("", "array") else others
        if _modes.spans or windows:
            _check_written(raw["storage"](handle))
        cell = cells.get(handle)
        kind = raw["kind"](handle)
        can_learn = kind[:3] not in _NO_GRADIENT or _fills_part(name, args, kind, others)
        is_tracked = (
            can_learn
            and _modes.is_on
            and any(h in cells and node_of(h) is not None for h in (handle, *others))
        )
        before = _before_write(name, args, handle, cell, others) if is_tracked else None
        given = plain(*args)
        if type(given) is str and given[:1] == "!":
            return given
        if handle in silent:
            storage = raw["storage"](handle)
            unseen[storage] = unseen.get(storage, 0) + 1
            silent[handle][0] += 1
        if is_tracked:
            _after_write(handle, before)
        return given

    return function


def _check_written(storage):
    if _modes.spans and not _modes.is_inference and _modes.is_of_inference(storage):
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed."
            "You can make a clone to get a normal tensor before doing inplace update."
        )
    if storage in windows and _modes.is_on:
        raise NotImplementedError(
            "a write to what as_strided() has made a window of, or to the window, is not part of "
            "this lab's torch where a gradient is required"
        )


def _fills_part(name, args, kind, others):
    """Of integers too PyTorch keeps a history where one number is written to several places."""
    if name not in ("set_index", "set_at") or not others or _shape_of(raw["kind"](others[0])):
        return False
    return name == "set_index" or len(args) - 3 < len(_shape_of(kind))


def _before_write(name, args, handle, cell, others):
    """The node that the target will have, with what the write would take from it."""
    if cell is None:
        if raw["holders"](handle) > 1 and handle not in silent:
            raise NotImplementedError(
                "a write of what requires a gradient into a view that was made before anything "
                "did is not part of this lab's torch"
            )
        cell = cells[handle] = Cell()
    is_part = not (_chooses(name, args) or _is_whole(name, args))
    check_target(cell, is_part and name in ("set_index", "set_at"))
    parents = [_current(cell), *(node_of(h) for h in others)]
    args, alive = _kept_write(name, args)
    title = _write_title(name, args)
    node = Node(title, parents, name, args)
    node.kinds = [raw["kind"](h) for h in (handle, *others)]
    node.kind = node.kinds[0]
    node.metadata["alive"] = alive
    if title != "ScatterAddBackward0" or parents[-1] is not None:
        node.watch(one._h for one in alive or ())
    if name == "binary_in_place":
        _keep_what_was(node, handle, others, parents)
    return node, cell


def check_target(cell, is_part=False):
    """Whether what requires a gradient can be written to. is_part: by an index."""
    if cell.is_unseen:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode "
            "enabled. " + _AMBIGUOUS
        )
    if cell.node is not None and "hooked" in cell.node.metadata:
        raise RuntimeError(
            "Output 0 of BackwardHookFunctionBackward is a view and is being modified inplace. "
            "This view was created inside a custom Function (or because an input was returned "
            "as-is) and the autograd logic to handle view+inplace would override the custom "
            "backward associated with the custom Function, leading to incorrect gradients. This "
            "behavior is forbidden. You can fix this by cloning the output of the custom Function."
        )
    if cell.step and cell.step[0] in _PARTS:
        _refuse_parts(cell, "is being modified inplace")
    root = root_of(cell)
    if root.node is not None and root.node.rule is None:
        is_view = cell is not root or is_part or root.is_part
        what = "a view of a leaf" if is_view else "a leaf"
        raise RuntimeError(
            f"{what} Variable that requires grad is being used in an in-place operation."
        )


def _keep_what_was(node, handle, others, parents):
    """The numbers that are about to be written over, as far as the gradient needs them."""
    args = (*node.args[:3], "", *node.args[3:4])
    if _is_operand_needed(args, 0, parents):
        node.kept[0] = _cloned(handle)
    if others and _is_operand_needed(args, 1, parents):
        is_same = raw["storage"](others[0]) == raw["storage"](handle)
        node.kept[1] = _cloned(others[0]) if is_same else (alias(others[0]), version_of(others[0]))


def _cloned(handle):
    """Its numbers with its history, and their version."""
    from torch._tensor import Tensor

    was = Tensor._of(raw["clone"](handle))
    node = node_of(handle)
    if node is not None:
        cells[was._h] = Cell(node)
    return was, version_of(was._h)


_SLICES_NAME = "torch::autograd::CopySlices"


_COPY_NAME = "torch::autograd::CopyBackwards"


def _write_title(name, args):
    if name == "binary_in_place" and args[0] == "floor_divide":
        return _NOT_DERIVED
    if name == "binary_in_place":
        return args[0].title().replace("_", "") + "Backward0"
    if _is_whole(name, args):
        is_number = args[3] not in ("", "array") or not _shape_of(raw["kind"](args[2]))
        return "FillBackward3" if is_number else _COPY_NAME
    if name in ("set_index", "set_at"):
        return "IndexPutBackward0" if _chooses(name, args) else _SLICES_NAME
    if name == "copy_":
        return _COPY_NAME
    if name == "scatter_" and args[4]:
        return "ScatterAddBackward0"
    return "FillBackward2" if name == "fill_" else name[:-1].title() + "Backward0"


def _is_whole(name, args):
    """Whether a write is x[...] = value, which goes to no part."""
    return name == "set_index" and args[1] == "e"


def _chooses(name, args):
    """Whether a write goes to places that tensors alone choose: to no view."""
    kinds = {part[:2] for part in args[1].split(";")} if name == "set_index" else ()
    return "t:" in kinds and kinds <= {"t:", "e"}


def _kept_write(name, args):
    if name == "scatter_":
        index = alias(args[2])
        return (*args[:2], index._h, *args[3:]), [index]
    if name == "set_index" and "t:" in args[1]:
        kept, alive = _kept_args("index", args)
        return kept, alive
    return args, None


def _after_write(handle, before):
    node, cell = before
    root = root_of(cell)
    root.writes += 1
    if cell is root:
        if node._name == _SLICES_NAME:
            keeping(node, cell.node)
        elif cell.node is not None and cell.node.keeps is True:
            _move_kept(cell.node, node)
        cell.node = node
        return
    # What is written through a view changes what it is a view of.
    steps, at = _steps_of(cell), cell
    while at is not root:
        if at.is_itself:
            at.title = node._name if at is cell else _SLICES_NAME
        at = at.base
    old = root.node
    whole = Node(_SLICES_NAME, (old, node), _SLICES, (steps,))
    whole.kinds, whole.kind = (steps[0][2], node.kind), steps[0][2]
    root.node = keeping(whole, old)


def _move_kept(old, new):
    """retain_grad() of a tensor that is written to: of what it is from then on."""
    new.hooks, old.hooks = (
        [h for h in old.hooks if h is KEEP],
        [h for h in old.hooks if h is not KEEP],
    )
    new.keeps, old.keeps = True, None


def _stepped(g, steps):
    """What the steps of a view make of another tensor of the same shape."""
    from torch._tensor import Tensor

    for name, args, _, number, _ in steps:
        handle = _handles_of(getattr(_engine, name)(g._h, *args[1:]))[number]
        g = Tensor._of(handle)
    return g


def _slices_back(node, g):
    import torch

    steps = node.args[0]
    with _modes.no_grad():
        mask = torch.ones(tuple(g.shape), dtype=g.dtype)
        _stepped(mask, steps).fill_(0)
    by_old = g.masked_fill(mask == 0, 0) if node.needs(0) else None
    return [by_old, _stepped(g, steps)]


_SLICES = Rule(None, _slices_back)


# ------------------------------------------------------------------------------ its beginning


def _free(handle):
    cells.pop(handle, None)
    silent.pop(handle, None)
    raw["free"](handle)


_READ = "free alias storage kind holders clone writes sharing views is_view".split()


def _aliased(handle):
    made = raw["alias"](handle)
    if handle in silent:
        silent[made] = silent[handle]
    return made


def prepare():
    """Makes what records, once: the engine's functions are its own as before."""
    import torch._rules  # noqa: F401  (fills in the rules)

    names = (*rules, *WRITES, *_READ)
    own.update({name: getattr(_engine, name) for name in names if hasattr(_engine, name)})
    recorders.update({name: _recorded(name) for name in rules if name in own})
    recorders.update({name: _written(name) for name in WRITES})
    recorders.update(free=_free, alias=_aliased)


def begin():
    """From here on the engine's functions record."""
    if raw:
        return
    if not own:
        prepare()
    raw.update(own)
    vars(_engine).update(recorders)


def _order_of(tensor):
    """Its axes as they follow in memory, where it leaves no gap; its gradient is laid out alike."""
    steps = tensor.stride()
    order = sorted(range(len(steps)), key=lambda d: -steps[d])
    step = 1
    for d in reversed(order):
        if tensor.shape[d] != 1 and steps[d] != step:
            return None
        step *= tensor.shape[d]
    return order


def require(tensor, requires_grad=True):
    handle = tensor._h
    node = node_of(handle)
    if node is not None and node.rule is not None:
        if not requires_grad:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a "
                "computed variable in a subgraph that doesn't require differentiation use "
                "var_no_grad = var.detach()."
            )
    elif requires_grad and node in (None, VOID):
        if not (tensor.is_floating_point() or tensor.is_complex()):
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients"
            )
        if _modes.spans and not _modes.is_inference:
            if _modes.is_of_inference(_engine.storage(handle)):
                raise RuntimeError(
                    "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                    "allowed."
                )
        begin()
        node = Node("AccumulateGrad")
        node.kind = raw["kind"](handle)
        if not tensor.is_contiguous() and (order := _order_of(tensor)):
            node.metadata["order"] = order
        node.grad = tensor.__dict__.pop("_idle_grad", None)
        cell = cells.get(handle)
        if cell is None or cell.base is not None:
            cell = cells[handle] = Cell()
        cell.node, cell.is_part = node, raw["is_view"](handle)
        _note_views_before(handle, cell)
    elif node not in (None, VOID) and not requires_grad:
        if node.grad is not None:
            tensor.__dict__["_idle_grad"] = node.grad  # .grad stays
        cells[handle].node = None
    return tensor


def _note_views_before(handle, cell):
    """Those that were made before anything was recorded."""
    for view in _handles_of(raw["views"](handle)) if raw["holders"](handle) > 1 else ():
        if view not in cells:
            cells[view] = Cell(None, cell)
            cells[view].version = version_of(view)


def moved(old, new):
    """.data was set: the tensor is still the leaf that it was."""
    if old in silent:
        silent[new] = silent[old]
    else:
        _count_apart(old, new)
    now, kind, cell = next(_serials), raw["kind"](new), cells.pop(old, None)
    is_same = raw["storage"](old) == raw["storage"](new) and kind == raw["kind"](old)
    if not is_same and (cell is None or _is_leaf(cell)):
        replaced[raw["storage"](old)] = now
    if cell is not None:
        cells[new], node = cell, cell.node
        if node is not None and node.rule is None and node.kind != kind:
            node.kind, node.metadata["since"] = kind, now  # its gradient is of this type and shape


def _count_apart(old, new):
    """The count stays that of the tensor and its views, whichever elements it has from then on."""
    one = [version_of(old)]
    silent[new] = one
    for other in _handles_of(raw["sharing"](old)):
        silent.setdefault(other, one)


def own_count(handle):
    """Writes by it count as none for the other tensors of the same elements."""
    if raw:
        silent[handle] = [0]
    else:
        in_arrays.add(_engine.storage(handle))  # nothing tells the writes apart yet


def renamed(tensor, other):
    """The tensor, its last step named as that of what was copied into it."""
    if not _modes.is_on:
        return tensor
    node, like = node_of(tensor._h), node_of(other._h)
    if node is not None and like is not None and node._name == _COPY_NAME:
        node._name = like._name
    return tensor
