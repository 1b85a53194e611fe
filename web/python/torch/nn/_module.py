"""Modules: parameters, buffers, and modules within modules."""

from collections import OrderedDict
from functools import partial

import torch
from torch import _engine
from torch._backward import RemovableHandle
from torch._missing import attribute_error
from torch._tape import node_of


class Parameter(torch.Tensor):
    """A tensor that a module calls its own. It requires a gradient."""

    def __new__(cls, data=None, requires_grad=True):
        made = torch.Tensor.__new__(cls)
        if requires_grad and data is not None and data.dtype._kind < 2:
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        made._h = _engine.alias((torch.zeros(0) if data is None else data)._h)
        if requires_grad:
            made.requires_grad = True
        return made

    def __init__(self, data=None, requires_grad=True):
        pass

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.detach().clone(), self.requires_grad)
        return memo[id(self)]

    def __copy__(self):
        return _rebuilt(self.detach(), self.requires_grad)

    def __reduce_ex__(self, _):
        return (_rebuilt, (self.detach(), self.requires_grad))

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


class UninitializedParameter(Parameter):
    """A parameter whose shape is not known before the first input."""

    grad, is_leaf = None, True
    requires_grad = property(lambda self: self._later[0], lambda self, value: self._keep(value))

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        made = torch.Tensor.__new__(cls)
        made._later = requires_grad, dtype or torch.get_default_dtype()
        return made

    def __init__(self, requires_grad=True, device=None, dtype=None):
        torch.device("cpu" if device is None else device)

    def _keep(self, requires_grad):
        self._later = bool(requires_grad), self._later[1]

    @property
    def _h(self):
        raise ValueError(
            "Attempted to use an uninitialized parameter. Call `forward` with a dummy batch to "
            "initialize the parameters before calling torch functions"
        )

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before accessing their attributes."
        )

    def materialize(self, shape):
        requires_grad, dtype = self.__dict__.pop("_later")
        self.__class__ = Parameter
        numbers = torch.empty(shape, dtype=dtype)
        self._h = _engine.alias(numbers._h)
        self.requires_grad = requires_grad

    def detach(self):
        return self

    def __del__(self):
        pass  # it holds nothing

    def _apply(self, fn):
        requires_grad, dtype = self._later
        self._later = requires_grad, fn(torch.empty(0, dtype=dtype)).dtype

    def __repr__(self):
        return "<UninitializedParameter>"


Parameter.__module__ = UninitializedParameter.__module__ = "torch.nn.parameter"


def _rebuilt(data, requires_grad):
    return Parameter(data, requires_grad)


_KINDS = ("_parameters", "_buffers", "_modules")


def _refuse_attribute(home, name, value):
    what, wanted = {
        "_parameters": ("parameter", "torch.nn.Parameter"),
        "_modules": ("child module", "torch.nn.Module"),
        "_buffers": ("buffer", "torch.Tensor"),
    }[home]
    kind = value.type() if isinstance(value, torch.Tensor) else _typename(value)
    raise TypeError(f"cannot assign '{kind}' as {what} '{name}' ({wanted} or None expected)")


def _typename(value):
    kind = type(value)
    dot = "" if kind.__module__ == "builtins" else kind.__module__ + "."
    return dot + kind.__qualname__


