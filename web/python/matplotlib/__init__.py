"""Records what is drawn; the page draws it."""

from matplotlib._settings import rcParams as rcParams

__version__ = "3.9+poslab"
rc = rcParams.set_group


def use(*_, **__):
    pass


def __getattr__(name):
    if name in ("pyplot", "cm", "colors", "patches", "ticker", "gridspec"):
        from importlib import import_module

        return import_module(f"matplotlib.{name}")
    raise AttributeError(f"module 'matplotlib' has no attribute {name!r}")
