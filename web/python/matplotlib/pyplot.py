"""matplotlib's functions of the current figure and axes; the page draws what they record."""

from contextlib import nullcontext as _nullcontext

from matplotlib import _figure
from matplotlib import cm as cm
from matplotlib._arguments import lacking as _lacking
from matplotlib._axes import Axes as Axes
from matplotlib._settings import rcParams as rcParams
from matplotlib.gridspec import GridSpec as GridSpec
from matplotlib.patches import Circle as Circle
from matplotlib.patches import Polygon as Polygon
from matplotlib.patches import Rectangle as Rectangle

Figure, gcf, _figures = _figure.Figure, _figure.current, _figure.taken


def figure(num=None, figsize=None, **kwargs):
    """A new figure, or the one that has this number."""
    if isinstance(num, Figure):
        found = num
    else:
        found = _figure.numbered(num) or Figure(figsize, **kwargs)
        found.number = num
    if found.axes:
        _figure.choose(found, found.axes[-1])
    else:
        _figure.choose(found)
    return found


def gca():
    return gcf().gca()


def subplots(nrows=1, ncols=1, **kwargs):
    own = {name: kwargs.pop(name) for name in [*kwargs] if name in Figure.subplots.known}
    made = Figure(**kwargs)
    return made, made.subplots(nrows, ncols, **own)


def subplot(*args, **kwargs):
    return _figure.subplot(gcf(), args, kwargs)


def subplot2grid(shape, loc, rowspan=1, colspan=1, **kwargs):
    return gcf().add_subplot(*shape, f"{loc}, {rowspan}, {colspan}", **kwargs)


def subplot_mosaic(mosaic, **kwargs):
    own = {name: kwargs.pop(name) for name in [*kwargs] if name in Figure.add_subplot.known}
    made = Figure(**kwargs)
    return made, made.subplot_mosaic(mosaic, **own)


def sca(ax):
    _figure.choose(ax.figure, ax)


def matshow(A, fignum=None, **kwargs):
    """In a figure of its own."""
    if fignum is None:
        figure()
    return gca().matshow(A, **kwargs)


def setp(obj, *args, **kwargs):
    for one in obj if isinstance(obj, (list, tuple)) else [obj]:
        for name, value in kwargs.items():
            getattr(one, f"set_{name}")(value)


def clim(vmin=None, vmax=None):
    gcf()._last_image.set_clim(vmin, vmax)


def set_cmap(cmap):
    gcf()._last_image.set_cmap(cmap)


def get_fignums():
    return [k + 1 for k, _ in enumerate(_figure._made)]


def axes(arg=None, **kwargs):
    return gcf().add_subplot(111, **kwargs) if arg is None else gcf().add_axes(arg, **kwargs)


def _on_axes(name, target):
    def function(*args, **kwargs):
        return getattr(gca(), target)(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    return function


_DRAWS = """
    imshow pcolormesh pcolor contour contourf clabel plot step semilogy semilogx loglog errorbar
    stem bar barh bar_label scatter hist hist2d pie boxplot fill_between vlines hlines arrow quiver
    text annotate axvline axhline axvspan axhspan legend grid axis tick_params twinx
    margins minorticks_on minorticks_off ticklabel_format locator_params autoscale""".split()
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
    """What is drawn afterwards is another figure."""
    _figure.shown()


def figtext(x, y, s, **kwargs):
    gcf().text(x, y, s, **kwargs)


def figlegend(*args, **kwargs):
    gcf().legend(*args, **kwargs)


def draw():
    """The page draws when the run has ended."""


def savefig(*_, **__):
    gcf().savefig()


def close(fig=None):
    """It stays below the run; what is drawn next is in another."""
    _figure.leave(fig)


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
    available = ["bmh", "classic", "dark_background", "fast", "ggplot", "grayscale"] + [
        f"seaborn-v0_8{kind}" for kind in ("", "-darkgrid", "-notebook", "-paper", "-whitegrid")
    ]

    @staticmethod
    def use(_):
        pass

    @staticmethod
    def context(style, after_reset=False):
        return _nullcontext()


get_cmap, rc = cm.get_cmap, rcParams.set_group


def __getattr__(name):
    raise _lacking("matplotlib.pyplot", name)
