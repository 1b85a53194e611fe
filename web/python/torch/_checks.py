"""What may be given for an argument that can be left out: only what has a meaning there.

The arguments and their defaults come from each function itself, so that none is forgotten.
"""

from types import FunctionType

from torch._arguments import _is_int, _is_whole, _kind, _named
from torch._base import TensorBase
from torch._kernels import guarded
from torch._types import Held, _dtype_name

_TENSORS = """
    weight weights bias pos_weight running_mean running_var attn_mask key_padding_mask
    in_proj_bias bias_k bias_v out_proj_bias""".split()
_REDUCTIONS = "none mean sum batchmean".split()


def _is_bool(value):
    return isinstance(value, bool)


def _is_truth(value):
    """What PyTorch's own Python asks by `if`, and people give as 0, 1 or None."""
    return value is None or isinstance(value, (int, Held))


def _is_number(value):
    if isinstance(value, TensorBase):
        return True  # as far as a function takes one, it asks for its shape
    return isinstance(value, complex) or hasattr(value, "__float__") or hasattr(value, "__index__")


def _is_float(value):
    """As PyTorch's C++ asks: of tensors, those without axes."""
    return _is_value(value) and (not isinstance(value, TensorBase) or value.ndim == 0)


def _is_value(value):
    return _is_number(value) and not getattr(value, "_is_array", False)


def _is_numbers(value):
    return isinstance(value, (tuple, list)) or value is None or _is_number(value)


def _is_axes(value):
    if isinstance(value, (tuple, list, bool)) or value is None:
        return True
    return _is_whole(value) or isinstance(value, str)  # a named axis is refused later


def _is_dims(value):
    return _is_axes(value) and not getattr(value, "_is_array", False)


def _is_tensor(value):
    return value is None or isinstance(value, TensorBase) and not value._is_array


def _is_dtype(value):
    try:
        _dtype_name(value)
    except TypeError:
        return False
    return True


def _is_axis(value):
    return value is None or _is_int(value) or isinstance(value, bool)


def _is_window(value):
    return value is None or hasattr(value, "__index__") or isinstance(value, (tuple, list))


def _is_padding(value):
    return value in ("same", "valid") if isinstance(value, str) else _is_window(value)


def _is_activation(value):
    return isinstance(value, str) or callable(value)


def _is_approximation(value):
    if value in ("none", "tanh"):
        return True
    raise RuntimeError("approximate argument must be either none or tanh.")


def _is_reduction(value):
    if isinstance(value, str) and value in _REDUCTIONS:
        return True
    raise ValueError(f"{value} is not a valid value for reduction")


_RULES = {
    "dtype": (_is_dtype, "torch.dtype"),
    "reduction": (_is_reduction, "one of 'none', 'mean', 'sum'"),
    "correction": (lambda value: value is None or _is_int(value), "int"),
    "padding_idx": (lambda value: value is None or _is_int(value), "int"),
    "value": (lambda value: value is None or _is_value(value), "Number"),
    "approximate": (_is_approximation, "'none' or 'tanh'"),
    "stride": (_is_window, "int"),
    "padding": (_is_padding, "int, 'same' or 'valid'"),
    "activation": (_is_activation, "a name or a function"),
    "msg": (lambda value: value is None or _is_activation(value), "str"),
    "size_average": (_is_truth, "bool"),
    "momentum": (lambda value: value is None or _is_number(value), "float"),
    **{name: (_is_axes, "int") for name in ("dim", "axis")},
    **{name: (_is_int, "int") for name in ("ignore_index", "num_classes", "groups")},
}
_TENSOR, _FLOAT = (_is_tensor, "Tensor"), (_is_float, "float")
_NUMBER = (_is_number, "float")
_INT, _INTS = (_is_int, "int"), (_is_numbers, "int")
_BOOL, _TRUTH = (_is_bool, "bool"), (_is_truth, "bool")


_WITH_OTHER = "max min take_along_dim".split()  # whose second argument may be a tensor
# what has no default
_NEEDED = {
    **{name: _INT for name in "dim dimension k num_groups num_samples".split()},
    **{name: _INT for name in ("upscale_factor", "downscale_factor")},
    **{name: (_is_value, "Number") for name in ("value", "fill_value")},
    "shifts": (_is_window, "int"),
}
# numbers whose default is an int
_NUMBERS = "alpha beta value nan dx start end step tau min max base ord".split()


def _rule(name, default, is_strict):
    """How to ask whether a value may be given, and what it should be; None where anything may."""
    if isinstance(default, bool) or name == "keepdim":
        return _BOOL if is_strict else _TRUTH
    if name == "reduce" and not is_strict:
        return _TRUTH  # of a loss; scatter_() has another
    if name == "bins" and not is_strict:
        return None  # a number, their edges, or the name of a rule
    if name == "dim" and default is None and not is_strict:
        return _is_axis, "int"  # of a layer
    if name == "dims" and isinstance(default, int):
        return _is_axes, "int or lists of int"  # of tensordot()
    if name in _RULES:
        return _RULES[name]
    if name == "p" and default == 2:
        return None  # of a norm: 'fro' too
    if isinstance(default, float):
        return _FLOAT
    if isinstance(default, int):
        return (_FLOAT if name in _NUMBERS else _INT) if is_strict else _INTS
    return _TENSOR if default is None and name in _TENSORS else None


