"""Modules that hold modules: in a row, in a list, by name."""

import operator

from torch.nn._module import Module


def _item(modules, index):
    """One of a list of modules, counted from either end."""
    return modules[_key(modules, index)]


def _key(modules, index):
    at = operator.index(index)
    if not -len(modules) <= at < len(modules):
        raise IndexError(f"index {at} is out of range")
    return list(modules)[at]


class Sequential(Module):
    def __init__(self, *modules):
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], dict):
            for name, module in modules[0].items():
                self.add_module(name, module)
            return
        for k, module in enumerate(modules):
            self.add_module(str(k), module)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def __iter__(self):
        return iter(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(dict(list(self._modules.items())[index]))
        return _item(self._modules, index)


class ModuleList(Module):
    def __init__(self, modules=None):
        super().__init__()
        self.extend(() if modules is None else modules)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, "
                f"but got {type(modules).__name__}"
            )
        for module in modules:
            self.append(module)
        return self

    __iadd__ = extend

    def insert(self, index, module):
        modules = list(self)
        modules.insert(index, module)
        self._modules.clear()
        self.extend(modules)

    def __setitem__(self, index, module):
        self.add_module(_key(self._modules, index), module)

    def __iter__(self):
        return iter(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return _item(self._modules, index)


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        for name, module in (modules or {}).items():
            self.add_module(name, module)

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

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()


class ParameterList(Module):
    def __init__(self, parameters=None):
        super().__init__()
        for parameter in parameters or ():
            self.append(parameter)

    def append(self, parameter):
        self.register_parameter(str(len(self._parameters)), parameter)
        return self

    def __iter__(self):
        return iter(self._parameters.values())

    def __len__(self):
        return len(self._parameters)

    def __getitem__(self, index):
        return list(self._parameters.values())[index]
