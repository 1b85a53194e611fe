"""Records what is drawn; the page draws it."""

from matplotlib._settings import rcParams as rcParams

__version__ = "3.9+poslab"
rc, rcdefaults = rcParams.set_group, rcParams.set_defaults


def use(*_, **__):
    pass


def __getattr__(name):
    if name in ("colormaps", "rc_context", "style"):
        from matplotlib import pyplot

        return getattr(pyplot, name)
    if name in ("pyplot", "cm", "colors", "patches", "ticker", "gridspec", "lines"):
        from importlib import import_module

        return import_module(f"matplotlib.{name}")
    raise AttributeError(f"module 'matplotlib' has no attribute {name!r}")
