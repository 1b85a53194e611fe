"""Colour maps by name."""

from matplotlib.colors import _NAMES, Normalize
from matplotlib.colors import _REGISTERED as _REGISTERED
from matplotlib.colors import Colormap as _Colormap
from matplotlib.colors import get_cmap as get_cmap
from matplotlib.colors import known as _known


def _names():
    return [name + end for name in _NAMES for end in ("", "_r")] + [*_REGISTERED]


class ScalarMappable:
    """Colours of numbers that are drawn nowhere."""

    def __init__(self, norm=None, cmap=None):
        self.norm, self.cmap = norm or Normalize(), get_cmap(cmap)

    def set_array(self, A):
        if A is not None and len(A):
            self.norm.autoscale_None(A)

    def to_rgba(self, x, alpha=None, bytes=False, norm=True):
        return self.cmap(self.norm(x) if norm else x, alpha, bytes)

    def get_clim(self):
        return self.norm.vmin, self.norm.vmax


class ColormapRegistry:
    def __getitem__(self, name):
        try:
            return get_cmap(name)
        except ValueError:
            raise KeyError(f"{name!r} is not a known colormap name") from None

    def __iter__(self):
        return iter(_names())

    def __contains__(self, name):
        return name in _names()

    def __len__(self):
        return len(_names())

    def __call__(self):
        return sorted(_names())

    def get_cmap(self, cmap):
        return get_cmap(cmap)

    def register(self, cmap, *, name=None, force=False):
        _REGISTERED[name or cmap.name] = cmap


def register_cmap(name=None, cmap=None):
    _REGISTERED[name or cmap.name] = cmap


_OF_SEABORN = "rocket mako vlag icefire flare crest".split()


def __getattr__(name):
    if name.removesuffix("_r") in _OF_SEABORN:
        raise AttributeError(f"module 'matplotlib.cm' has no attribute {name!r}", name=name)
    _known(name, AttributeError)
    return _Colormap(name)
