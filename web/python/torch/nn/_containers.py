"""Modules that hold modules or parameters: in a row, in a list, by name."""

import operator
from collections import OrderedDict

import torch
from torch.nn._module import Module, Parameter


def _item(modules, index):
    """One of a list of modules, counted from either end."""
    return modules[_key(modules, index)]


def _key(modules, index):
    at = operator.index(index)
    if not -len(modules) <= at < len(modules):
        raise IndexError(f"index {at} is out of range")
    return list(modules)[at]


class _Row(Module):
    """Modules by their numbers."""

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Those behind move up by their numbers: a KeyError where one has another name."""
        for k in range(len(self), index, -1):
            self._modules[str(k)] = self._modules[str(k - 1)]
        self._modules[str(index)] = module

    def _number(self, modules):
        self._modules.clear()
        for k, module in enumerate(modules):
            self.add_module(str(k), module)

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def __setitem__(self, index, module):
        setattr(self, _key(self._modules, index), module)

    def __delitem__(self, index):
        modules = list(self)
        if not isinstance(index, slice):
            index = list(self._modules).index(_key(self._modules, index))
        del modules[index]
        self._number(modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __getitem__(self, index):
        if not isinstance(index, slice):
            return _item(self._modules, index)
        return type(self)(self._part(list(self._modules.items())[index]))


class Sequential(_Row):
    def __init__(self, *modules):
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], OrderedDict):
            for name, module in modules[0].items():
                self.add_module(name, module)
            return
        self._number(modules)

    _part = staticmethod(OrderedDict)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        super().insert(index % len(self) if index < 0 else index, module)
        return self

    def _checked(self, other):
        if isinstance(other, Sequential):
            return other
        raise ValueError(
            f"add operator supports only objects of Sequential class, but {type(other)} is given."
        )

    def __add__(self, other):
        return Sequential(*self, *self._checked(other))

    def __iadd__(self, other):
        return self.extend(self._checked(other))


class ModuleList(_Row):
    def __init__(self, modules=None):
        super().__init__()
        self.extend(() if modules is None else modules)

    def extend(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, "
                f"but got {type(modules).__name__}"
            )
        for module in modules:
            self.append(module)
        return self

    @staticmethod
    def _part(items):
        return [module for _, module in items]

    def __add__(self, other):
        return ModuleList([*self, *other])

    __iadd__ = extend


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def __getitem__(self, name):
        return self._modules[name]

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __contains__(self, name):
        return name in self._modules

    def __iter__(self):
        return iter(self._modules)

    def __len__(self):
        return len(self._modules)

    def __delitem__(self, name):
        del self._modules[name]

    def pop(self, name):
        return self._modules.pop(name)

    def clear(self):
        self._modules.clear()

    def update(self, modules):
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()


def _as_parameter(value):
    """A tensor becomes a parameter, as in PyTorch since 1.12."""
    is_plain = isinstance(value, torch.Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if is_plain else value


def _shown_parameter(name, value, what):
    if not isinstance(value, torch.Tensor):
        return f"  ({name}): Object of type: {type(value).__name__}"
    sizes = "x".join(map(str, value.shape))
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({name}): {kind} containing: [{what} of size {sizes}]"


class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def append(self, value):
        self._size += 1
        setattr(self, str(self._size - 1), _as_parameter(value))
        return self

    def extend(self, values):
        if not hasattr(values, "__iter__") or isinstance(values, torch.Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                f"{type(values).__name__}"
            )
        for value in values:
            self.append(value)
        return self

    __iadd__ = extend

    def __len__(self):
        return self._size

    def _key(self, index):
        at = operator.index(index)
        if not -len(self) <= at < len(self):
            raise IndexError(f"index {index} is out of range")
        return str(at % len(self))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[k] for k in range(*index.indices(len(self)))])
        return getattr(self, self._key(index))

    def __setitem__(self, index, value):
        setattr(self, self._key(index), _as_parameter(value))

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def extra_repr(self):
        return "\n".join(
            _shown_parameter(str(k), value, getattr(value, "dtype", ""))
            for k, value in enumerate(self)
        )


class ParameterDict(Module):
    def __init__(self, parameters=None):
        super().__init__()
        self._names = {}
        if parameters is not None:
            self.update(parameters)

    def update(self, parameters):
        pairs = parameters.items() if hasattr(parameters, "items") else parameters
        for name, value in pairs:
            self[name] = value

    def __setitem__(self, name, value):
        self._names[str(name)] = None
        setattr(self, str(name), _as_parameter(value))

    def __getitem__(self, name):
        if str(name) not in self._names:
            raise KeyError(name)
        return getattr(self, str(name))

    def __delitem__(self, name):
        del self._names[name]
        delattr(self, name)

    def __contains__(self, name):
        return name in self._names

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)

    def keys(self):
        return self._names.keys()

    def values(self):
        return [self[name] for name in self._names]

    def items(self):
        return [(name, self[name]) for name in self._names]

    def extra_repr(self):
        return "\n".join(
            _shown_parameter(name, value, value.type() if isinstance(value, torch.Tensor) else "")
            for name, value in self.items()
        )


class OptimizedModule(Module):
    """What torch.compile() makes of a module."""

    def __init__(self, mod):
        super().__init__()
        self._orig_mod = mod

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return super().__getattr__(name)
        return getattr(self._orig_mod, name)


class DataParallel(Module):
    """Without devices to spread over: the module itself."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module, self.device_ids = module, []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
