"""Gradients in reverse: what came of a tensor that requires them is kept, and gone back through.

Recording begins with the first tensor that requires a gradient: until then the engine's functions
are called as they are. A function without a rule computes as ever, and backward() through it says
that it is not here.
"""

import functools
import math

from torch import _engine
from torch._base import TensorBase

_nodes = {}  # handle: Node, of each tensor that requires a gradient
_versions = {}  # storage: how often it was written
_tainted = set()  # storages that a tensor with a gradient was written into
_raw = {}  # the engine's own functions, once recording has begun
_is_on = True


class Node:
    """Where a tensor came from. back(g) -> each parent's gradient, or None; a leaf has no back."""

    def __init__(self, name, parents=(), back=None, shape=()):
        self._name, self.parents, self.back, self.shape = name, parents, back, shape
        self.grad = self.keeps = None
        self.read = ()  # (storage, version) of all that went in
        self.hooks, self.is_freed = [], False

    def name(self):
        return self._name

    def __repr__(self):
        return f"<{self._name} object>"

    @property
    def next_functions(self):
        return tuple((parent if parent.back else None, 0) for parent in self.parents)


class _Mode:
    """A context and a decorator that sets whether is recorded."""

    is_on = False

    def __enter__(self):
        global _is_on
        self._before, _is_on = _is_on, self.is_on
        return self

    def __exit__(self, *_):
        global _is_on
        _is_on = self._before
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def switched(*args, **kwargs):
            with type(self)():
                return function(*args, **kwargs)

        return switched


class no_grad(_Mode):
    pass


class enable_grad(_Mode):
    is_on = True


class inference_mode(_Mode):
    def __init__(self, mode=True):
        self.is_on = not mode

    def __call__(self, function):
        return no_grad()(function) if not self.is_on else function


class set_grad_enabled(_Mode):
    def __init__(self, mode):
        global _is_on
        self._mode = bool(mode)
        self._before, _is_on = _is_on, self._mode

    def __enter__(self):
        return self

    def __call__(self, function):
        global _is_on
        _is_on = self._before  # as a decorator it is for the calls of that function alone
        return (enable_grad if self._mode else no_grad)()(function)


def is_grad_enabled():
    return _is_on


# ------------------------------------------------------------------------------- the rules


def _tensor(handle):
    """Another handle of the same elements, which outlives the caller's."""
    from torch._tensor import Tensor

    return Tensor._of(_raw["alias"](handle))


def _fitted(g, shape):
    """Summed over the axes that were stretched."""
    extra = g.dim() - len(shape)
    if extra > 0:
        g = g.sum(tuple(range(extra)))
    ones = tuple(k for k, n in enumerate(shape) if n == 1 and g.shape[k] != 1)
    return g.sum(ones, True) if ones else g


_UNARY = {  # of x, the result y, and the gradient g
    "exp": lambda x, y, g: g * y,
    "exp2": lambda x, y, g: g * y * math.log(2),
    "expm1": lambda x, y, g: g * (y + 1),
    "log": lambda x, y, g: g / x,
    "log2": lambda x, y, g: g / (x * math.log(2)),
    "log10": lambda x, y, g: g / (x * math.log(10)),
    "log1p": lambda x, y, g: g / (x + 1),
    "sqrt": lambda x, y, g: g / (2 * y),
    "rsqrt": lambda x, y, g: -0.5 * g * y * y * y,
    "sin": lambda x, y, g: g * x.cos(),
    "cos": lambda x, y, g: -g * x.sin(),
    "tan": lambda x, y, g: g * (1 + y * y),
    "asin": lambda x, y, g: g / (1 - x * x).sqrt(),
    "acos": lambda x, y, g: -g / (1 - x * x).sqrt(),
    "atan": lambda x, y, g: g / (1 + x * x),
    "sinh": lambda x, y, g: g * x.cosh(),
    "cosh": lambda x, y, g: g * x.sinh(),
    "tanh": lambda x, y, g: g * (1 - y * y),
    "sigmoid": lambda x, y, g: g * (1 - y) * y,
    "erf": lambda x, y, g: g * (-x * x).exp() * (2 / math.sqrt(math.pi)),
    "erfc": lambda x, y, g: -g * (-x * x).exp() * (2 / math.sqrt(math.pi)),
    "reciprocal": lambda x, y, g: -g * y * y,
    "neg": lambda x, y, g: -g,
    "abs": lambda x, y, g: g * x.sign(),
    "square": lambda x, y, g: g * 2 * x,
    "relu": lambda x, y, g: g * (y > 0),
    "frac": lambda x, y, g: g,
    **dict.fromkeys(("floor", "ceil", "trunc", "round", "sign"), lambda x, y, g: g * 0),
}


