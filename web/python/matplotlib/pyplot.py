"""matplotlib's functions of the current figure and axes; the page draws what they record."""

from contextlib import contextmanager as _contextmanager

from matplotlib import _figure
from matplotlib import cm as cm
from matplotlib._arguments import lacking as _lacking
from matplotlib._axes import Axes as Axes
from matplotlib._colours import cycle as _cycle
from matplotlib._settings import STYLES as _STYLES
from matplotlib._settings import rcParams as rcParams
from matplotlib._settings import rcParamsDefault as rcParamsDefault
from matplotlib._settings import use_style as _use_style
from matplotlib.colors import Normalize as Normalize
from matplotlib.gridspec import GridSpec as GridSpec
from matplotlib.lines import Line2D as Line2D
from matplotlib.patches import Circle as Circle
from matplotlib.patches import Polygon as Polygon
from matplotlib.patches import Rectangle as Rectangle
from matplotlib.ticker import AutoLocator as AutoLocator
from matplotlib.ticker import FixedLocator as FixedLocator
from matplotlib.ticker import FormatStrFormatter as FormatStrFormatter
from matplotlib.ticker import FuncFormatter as FuncFormatter
from matplotlib.ticker import MaxNLocator as MaxNLocator
from matplotlib.ticker import MultipleLocator as MultipleLocator
from matplotlib.ticker import NullFormatter as NullFormatter
from matplotlib.ticker import NullLocator as NullLocator
from matplotlib.ticker import ScalarFormatter as ScalarFormatter

Figure, gcf, _figures = _figure.Figure, _figure.current, _figure.taken


def figure(num=None, figsize=None, *, clear=False, **kwargs):
    """A new figure, or the open one that has this number or name."""
    found = num if isinstance(num, Figure) else _figure.numbered(num)
    if found is None:
        found = Figure(figsize, **kwargs)
        if isinstance(num, str):
            found._label = num
        elif num is not None:
            found.number = int(num)
    elif clear:
        found.clear()
    _figure.choose(found)
    return found


def fignum_exists(num):
    return _figure.numbered(num) is not None


def get_fignums():
    return [one.number for one in _figure.opened()]


def get_figlabels():
    return [one._label for one in _figure.opened()]


def gca():
    return gcf().gca()


def subplots(nrows=1, ncols=1, **kwargs):
    own = {name: kwargs.pop(name) for name in [*kwargs] if name in Figure.subplots.known}
    made = figure(**kwargs)
    return made, made.subplots(nrows, ncols, **own)


def subplot(*args, **kwargs):
    return _figure.subplot(gcf(), args, kwargs)


def subplot2grid(shape, loc, rowspan=1, colspan=1, fig=None, **kwargs):
    grid, (row, col) = GridSpec(*shape, figure=fig or gcf()), loc
    return (fig or gcf()).add_subplot(grid[row : row + rowspan, col : col + colspan], **kwargs)


_OF_MOSAIC = (
    "sharex sharey width_ratios height_ratios empty_sentinel subplot_kw gridspec_kw per_subplot_kw"
)


def subplot_mosaic(mosaic, **kwargs):
    own = {name: kwargs.pop(name) for name in [*kwargs] if name in _OF_MOSAIC.split()}
    made = figure(**kwargs)
    return made, made.subplot_mosaic(mosaic, **own)


def sca(ax):
    _figure.choose(ax.figure, ax)


def matshow(A, fignum=None, **kwargs):
    """In a figure of its own."""
    if fignum is None:
        figure()
    return gca().matshow(A, **kwargs)


def setp(obj, *args, **kwargs):
    kwargs.update(zip(args[::2], args[1::2]))
    for one in obj if hasattr(obj, "__iter__") and not isinstance(obj, dict) else [obj]:
        for name, value in kwargs.items():
            getattr(one, f"set_{name}")(value)


def gci():
    return gca()._gci()


def clim(vmin=None, vmax=None):
    gcf()._last_image.set_clim(vmin, vmax)