class Module:
    training = True
    _version = 1

    def __init__(self):
        for kind in _KINDS:
            object.__setattr__(self, kind, {})
        object.__setattr__(self, "_unsaved", set())
        object.__setattr__(self, "_hooks", None)
        object.__setattr__(self, "training", True)

    def forward(self, *_):
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args, **kwargs):
        if self.__dict__.get("_hooks") is None:
            return self.forward(*args, **kwargs)
        return self._hooked(args, kwargs)

    # ---- hooks

    def _hooked(self, args, kwargs):
        before, after, backward = self._hooks
        for hook in list(before):
            given = hook(self, args)
            if given is not None:
                args = given if isinstance(given, tuple) else (given,)
        if backward:
            args = _watched(self, args)
        result = self.forward(*args, **kwargs)
        for hook in list(after):
            given = hook(self, args, result)
            result = result if given is None else given
        return _watched_result(self, args, result, backward) if backward else result

    def _hooks_of(self, k):
        if self._hooks is None:
            object.__setattr__(self, "_hooks", ([], [], []))
        return self._hooks[k]

    def _loading_of(self, k):
        if self.__dict__.get("_loading") is None:
            object.__setattr__(self, "_loading", ([], []))
        return self._loading[k]

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        """hook(numbers, prefix, metadata, strict, missing, unexpected, messages)"""
        return RemovableHandle(self._loading_of(0), partial(hook, self) if with_module else hook)

    def register_load_state_dict_post_hook(self, hook):
        """hook(module, the names that are missing and unexpected)"""
        return RemovableHandle(self._loading_of(1), hook)

    def _load_from_state_dict(self, *_, **__):
        raise _no_own_load(type(self))

    def register_forward_pre_hook(self, hook):
        return RemovableHandle(self._hooks_of(0), hook)

    def register_forward_hook(self, hook):
        return RemovableHandle(self._hooks_of(1), hook)

    def register_full_backward_hook(self, hook):
        """hook(module, gradients of the inputs, gradients of the outputs)"""
        return RemovableHandle(self._hooks_of(2), hook)

    # ---- attributes

    def __setattr__(self, name, value):
        parts = self.__dict__
        if isinstance(value, (Parameter, Module)) and "_parameters" not in parts:
            what = "parameters" if isinstance(value, Parameter) else "module"
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")
        kinds = {"_parameters": Parameter, "_modules": Module, "_buffers": torch.Tensor}
        own = next((kind for kind in kinds if isinstance(value, kinds[kind])), None)
        home = next((kind for kind in kinds if name in parts.get(kind, ())), None)
        if home and value is not None and not isinstance(value, kinds[home]):
            if own in (None, "_buffers"):
                _refuse_attribute(home, name, value)
        if own in (None, "_buffers"):
            own = home
        elif home and home != own:
            del parts[home][name]
        if own is None:
            object.__setattr__(self, name, value)
        else:
            parts.pop(name, None)
            parts[own][name] = value

    def __getattr__(self, name):
        for kind in _KINDS:
            found = self.__dict__.get(kind, {})
            if name in found:
                return found[name]
        raise attribute_error("torch.nn.Module", name, type(self).__name__)

    def __delattr__(self, name):
        for kind in _KINDS:
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                return
        object.__delattr__(self, name)

    def __dir__(self):
        held = [name for kind in _KINDS for name in self.__dict__[kind]]
        return [*object.__dir__(self), *held]

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"buffer name should be a string. Got {type(name).__name__}")
        _check_name("buffer", name)
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if not persistent:
            self._unsaved.add(name)

    def register_parameter(self, name, param):
        _check_name("parameter", name)
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        if hasattr(self, name) and name not in self._parameters:
            raise KeyError(f"attribute '{name}' already exists")
        if param is not None and not isinstance(param, Parameter):
            kind = param.type() if isinstance(param, torch.Tensor) else type(param).__name__
            raise TypeError(
                f"cannot assign '{kind}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {_typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        _check_name("module", name, f", got: {name}")
        self._modules[name] = module

    register_module = add_module

    # ---- all of a kind

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                below = prefix + ("." if prefix else "") + name
                yield from module.named_modules(memo, below, remove_duplicate)

    def modules(self):
        return (module for _, module in self.named_modules())

    def named_children(self):
        known = set()
        for name, module in list(self._modules.items()):
            if module is not None and module not in known:
                known.add(module)
                yield name, module

    def children(self):
        return (module for _, module in self.named_children())

    def _named(self, kind, prefix, recurse):
        found = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in module.__dict__[kind].items():
                if value is None or id(value) in found:
                    continue
                found.add(id(value))
                yield path + ("." if path else "") + name, value

    def named_parameters(self, prefix="", recurse=True):
        return self._named("_parameters", prefix, recurse)

    def parameters(self, recurse=True):
        return (value for _, value in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True):
        return self._named("_buffers", prefix, recurse)

    def buffers(self, recurse=True):
        return (value for _, value in self.named_buffers(recurse=recurse))

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def _get(self, target, kind, what):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if module.__dict__[kind].get(name) is None:
            raise AttributeError(f"`{name}` is not {what}")
        return getattr(module, name)

    def get_parameter(self, target):
        return self._get(target, "_parameters", "an nn.Parameter")

    def get_buffer(self, target):
        return self._get(target, "_buffers", "a buffer")

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        for name, value in zip(("destination", "prefix", "keep_vars"), args):
            destination = value if name == "destination" else destination
            prefix = value if name == "prefix" else prefix
            keep_vars = value if name == "keep_vars" else keep_vars
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        for path, module in self.named_modules(prefix=prefix.rstrip("."), remove_duplicate=False):
            if hasattr(destination, "_metadata"):
                destination._metadata[path] = {"version": module._version}
            dot = path + ("." if path else "")
            for name, value in module._parameters.items():
                if value is not None:
                    destination[dot + name] = value if keep_vars else value.detach()
            for name, value in module._buffers.items():
                if value is not None and name not in module._unsaved:
                    destination[dot + name] = value if keep_vars else value.detach()
        return destination

    def load_state_dict(self, state_dict, strict=True):
        if not hasattr(state_dict, "keys"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own, asked = self.state_dict(), ([], [], [])
        if getattr(state_dict, "_metadata", None) is None:  # as in old files, without the count
            counts = [name for name in own if name.split(".")[-1] == "num_batches_tracked"]
            state_dict = {**{name: torch.tensor(0) for name in counts}, **state_dict}
        state_dict = dict(state_dict)
        for name, module in self.named_modules():
            if type(module)._load_from_state_dict is not Module._load_from_state_dict:
                raise _no_own_load(type(module))
            for hook in module._loading_of(0) if module.__dict__.get("_loading") else ():
                start = f"{name}." if name else ""
                part = {key: state_dict.pop(key) for key in [*state_dict] if key.startswith(start)}
                hook(part, start, {}, True, *asked)
                state_dict.update(part)
        missing = [name for name in own if name not in state_dict] + asked[0]
        unexpected = [name for name in state_dict if name not in own] + asked[1]
        with torch.no_grad():  # what fits is loaded also where an error follows
            for name, value in own.items():
                given = state_dict.get(name)
                if isinstance(given, torch.Tensor) and given.shape == value.shape:
                    value.copy_(given)
        for module in [*self.modules()][::-1]:
            for hook in module._loading_of(1) if module.__dict__.get("_loading") else ():
                hook(module, _IncompatibleKeys((missing, unexpected)))
        lines = _complaints(own, state_dict, *((missing, unexpected) if strict else ([], [])))
        lines = asked[2] + lines
        if lines:
            head = f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
            raise RuntimeError(head + "\n\t".join(lines))
        return _IncompatibleKeys((missing, unexpected))

    # ---- changes

    def _apply(self, fn):
        """Parameters and buffers as fn makes them of their numbers."""
        for module in self.modules():
            for value in module._parameters.values():
                if isinstance(value, UninitializedParameter):
                    value._apply(fn)
                elif value is not None:
                    value.data = fn(value.data)
                    if value.grad is not None:
                        value.grad = fn(value.grad)
            for name, value in module._buffers.items():
                if value is not None:
                    module._buffers[name] = fn(value)
        return self

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        for parameter in self.parameters():
            if parameter.grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            else:
                parameter.grad = parameter.grad.detach()
                parameter.grad.zero_()

    def to(self, *args, **kwargs):
        like = torch.zeros(1).to(*args, **kwargs)  # or it says what is wrong
        wanted = [
            v for v in (*args, *kwargs.values()) if isinstance(v, (torch.dtype, torch.Tensor))
        ]
        if wanted and not (like.is_floating_point() or like.is_complex()):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={like.dtype}"
            )

        def moved(value):
            is_fraction = value.is_floating_point() or value.is_complex()
            return value.to(like.dtype) if wanted and is_fraction else value

        return self._apply(moved)

    def type(self, dst_type):
        return self._apply(lambda value: value.type(dst_type))

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def half(self):
        return self.to(torch.float16)

    def bfloat16(self):
        return self.to(torch.bfloat16)

    def cpu(self):
        return self

    def cuda(self, device=None):
        return torch.zeros(0).cuda(device)  # says that there is none

    def share_memory(self):
        return self

    # ---- as text

    def extra_repr(self):
        return ""

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        extra = self.extra_repr()
        children = [
            f"({name}): " + _indented(repr(module)) for name, module in self._modules.items()
        ]
        if not children and "\n" not in extra:
            return f"{self._get_name()}({extra})"
        lines = (extra.split("\n") if extra else []) + children
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


class _IncompatibleKeys(tuple):
    """What load_state_dict gives: the names that were missing, and those that were too many."""

    missing_keys = property(lambda self: self[0])
    unexpected_keys = property(lambda self: self[1])

    def __repr__(self):
        if not any(self):
            return "<All keys matched successfully>"
        missing, unexpected = self
        return f"_IncompatibleKeys(missing_keys={missing}, unexpected_keys={unexpected})"


def _complaints(own, given, missing, unexpected):
    """What keeps `given` from being loaded, line by line."""
    lines = []
    if missing:
        lines.append(f"Missing key(s) in state_dict: {_quoted(missing)}. ")
    if unexpected:
        lines.append(f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
    for name, value in own.items():
        if name in given and not isinstance(given[name], torch.Tensor):
            lines.append(
                f'While copying the parameter named "{name}", expected torch.Tensor or Tensor-like '
                f"object from checkpoint but received {type(given[name])}"
            )
        elif name in given and value.shape != given[name].shape:
            lines.append(
                f"size mismatch for {name}: copying a param with shape {given[name].shape} from "
                f"checkpoint, the shape in current model is {value.shape}."
            )
    return lines


def _check_name(what, name, got=""):
    if "." in name:
        raise KeyError(f'{what} name can\'t contain "."{got}')
    if name == "":
        raise KeyError(f'{what} name can\'t be empty string ""')


def _quoted(names):
    return ", ".join(f'"{name}"' for name in names)


def _watched(module, args):
    """The inputs, through a step that hears of their gradients."""
    tracked = [
        k for k, one in enumerate(args) if isinstance(one, torch.Tensor) and one.requires_grad
    ]
    made = list(args)
    for k in tracked:
        made[k] = _hooked(args[k])
    return tuple(made)


def _no_own_load(kind):
    return NotImplementedError(
        f"_load_from_state_dict() of {kind.__name__} is not part of this lab's torch: change the "
        "names before load_state_dict(), or in a hook of _register_load_state_dict_pre_hook()"
    )


def _hooked(tensor):
    """The same numbers, for a module with such hooks; a write to them is refused."""
    made = tensor.view_as(tensor)
    node = node_of(made._h)
    if node is not None:
        node._name, node.metadata["hooked"] = "BackwardHookFunctionBackward", True
    return made


def _watched_result(module, args, result, hooks):
    """Calls the hooks once the gradients of the inputs are there."""
    outputs = tuple(
        _hooked(one) if isinstance(one, torch.Tensor) and one.requires_grad else one
        for one in (result if isinstance(result, tuple) else (result,))
    )
    result = outputs if isinstance(result, tuple) else outputs[0]
    by_output, by_input = [None] * len(outputs), [None] * len(args)
    inputs = [
        k for k, one in enumerate(args) if isinstance(one, torch.Tensor) and one.requires_grad
    ]

    def call(k, g):
        by_input[k] = g
        changed = g
        for hook in list(hooks):
            given = hook(module, tuple(by_input), tuple(by_output))
            if given is not None:
                changed = given[k] if isinstance(given, tuple) else given
        return changed

    def keep(number, g):
        by_output[number] = g
        if not inputs and all(one is not None for one in by_output):
            for hook in list(hooks):
                hook(module, tuple(by_input), tuple(by_output))

    for k in inputs[-1:]:
        args[k].register_hook(lambda g, k=k: call(k, g))
    for k in inputs[:-1]:
        args[k].register_hook(lambda g, k=k: by_input.__setitem__(k, g))
    for number, one in enumerate(outputs):
        if isinstance(one, torch.Tensor) and one.requires_grad:
            one.register_hook(lambda g, number=number: keep(number, g))
    return result


def _indented(text):
    return text.replace("\n", "\n  ")