def _pow_back(a, b, y, g):
    by_a = g * b * (a ** (b - 1))
    by_a = by_a.masked_fill((b == 0).expand(by_a.shape), 0)
    logs = a.log()
    by_b = (g * y * logs).masked_fill(((a == 0) & (b >= 0)).expand(g.shape), 0)
    return by_a, by_b


def _chosen_back(is_first):
    def back(a, b, y, g):
        even, first = (a == b).to(g.dtype) / 2, is_first(a, b).to(g.dtype)
        return g * (first + even), g * (1 - first - even)

    return back


_BINARY = {  # of both operands, the result, and the gradient
    "add": lambda a, b, y, g: (g, g),
    "sub": lambda a, b, y, g: (g, -g),
    "mul": lambda a, b, y, g: (g * b, g * a),
    "div": lambda a, b, y, g: (g / b, -g * ((a / b) / b)),
    "pow": _pow_back,
    "maximum": _chosen_back(lambda a, b: a > b),
    "minimum": _chosen_back(lambda a, b: a < b),
    "atan2": lambda a, b, y, g: (g * b / (a * a + b * b), -g * a / (a * a + b * b)),
    "hypot": lambda a, b, y, g: (g * a / y, g * b / y),
}


def _operand(value, kind):
    """An operand of the engine's as a tensor, for the rules."""
    import torch

    if not kind:
        return _tensor(value)
    return torch.tensor(float(value)) if kind != "complex" else None


def _restored(g, dims, keepdim, rank):
    """A reduction's result with the axes of size 1 that it lost."""
    if keepdim or not rank:
        return g
    axes = sorted(int(d) % rank for d in dims.split(",")) if dims else range(rank)
    for d in axes:
        g = g.unsqueeze(d)
    return g


def _reduce_back(name, x, y, args):
    """The rule of a reduction, or None."""
    dims, keepdim = (args + ("", False))[:2]
    keepdim = bool(keepdim)
    by = args[2] if len(args) > 2 else None
    axes = [int(d) for d in dims.split(",")] if dims else list(range(x.dim()))
    n = math.prod(x.shape[d] for d in axes)

    def wide(t):
        return _restored(t, dims, keepdim, x.dim()).expand(x.shape)

    if name == "sum":
        return lambda g: wide(g)
    if name == "mean":
        return lambda g: wide(g) / n
    if name == "logsumexp":
        return lambda g: wide(g) * (x - wide(y)).exp()
    if name in ("amax", "amin"):

        def extreme(g):
            is_it = (x == wide(y)).to(x.dtype)
            return wide(g) * is_it / is_it.sum(axes, True) if axes else wide(g)

        return extreme
    if name in ("var", "std"):
        mean = x.mean(axes, True) if axes else x

        def spread(g):
            by_var = wide(g) * (x - mean) * (2 / max(0, n - by) if n != by else math.nan)
            if name == "var":
                return by_var
            return (by_var / (2 * wide(y))).masked_fill(wide(y) == 0, 0)

        return spread
    if name == "norm" and by == 2:
        return lambda g: (wide(g) * x / wide(y)).masked_fill(wide(y) == 0, 0)
    return None


def _matmul_back(a, b, g):
    one_a, one_b = a.dim() == 1, b.dim() == 1
    if one_a:
        a, g = a.unsqueeze(0), g.unsqueeze(-1 if one_b else -2)
    if one_b:
        b, g = b.unsqueeze(1), g.unsqueeze(-1)
    by_a = _fitted(g @ b.transpose(-2, -1), a.shape)
    by_b = _fitted(a.transpose(-2, -1) @ g, b.shape)
    return by_a.squeeze(0) if one_a else by_a, by_b.squeeze(1) if one_b else by_b


