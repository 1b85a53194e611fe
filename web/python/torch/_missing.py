"""What PyTorch has and this lab has not: said by name, so that nobody looks for a slip."""

import sys

_OTHERS = """
    pandas scipy sklearn seaborn einops torchvision torchaudio transformers tqdm tensorflow jax
    sympy plotly mpl_toolkits""".split()
_NOTHING = object()


def _is_elsewhere(owner, name):
    from torch._elsewhere import NAMES  # only here: few runs ask

    return name in NAMES.get(owner, "").split()


def attribute_error(owner, name, kind=None):
    """What __getattr__ raises. kind: of what the attribute was asked, where that is an object."""
    if _is_elsewhere(owner, name):
        # Of an object without names, CPython does not find one that may have been meant.
        message = f"{owner}.{name} is not part of this lab's torch"
        return AttributeError(message, name=name, obj=_NOTHING)
    if kind:
        return AttributeError(f"'{kind}' object has no attribute '{name}'")
    return AttributeError(f"module '{owner}' has no attribute '{name}'")


def getattr_of(owner):
    """A module's __getattr__."""

    def __getattr__(name):
        raise attribute_error(owner, name)

    return __getattr__


class _Finder:
    """The same of `import torch.optim` and `import pandas`; asked when no other finder knows."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        first, _, rest = fullname.partition(".")
        owner, _, name = fullname.rpartition(".")
        if fullname in _OTHERS:
            raise ModuleNotFoundError(f"{fullname} is not part of this lab")
        if rest and (_is_elsewhere(owner, name) or first in ("numpy", "matplotlib")):
            raise ModuleNotFoundError(f"{fullname} is not part of this lab's {first}")
        return None


sys.meta_path.append(_Finder)