def set_cmap(cmap):
    rcParams["image.cmap"] = getattr(cmap, "name", cmap)
    if gcf()._last_image is not None:
        gcf()._last_image.set_cmap(cmap)


def axes(arg=None, **kwargs):
    return gcf().add_subplot(111, **kwargs) if arg is None else gcf().add_axes(arg, **kwargs)


def _on_axes(name, target):
    def function(*args, **kwargs):
        return getattr(gca(), target)(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    return function


_DRAWS = """
    imshow pcolormesh pcolor contour contourf clabel plot step semilogy semilogx loglog errorbar
    stem bar barh bar_label scatter hist hist2d pie boxplot violinplot stackplot fill_between
    fill_betweenx fill vlines hlines arrow quiver spy text annotate axvline axhline axline axvspan
    axhspan legend grid axis tick_params twinx twiny
    margins minorticks_on minorticks_off ticklabel_format locator_params autoscale""".split()
_SETS = "title xlabel ylabel xscale yscale".split()
globals().update({name: _on_axes(name, name) for name in _DRAWS})
globals().update({name: _on_axes(name, "set_" + name) for name in _SETS})


def _limits(name):
    def function(*args, **kwargs):
        axes = gca()
        if args or kwargs:
            getattr(axes, f"set_{name}")(*args, **kwargs)
        return getattr(axes, f"get_{name}")()

    function.__name__ = function.__qualname__ = name
    return function


def _ticks(name):
    def function(ticks=None, labels=None, **kwargs):
        axes = gca()
        if ticks is not None:
            getattr(axes, f"set_{name}ticks")(ticks, labels, **kwargs)
        elif labels is not None:
            getattr(axes, f"set_{name}ticklabels")(labels, **kwargs)
        made = getattr(axes, f"get_{name}ticklabels")()
        for label in made if ticks is None and labels is None else []:
            label.set(**kwargs)
        return getattr(axes, f"get_{name}ticks")(), made

    function.__name__ = function.__qualname__ = f"{name}ticks"
    return function


xlim, ylim, xticks, yticks = _limits("xlim"), _limits("ylim"), _ticks("x"), _ticks("y")


def suptitle(text, **kwargs):
    return gcf().suptitle(text, **kwargs)


def colorbar(mappable=None, cax=None, ax=None, **kwargs):
    return gcf().colorbar(mappable, cax, ax, **kwargs)


def tight_layout(**kwargs):
    gcf().tight_layout(**kwargs)


def subplots_adjust(**kwargs):
    gcf().subplots_adjust(**kwargs)


def show(*, block=None):
    """What is drawn afterwards is another figure."""
    _figure.shown()


def figtext(x, y, s, **kwargs):
    return gcf().text(x, y, s, **kwargs)


def figlegend(*args, **kwargs):
    return gcf().legend(*args, **kwargs)


def draw():
    """The page draws when the run has ended."""


def savefig(*args, **kwargs):
    gcf().savefig(*args, **kwargs)


def polar(*args, **kwargs):
    gcf().add_subplot(projection="polar")


def delaxes(ax=None):
    gcf().delaxes(gca() if ax is None else ax)


def getp(obj, property=None):
    return getattr(obj, f"get_{property}")()


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
    available = sorted(name for name in _STYLES if name != "default")
    use = staticmethod(_use_style)

    @staticmethod
    def context(style, after_reset=False):
        return rc_context(style=style)


@_contextmanager
def rc_context(rc=None, fname=None, *, style=()):
    """Settings for a while."""
    before, colours = dict(rcParams), [*_cycle]
    try:
        rcParams.update(rc or {})
        _use_style([] if style == () else style)
        yield
    finally:
        rcParams.clear()
        dict.update(rcParams, before)
        _cycle[:] = colours


def rcdefaults():
    rcParams.set_defaults()


get_cmap, rc, colormaps = cm.get_cmap, rcParams.set_group, cm.ColormapRegistry()


def __getattr__(name):
    raise _lacking("matplotlib.pyplot", name)
