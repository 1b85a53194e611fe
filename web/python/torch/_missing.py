"""What PyTorch has and this lab has not: an error names it, so that it looks like no slip."""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from torch._places import PLACES

_OTHERS = """
    IPython pandas scipy sklearn functorch torchvision torchaudio transformers tqdm tensorflow jax
    sympy plotly mpl_toolkits
    concurrent configparser csv ctypes curses email ftplib getopt getpass gzip html http
    ipaddress multiprocessing optparse platform plistlib profile pstats sched selectors shelve
    shlex smtplib socket socketserver sqlite3 subprocess tarfile tkinter tomllib tracemalloc
    urllib uuid webbrowser xml zoneinfo""".split()
_NEWER = {"torch": "accelerator compiler export func mps mtia vmap xpu"}  # what PyTorch 2 adds
_SAME = {"typing_extensions": "typing"}  # what comes with PyTorch, and Python has
_NOTHING = object()


def _is_elsewhere(owner, name):
    from torch._elsewhere import NAMES  # only here: few runs ask

    return name in NAMES.get(owner, "").split() + _NEWER.get(owner, "").split()


def attribute_error(owner, name, kind=None):
    """What __getattr__ raises. kind: the type that lacks it, where owner is no module."""
    if _is_elsewhere(owner, name):
        # Of an object without names, CPython does not find one that may have been meant.
        message = f"{owner}.{name} is not part of this lab's torch"
        return AttributeError(message, name=name, obj=_NOTHING)
    if kind:
        return AttributeError(f"'{kind}' object has no attribute '{name}'")
    return AttributeError(f"module '{owner}' has no attribute '{name}'")


# modules that are loaded at their first use: most runs need none of them
_LATER = {"torch": ("distributions", "fft", "random", "special")}


def getattr_of(owner):
    """A module's __getattr__; what it lacks can be imported from it and fails where it is used."""
    vars(sys.modules[owner]).setdefault("__path__", [])

    def __getattr__(name):
        if name in _LATER.get(owner, ()) or f"{owner}.{name}" in _PATHS:
            return importlib.import_module(f"{owner}.{name}")
        raise attribute_error(owner, name)

    return __getattr__


# ------------------------------------------------- modules that are imported and perhaps not used


def _not_here(name):
    owner = name.split(".")[0]
    end = f"'s {owner}" if owner in ("torch", "numpy", "matplotlib") else ""
    return AttributeError(f"{name} is not part of this lab{end}", name=name, obj=_NOTHING)


class _Unused:
    """Can be imported; any use of it raises an error that says it is not here."""

    def _refuse(self, *_, **__):
        raise _not_here(self.__dict__["_absent"])

    __call__ = __iter__ = __len__ = __getitem__ = __enter__ = __mro_entries__ = _refuse
    __add__ = __mul__ = __contains__ = __instancecheck__ = _refuse


class _Absent(_Unused):
    def __init__(self, name):
        self.__dict__["_absent"] = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()

    def __repr__(self):
        return f"<{self._absent}, not part of this lab>"


class _AbsentModule(_Unused, ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self._absent}.{name}"
        return importlib.import_module(path) if path in _PATHS else _Absent(path)


class _Finder:
    """Imports of torch.optim, pandas, subprocess and their like succeed.

    What is theirs fails where it is used. Asked when no other finder knows.
    """

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        first, _, rest = fullname.partition(".")
        owner, _, name = fullname.rpartition(".")
        is_part = rest and first in ("numpy", "matplotlib")
        is_within = isinstance(sys.modules.get(owner), _AbsentModule)
        is_known = fullname in _PATHS or first in _OTHERS or is_part or is_within
        is_known = is_known or fullname in _SAME
        if is_known or rest and _is_elsewhere(owner, name):
            return ModuleSpec(fullname, _Finder, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        module = _AbsentModule(spec.name)
        module._absent = spec.name
        return module

    @staticmethod
    def exec_module(module):
        if module._absent in _SAME:
            same = vars(importlib.import_module(_SAME[module._absent]))
            vars(module).update({key: same[key] for key in same if key[0] != "_"})
        for owner, own, imported in _PATHS.get(module._absent, ()):
            place = importlib.import_module(owner)
            vars(module).update({name: getattr(place, name) for name in own + imported})


sys.meta_path.append(_Finder)


# ------------------------------------------- modules whose names are kept elsewhere in this torch


def _paths():
    """Path -> of each owner: its name, the names that PyTorch's module defines, and imports."""
    paths = {}
    for key, names in PLACES.items():
        path, owner = key.split()
        own, _, imported = names.partition("|")
        paths.setdefault(path, []).append((owner, own.split(), imported.split()))
    return paths


_PATHS = _paths()


def set_places(owner):
    """Classes and functions of an owner say in which module PyTorch defines them."""
    values = vars(sys.modules[owner])
    for path, parts in _PATHS.items():
        for home, own, _ in parts:
            if home == owner:
                for name in own:
                    values[name].__module__ = path
        place, _, name = path.rpartition(".")
        if place == owner and name in values:  # a function under its module's name stays there
            sys.modules[path] = _Finder.create_module(ModuleSpec(path, _Finder))
            _Finder.exec_module(sys.modules[path])
