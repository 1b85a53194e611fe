"""Modules: parameters, buffers, and modules within modules."""

from collections import OrderedDict

import torch
from torch import _engine
from torch._missing import attribute_error
from torch._repr import text_of


class Parameter(torch.Tensor):
    """A tensor that a module calls its own. It requires a gradient."""

    def __new__(cls, data=None, requires_grad=True):
        made = torch.Tensor.__new__(cls)
        if requires_grad and data is not None and data.dtype._kind < 2:
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        made._h = _engine.alias((torch.zeros(0) if data is None else data)._h)
        made.requires_grad, made.grad = requires_grad, None
        return made

    def __init__(self, data=None, requires_grad=True):
        pass

    def __deepcopy__(self, _):
        return type(self)(self.clone(), self.requires_grad)

    def __repr__(self):
        marks = ("requires_grad=True",) if self.requires_grad else ()
        with torch.no_grad():
            return "Parameter containing:\n" + text_of(self, marks=marks)


Parameter.__module__ = "torch.nn.parameter"


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

    def __init__(self):
        for kind in _KINDS:
            object.__setattr__(self, kind, {})
        object.__setattr__(self, "_unsaved", set())
        object.__setattr__(self, "training", True)

    def forward(self, *_):
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

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
        if param is not None and not isinstance(param, Parameter):
            kind = param.type() if isinstance(param, torch.Tensor) else type(param).__name__
            raise TypeError(
                f"cannot assign '{kind}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        _check_name("module", name, f", got: {name}")
        self._modules[name] = module

    register_module = add_module

    # ---- all of a kind

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(None, prefix + ("." if prefix else "") + name)

    def modules(self):
        return (module for _, module in self.named_modules())

    def named_children(self):
        return iter(list(self._modules.items()))

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

    def state_dict(self):
        state = OrderedDict()
        for path, module in self.named_modules():
            dot = path + ("." if path else "")
            for name, value in module._parameters.items():
                if value is not None:
                    state[dot + name] = value.detach()
            for name, value in module._buffers.items():
                if value is not None and name not in module._unsaved:
                    state[dot + name] = value.detach()
        return state

    def load_state_dict(self, state_dict, strict=True):
        if not hasattr(state_dict, "keys"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own = self.state_dict()
        missing = [name for name in own if name not in state_dict]
        unexpected = [name for name in state_dict if name not in own]
        lines = _complaints(own, state_dict, *((missing, unexpected) if strict else ([], [])))
        if lines:
            head = f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
            raise RuntimeError(head + "\n\t".join(lines))
        with torch.no_grad():
            for name in own:
                if name in state_dict:
                    own[name].copy_(state_dict[name])
        return _IncompatibleKeys((missing, unexpected))

    # ---- changes

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        for module in self.modules():
            object.__setattr__(module, "training", mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none=False):
        for parameter in self.parameters():
            if parameter.grad is not None:
                parameter.grad = None if set_to_none else torch.zeros_like(parameter)

    def to(self, *args, **kwargs):
        for module in self.modules():
            for kind in ("_parameters", "_buffers"):
                for name, value in module.__dict__[kind].items():
                    if value is not None and (value.is_floating_point() or value.is_complex()):
                        value.data = value.to(*args, **kwargs)
        return self

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def half(self):
        return self.to(torch.float16)

    def cpu(self):
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
        if not children:
            return f"{self._get_name()}({extra})"
        lines = ([extra] if extra else []) + children
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


def _indented(text):
    return text.replace("\n", "\n  ")
