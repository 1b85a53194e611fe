"""matplotlib's functions of the current figure and axes; the page draws what they record."""

from matplotlib import _figure
from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import refusal as _refusal
from matplotlib._axes import Axes as Axes
from matplotlib.colors import Colormap as _Colormap
from matplotlib.patches import Rectangle as Rectangle

Figure, gcf, _figures = _figure.Figure, _figure.current, _figure.taken


def figure(num=None, figsize=None, **kwargs):
    return Figure(figsize, **kwargs)


def gca():
    return gcf().gca()


def subplots(nrows=1, ncols=1, **kwargs):
    own = {name: kwargs.pop(name) for name in [*kwargs] if name in Figure.subplots.known}
    made = Figure(**kwargs)
    return made, made.subplots(nrows, ncols, **own)


def subplot(*args, **kwargs):
    return gcf().add_subplot(*args, **kwargs)


def axes(arg=None, **kwargs):
    if arg is not None:
        raise _refusal("axes() at a place of its own")
    return gcf().add_subplot(111, **kwargs)


def _on_axes(name, target):
    def function(*args, **kwargs):
        return getattr(gca(), target)(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    return function


_DRAWS = """
    imshow matshow pcolormesh contour contourf plot semilogy semilogx loglog errorbar stem bar
    barh scatter hist fill_between arrow quiver text annotate axvline axhline axvspan axhspan
    legend grid axis tick_params""".split()
_SETS = "title xlabel ylabel xscale yscale xlim ylim xticks yticks".split()
globals().update({name: _on_axes(name, name) for name in _DRAWS})
globals().update({name: _on_axes(name, "set_" + name) for name in _SETS})


def suptitle(text, **kwargs):
    gcf().suptitle(text, **kwargs)


def colorbar(image=None, **kwargs):
    return gcf().colorbar(image, **kwargs)


def tight_layout(**kwargs):
    gcf().tight_layout(**kwargs)


def subplots_adjust(**kwargs):
    gcf().subplots_adjust(**kwargs)


def show(*, block=None):
    pass


def savefig(*_, **__):
    gcf().savefig()


def close(fig=None):
    pass


def clf():
    gcf().clear()


def cla():
    gca().clear()


def ion():
    """There is no window that would have to be redrawn."""


ioff = ion


def pause(_):
    pass


class style:
    @staticmethod
    def use(_):
        pass


class _Maps:
    """plt.cm: every name is a colour map."""

    def get_cmap(self, name=None, lut=None):
        return name if isinstance(name, _Colormap) else _Colormap(name or "viridis", lut or 256)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Colormap(name)


cm = _Maps()
get_cmap = cm.get_cmap
rcParams = {}


def __getattr__(name):
    raise _lacking("matplotlib.pyplot", name)