def _rules(function, is_strict):
    """Name -> rule, and (place, name, rule) of those that can be given by place."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    first = len(names) - len(defaults)
    by_name = dict(zip(names[first:], defaults)) | (function.__kwdefaults__ or {})
    rules = {name: _rule(name, default, is_strict) for name, default in by_name.items()}
    if function.__module__.startswith("torch"):
        rules |= {name: _NEEDED[name] for name in names[:first] if name in _NEEDED}
        if (rules.get("dim") or "")[:1] == (_is_axes,):
            rules["dim"] = None if function.__name__ in _WITH_OTHER else (_is_dims, "int")
    if function.__module__.startswith("numpy"):
        for name in ("dtype", "weights", "cov"):  # numpy asks for its own, in numpy's words
            rules.pop(name, None)
    if function.__module__.startswith("numpy") or function.__name__ in ("__init__", "normal"):
        rules = {name: _NUMBER if rule is _FLOAT else rule for name, rule in rules.items()}
    if function.__name__ == "type":
        del rules["dtype"]  # of the names of classes too, which it knows itself
    rules = {name: rule for name, rule in rules.items() if rule}
    return rules, [(k, name, rules[name]) for k, name in enumerate(names) if name in rules]


# What PyTorch's C++ takes for the names of numpy's
_OF_NUMPY = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input"}
_OF_NUMPY["x2"] = "other"
# PyTorch has written these in Python, where each name is one
_IN_PYTHON = """
    split einsum norm unique unique_consecutive tensordot cdist meshgrid cartesian_prod block_diag
    atleast_1d atleast_2d atleast_3d broadcast_tensors unflatten""".split()


def _other_names(function, is_strict):
    """What else an argument may be called."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if not (is_strict and function.__module__.startswith("torch")) or code.co_flags & 8:
        return {}  # further names are the function's own
    if function.__name__ in _IN_PYTHON:
        return {}
    return {x: own for x, own in _OF_NUMPY.items() if own in names and x not in names}


def _renamed(function, names, others):
    found = {}
    for name, value in names.items():
        own = others.get(name, name)
        if own in found or own != name and own in names:
            raise TypeError(f"{function}() got both {own} and {name}, which are one argument")
        found[own] = value
    return found


def _refuse(function, name, value, wanted):
    place = " (position 2)" if name in ("fill_value", "num_samples") else ""
    raise TypeError(f"{function}(): argument '{name}'{place} must be {wanted}, not {_kind(value)}")


def _explain(error, function, args, kwargs):
    """Of an attribute that only tensors have: which argument is none."""
    code = function.__code__
    for k, name in enumerate(code.co_varnames[: code.co_argcount]):
        value = args[k] if k < len(args) else kwargs.get(name, error)
        is_tensor = isinstance(value, TensorBase) and not value._is_array
        if value is getattr(error, "obj", code) and not is_tensor:
            raise TypeError(
                f"{function.__name__}(): argument '{name}' (position {k + 1}) must be Tensor, "
                f"not {_kind(value)}"
            ) from None


_ASKING = set()  # functions whose errors _explain() may say


# of torch.nn.functional, what is C++ in PyTorch: no tensor is a TypeError there
_IN_CPP = """
adaptive_avg_pool1d batch_norm celu conv1d conv2d conv_transpose2d cross_entropy elu embedding
hardsigmoid hardswish hardtanh kl_div leaky_relu logsigmoid mish nll_loss one_hot pixel_shuffle
prelu relu relu6 selu silu softplus unfold
""".split()


def checked(function, is_strict=True, called=None):
    """A function that refuses, by name, values without a meaning.

    is_strict: True and False only, as in PyTorch's C++. called: what a message calls it.
    """
    rules, places = _rules(function, is_strict)
    if not rules and function.__name__ not in _IN_CPP:
        return guarded(function)
    called = called or function.__name__
    others = _other_names(function, is_strict)
    is_cpp = is_strict or function.__name__ in _IN_CPP
    is_ours = is_cpp and function.__module__.startswith("torch")
    if is_ours and called not in _IN_PYTHON and function.__name__ != "__init__":
        _ASKING.add(function)

    def checking(*args, **kwargs):
        given = len(args)
        for place, name, (is_right, wanted) in places:
            if place >= given:
                break
            if not is_right(args[place]):
                _refuse(called, name, args[place], wanted)
        if kwargs and not others.keys().isdisjoint(kwargs):
            kwargs = _renamed(called, kwargs, others)
        if "axis" in kwargs and "dim" in kwargs:
            raise TypeError(f"{called}() got both dim and axis, which are one argument")
        for name in kwargs:
            if name in rules and not rules[name][0](kwargs[name]):
                _refuse(called, name, kwargs[name], rules[name][1])
        try:
            return function(*args, **kwargs)
        except AttributeError as error:
            if function in _ASKING:
                _explain(error, function, args, kwargs)
            raise

    checking.__doc__ = function.__doc__
    checking.__module__, checking.__wrapped__ = function.__module__, function
    return guarded(_named(checking, function.__name__))


def check_all(owner, home, is_strict=True):
    """Each public function and class among a module's names that is from this home."""
    for name, value in list(owner.items()):
        if name[0] == "_" or not getattr(value, "__module__", "").startswith(home):
            continue
        if isinstance(value, FunctionType):
            owner[name] = checked(value, is_strict)
        elif isinstance(value, type):
            for kind in value.__mro__:  # of a base, too, that has no public name
                begin = vars(kind).get("__init__")
                if isinstance(begin, FunctionType) and kind.__module__.startswith(home):
                    kind.__init__ = checked(begin, is_strict, name)


def check_methods(kind, is_strict=True):
    for name, value in list(vars(kind).items()):
        if name[0] != "_" and isinstance(value, FunctionType):
            value.__qualname__ = name  # as it is called in messages
            setattr(kind, name, checked(value, is_strict))
