"""What PyTorch has and this lab has not: an error names it, so that it looks like no slip."""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

_OTHERS = """
    pandas scipy sklearn seaborn torchvision torchaudio transformers tqdm tensorflow jax
    sympy plotly mpl_toolkits
    concurrent configparser csv ctypes curses email ftplib getopt getpass gzip html http
    ipaddress multiprocessing optparse platform plistlib profile pstats sched selectors shelve
    shlex smtplib socket socketserver sqlite3 subprocess tarfile tkinter tomllib tracemalloc
    urllib uuid webbrowser xml zoneinfo""".split()
_NOTHING = object()


def _is_elsewhere(owner, name):
    from torch._elsewhere import NAMES  # only here: few runs ask

    return name in NAMES.get(owner, "").split()


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
_LATER = {"torch": ("distributions",)}


def getattr_of(owner):
    """A module's __getattr__."""

    def __getattr__(name):
        if name in _LATER.get(owner, ()):
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
        return _Absent(f"{self._absent}.{name}")


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
        if first in _OTHERS or is_part or is_within or rest and _is_elsewhere(owner, name):
            return ModuleSpec(fullname, _Finder, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        module = _AbsentModule(spec.name)
        module._absent = spec.name
        return module

    @staticmethod
    def exec_module(module):
        pass


sys.meta_path.append(_Finder)