def _softmax_back(y, d, is_log, g):
    if is_log:
        return g - y.exp() * g.sum(d, True)
    return y * (g - (g * y).sum(d, True))


def _layer_norm_back(x, shape, weight, eps, g):
    tail = list(range(-len(shape.split(",")), 0))
    scale = (x.var(tail, False, True) + eps).rsqrt()
    unit = (x - x.mean(tail, True)) * scale
    h = g if weight is None else g * weight
    by_x = scale * (h - h.mean(tail, True) - unit * (h * unit).mean(tail, True))
    size = [int(n) for n in shape.split(",")]
    return by_x, _fitted(g * unit, size), _fitted(g, size)


def _gelu_back(x, form, g):
    if form == "tanh":
        c = math.sqrt(2 / math.pi)
        t = (c * (x + 0.044715 * x * x * x)).tanh()
        return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x))
    share = 0.5 * (1 + (x / math.sqrt(2)).erf())
    return g * (share + x * (-0.5 * x * x).exp() / math.sqrt(2 * math.pi))


def _cross_entropy_back(logits, target, ignored, g):
    import torch

    is_kept = target != ignored
    kept = torch.where(is_kept, target, 0)
    p = torch.softmax(logits, 1)
    hit = torch.zeros_like(p).scatter_(1, kept.unsqueeze(1), 1.0)
    return g * (p - hit) * is_kept.unsqueeze(1) / is_kept.sum()


# -------------------------------------------------------------------- recording: rearranging

# Each of these puts elements of one tensor elsewhere, or zeros: where they went is found by moving
# their places.
_MOVES = """
    view reshape permute transpose movedim expand unsqueeze squeeze flatten select narrow unbind
    split split_sizes chunk diagonal contiguous repeat repeat_interleave flip roll triangle
    index_select index at gather clone""".split()


def _places(x, name, args):
    """The function, of the numbers 1 .. n where the elements are; 0 is where none of them went."""
    import torch

    numbers = torch.arange(1, x.numel() + 1).reshape(x.shape)
    if name == "clone":
        return [numbers]
    made = _raw[name](numbers._h, *args)
    if type(made) is str:
        return [torch.Tensor._of(int(h)) for h in made.split(",")]
    return [torch.Tensor._of(made)]


def _moved_back(places, shape):
    def back(g):
        import torch

        n = math.prod(shape)
        total = torch.zeros(n + 1, dtype=g.dtype)
        total.scatter_add_(0, places.flatten(), g.flatten())
        return [total[1:].reshape(shape)]

    return back


# ---------------------------------------------------------------------------- recording: all

_HANDLES = {  # where each function takes tensors: as one handle, or as '*' a list of them
    **dict.fromkeys(_MOVES, (0,)),
    **dict.fromkeys("clamp extreme sort softmax to pad part gelu".split(), (0,)),
    **dict.fromkeys(("view_as_complex", "view_as_real"), (0,)),
    **dict.fromkeys("matmul bmm dot outer linear complex polar embedding".split(), (0, 1)),
    "clamp": (0,),
    "unary": (1,),
    "reduce": (1,),
    "cumulate": (1,),
    "binary": (1, 2),
    "where": (0, 1, 3),
    "layer_norm": (0, 2, 3),
    "cross_entropy": (0,),
    "gather": (0,),
    "cat": ("*0",),
    "stack": ("*0",),
    "einsum": ("*1",),
}
_WRITES = {  # where it writes, and the handles that it reads
    "binary_in_place": (1, 2),
    "unary_in_place": (1, None),
    "copy_": (0, 1),
    "fill_": (0, None),
    "scatter_": (0, 3),
    "set_index": (0, 2),
    "set_at": (0, 1),
}


def _inputs(name, args):
    """The handles among the arguments."""
    found = []
    for at in _HANDLES[name]:
        if type(at) is str:
            found += [int(h) for h in args[int(at[1:])].split(",") if h]
        elif at < len(args) and type(args[at]) is int and args[at]:
            kinds = {("binary", 1): 3, ("binary", 2): 4, ("where", 1): 2, ("where", 3): 4}
            kind = kinds.get((name, at))
            if kind is None or kind >= len(args) or not args[kind]:
                found.append(args[at])
    return found


