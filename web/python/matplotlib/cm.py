"""Colour maps by name."""

from matplotlib.colors import Colormap as _Colormap
from matplotlib.colors import get_cmap as get_cmap
from matplotlib.colors import known as _known


def __getattr__(name):
    _known(name, AttributeError)
    return _Colormap(name)