def _version_of(handle):
    storage = _raw["storage"](handle)
    return storage, _versions.get(storage, 0)


def _rule(name, args, made):
    """-> back(g), a list of the gradients of _inputs(); None where there is no rule"""
    inputs = [_tensor(h) for h in _inputs(name, args)]
    if any(x.is_complex() for x in inputs):
        return None
    if name == "unary" and args[0] in _UNARY:
        x, y, rule = inputs[0], _tensor(made), _UNARY[args[0]]
        return lambda g: [rule(x, y, g)]
    if name == "binary" and args[0] in _BINARY:
        kinds = (args[3:] + ("", ""))[:2]
        a, b = (_operand(v, k) for v, k in zip(args[1:3], kinds))
        y, rule = _tensor(made), _BINARY[args[0]]
        return lambda g: [
            _fitted(part, x.shape)
            for part, x, kind in zip(rule(a, b, y, g), (a, b), kinds)
            if not kind
        ]
    if name == "where":
        condition = inputs[0]
        kinds = (args[2], args[4])
        shapes = [x.shape for x in inputs[1:]]

        def choose(g):
            parts = [g * condition, g * condition.logical_not()]
            parts = [part for part, kind in zip(parts, kinds) if not kind]
            return [None, *(_fitted(part, shape) for part, shape in zip(parts, shapes))]

        return choose
    if name == "clamp":
        x, y = inputs[0], _tensor(made)
        return lambda g: [g * (x == y)]
    if name == "to":
        dtype = inputs[0].dtype
        return lambda g: [g.to(dtype)]
    if name == "reduce":
        x = inputs[0]
        back = _reduce_back(args[0], x, _tensor(made), args[2:])
        return back and (lambda g: [back(g)])
    if name == "cumulate" and args[0] == "cumsum":
        d = args[2]
        return lambda g: [g.flip([d]).cumsum(d).flip([d])]
    if name == "softmax":
        y = _tensor(made)
        return lambda g: [_softmax_back(y, args[1], args[2], g)]
    if name in ("matmul", "bmm", "dot"):
        a, b = inputs
        return lambda g: _matmul_back(a, b, g)
    if name == "outer":
        a, b = inputs
        return lambda g: [g @ b, g.transpose(0, 1) @ a]
    if name == "linear":
        x, w = inputs
        if w.dim() != 2:
            return None

        def linear(g):
            by_x, by_w = _matmul_back(x, w.transpose(0, 1), g)
            return [by_x, by_w.transpose(0, 1)]

        return linear
    if name == "layer_norm":
        x, weight = inputs[0], _tensor(args[2]) if args[2] else None

        def layer_norm(g):
            by_x, by_w, by_b = _layer_norm_back(x, args[1], weight, args[4], g)
            return [by_x, *([by_w] if args[2] else []), *([by_b] if args[3] else [])]

        return layer_norm
    if name == "gelu":
        return lambda g: [_gelu_back(inputs[0], args[1], g)]
    if name == "embedding":
        table, index = inputs

        def embedding(g):
            import torch

            n, d = table.shape
            rows = index.flatten().unsqueeze(1).expand(index.numel(), d)
            total = torch.zeros(n, d, dtype=g.dtype)
            return [total.scatter_add_(0, rows, g.reshape(-1, d)), None]

        return embedding
    if name == "cross_entropy":
        target = _tensor(args[1])
        return lambda g: [_cross_entropy_back(inputs[0], target, args[2], g)]
    if name == "cat":
        sizes = [x.shape[args[1]] if x.dim() else 1 for x in inputs]
        if any(x.dim() != inputs[0].dim() for x in inputs):
            return None
        return lambda g: list(g.split(sizes, args[1]))
    if name == "stack":
        return lambda g: list(g.unbind(args[1]))
    return None


def _recorded(name):
    raw = _raw[name]

    def function(*args):
        made = raw(*args)
        if not _is_on or not _nodes or type(made) is str and made[:1] == "!":
            return made
        inputs = _inputs(name, args)
        if not any(h in _nodes or _tainted and _version_of(h)[0] in _tainted for h in inputs):
            return made
        with no_grad():
            _record(name, args, inputs, made)
        return made

    return function


def _record(name, args, inputs, made):
    handles = [made] if type(made) is int else [int(h) for h in made.split(",") if h]
    own = args[0] if name in ("unary", "binary", "reduce", "cumulate") else name
    title = own.title().replace("_", "") + "Backward0"
    parents = [_nodes.get(h) for h in inputs]
    is_lost = any(p is None and _version_of(h)[0] in _tainted for p, h in zip(parents, inputs))
    places = _places(_tensor(inputs[0]), name, args[1:]) if name in _MOVES and not is_lost else None
    for k, handle in enumerate(handles):
        if not _raw["dtype"](handle).startswith(("float", "bfloat", "complex")):
            continue
        if is_lost:
            back = None
        elif places:
            back = _moved_back(places[k], _tensor(inputs[0]).shape)
        else:
            back = _rule(name, args, handle)
        node = Node(title, parents, back or _refusal(own), tuple(_tensor(handle).shape))
        node.read = [_version_of(h) for h in (*inputs, handle)]
        _nodes[handle] = node


def _refusal(name):
    def back(_):
        raise NotImplementedError(f"the gradient of {name}() is not part of this lab's torch")

    return back


def _written(name):
    raw, (target, source) = _raw[name], _WRITES[name]

    def function(*args):
        handle = args[target]
        node = _nodes.get(handle)
        if _is_on and node and node.back is None:
            raise RuntimeError(
                "a leaf Variable that requires grad is being used in an in-place operation."
            )
        given = raw(*args)
        storage, version = _version_of(handle)
        _versions[storage] = version + 1
        if _is_on and (node or source is not None and args[source] in _nodes):
            _tainted.add(storage)
            made = Node("CopyBackwards", (), _refusal("a write in place"), ())
            made.read = [_version_of(handle)]
            _nodes[handle] = made
        return given

    return function


def _free(handle):
    _nodes.pop(handle, None)
    _raw["free"](handle)


def _begin():
    """From here on the engine's functions record."""
    if _raw:
        return
    names = (*_HANDLES, *_WRITES, "free", "alias", "storage", "dtype")
    _raw.update({name: getattr(_engine, name) for name in names if hasattr(_engine, name)})
    for name in _HANDLES:
        if name in _raw:
            setattr(_engine, name, _recorded(name))
    for name in _WRITES:
        setattr(_engine, name, _written(name))
    _engine.free = _free


# ------------------------------------------------------------------------------- backwards


def require(tensor, requires_grad):
    node = _nodes.get(tensor._h)
    if node and node.back:
        if not requires_grad:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a "
                "computed variable in a subgraph that doesn't require differentiation use "
                "var_no_grad = var.detach()."
            )
    elif requires_grad and not node:
        if not (tensor.is_floating_point() or tensor.is_complex()):
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients"
            )
        _begin()
        _nodes[tensor._h] = Node("AccumulateGrad", shape=tuple(tensor.shape))
    elif node and not requires_grad:
        del _nodes[tensor._h]
    return tensor


def _order(roots):
    """All nodes that lead to the roots, each after all that came of it."""
    done, order, stack = set(), [], [(root, False) for root in roots]
    while stack:
        node, is_left = stack.pop()
        if is_left:
            order.append(node)
        elif node not in done:
            done.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node.parents if p is not None and p not in done]
    return order[::-1]


def _first(tensor, gradient):
    import torch

    if tensor._h not in _nodes:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is None:
        if tensor.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        return torch.ones_like(tensor)
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has "
            f"a shape of {tensor.shape}."
        )
    return gradient.detach()


def run(tensors, gradients, retain_graph, wanted=None):
    """-> by node its gradient, of those wanted; without these, leaves add theirs to .grad"""
    with no_grad():
        sums, kept = {}, {}
        for tensor, gradient in zip(tensors, gradients):
            first, node = _first(tensor, gradient), _nodes[tensor._h]
            sums[node] = sums[node] + first if node in sums else first
        order = _order(list(sums))
        for node in order:
            g = sums.pop(node, None)
            if g is None:
                continue
            if wanted is not None and node in wanted:
                kept[node] = g
            for hook in node.hooks:
                changed = hook(g)
                g = g if changed is None else changed
            if wanted is None and (node.back is None or node.keeps):
                node.grad = g.clone() if node.grad is None else node.grad + g
            if node.back:
                _pass_on(node, g, sums)
        if not retain_graph:
            for node in order:
                node.is_freed = node.back is not None
        return kept


def _pass_on(node, g, sums):
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
    if any(_versions.get(storage, 0) != version for storage, version in node.read):
        raise NotImplementedError(
            f"backward() through {node._name} of a tensor that was written in place since is not "
            "part of this lab's torch"
        )
    for parent, part in zip(node.parents, node.back(g)):
        if parent is not None and part is not None:
            sums[parent] = sums[parent] + part if parent in sums else part


def backward(tensor, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    _refuse_graph(create_graph, "backward")
    if inputs is not None:
        raise NotImplementedError("inputs= of backward() is not part of this lab's torch")
    run([tensor], [gradient], retain_graph)


def _refuse_graph(create_graph, name):
    if create_graph:
        raise NotImplementedError(f"create_graph= of {name}() is not part of this lab's torch")


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
    _refuse_graph(create_graph, "grad")
    if is_grads_batched or not only_inputs:
        raise NotImplementedError(
            "is_grads_batched= and only_inputs= of grad() are not part of this lab's torch"
        )
    outputs, inputs = ([v] if isinstance(v, TensorBase) else list(v) for v in (outputs, inputs))
    if grad_outputs is None or isinstance(grad_outputs, TensorBase):
        grad_outputs = [grad_outputs] * len(outputs)
    if any(x._h not in _nodes for x in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    nodes = [_nodes[x._h] for x in inputs]
    kept = run(outputs, grad_outputs, retain_graph, set(nodes))
    if not allow_unused and len(kept) < len(set(nodes)):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set "
            "allow_unused=True if this is the desired behavior."
        )
    return tuple(kept.get(node) for node in nodes)


def requiring(function):
    """A function that makes a tensor, with requires_grad=."""

    @functools.wraps(function)
    def made(*args, requires_grad=False, **kwargs):
        return require(function(*args, **kwargs), requires_grad)

    return made


class _Hook:
    def __init__(self, hooks, hook):
        self._hooks, self._hook = hooks, hook
        hooks.append(hook)

    def remove(self):
        self._hooks.remove(self._hook)


_MAKERS = """
    tensor zeros ones full empty rand randn arange linspace logspace eye zeros_like ones_like
    full_like empty_like rand_like randn_like""".split()


def _attach_gradients(functions):
    """What a tensor has by this, and requires_grad= of what makes one. functions: by name."""
    for name in _MAKERS:
        if name in functions:
            functions[name] = requiring(functions[name])
    Tensor = functions["Tensor"]

    def node_of(self):
        return _nodes.get(self._h)

    def get_grad(self):
        node = node_of(self)
        return node.grad if node and (node.back is None or node.keeps) else None

    def set_grad(self, value):
        if node_of(self):
            node_of(self).grad = value

    def retain_grad(self):
        if not node_of(self):
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        node_of(self).keeps = True

    def register_hook(self, hook):
        if not node_of(self):
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return _Hook(node_of(self).hooks, hook)

    Tensor.requires_grad = property(lambda self: self._h in _nodes, require)
    Tensor.grad = property(get_grad, set_grad)
    Tensor.grad_fn = property(lambda self: (n := node_of(self)) and (n if n.back else None))
    Tensor.is_leaf = property(lambda self: not (n := node_of(self)) or n.back is None)
    Tensor.requires_grad_ = lambda self, requires_grad=True: require(self, requires_grad)
    Tensor.retain_grad, Tensor.register_hook, Tensor.backward = retain_grad, register_hook, backward


def moved(old, new):
    """.data was set: the tensor is still the leaf that it was."""
    if old in _nodes:
        _nodes[new] = _nodes.pop(old)
