"""A figure: its axes in rows and columns."""

import numpy
from matplotlib._arguments import lacking, refusal, takes
from matplotlib._axes import Axes
from matplotlib._formula import in_record
from matplotlib._looks import chosen
from matplotlib._numbers import begin
from matplotlib._settings import rcParams
from matplotlib.gridspec import GridPlace, GridSpec

_made = []
_current = []  # the figure and the axes that pyplot's functions mean


class _Colorbar:
    def __init__(self, axes, record):
        self._axes, self._record = axes, record

    @takes("Text")
    def set_label(self, label, *, loc=None):
        self._record["colorbar"] = str(label)

    def set_ticks(self, ticks, labels=None, **looks):
        self._axes._unsaid("ticks of a colour bar")

    def set_ticklabels(self, labels, **looks):
        self._axes._unsaid("ticks of a colour bar")

    def minorticks_off(self):
        pass

    @property
    def ax(self):
        return _Beside(self)

    def __getattr__(self, name):
        raise lacking("matplotlib.colorbar.Colorbar", name)


class _Beside:
    """The axes of a colour bar: its words are those of the colour bar."""

    def __init__(self, bar):
        self._bar = bar

    @takes("Text")
    def set_ylabel(self, label, fontdict=None, loc=None):
        self._bar.set_label(label)

    set_xlabel = set_title = set_ylabel

    @takes("Ticks")
    def tick_params(self, axis="both"):
        pass

    def set_yticklabels(self, labels, **looks):
        self._bar.set_ticks(labels)

    set_yticks = set_xticks = set_xticklabels = set_yticklabels

    def __getattr__(self, name):
        raise lacking("matplotlib.colorbar.Colorbar.ax", name)


class Figure:
    @takes("Figure", "subplotpars")
    def __init__(self, figsize=None, dpi=None, *, subplotpars=None):
        figsize = rcParams.get("figure.figsize", (6.4, 4.8)) if figsize is None else figsize
        self.set_size_inches(figsize)
        self.dpi = rcParams.get("figure.dpi", 100.0) if dpi is None else dpi
        self._record = {"suptitle": "", "axes": []}
        self.axes, self._last_image, self.number = [], None, None
        _made.append(self)
        _current[:] = [self]

    @takes("Axes", "polar label")
    def add_subplot(
        self, *args, projection=None, polar=False, sharex=None, sharey=None, label=None
    ):
        if projection not in (None, "rectilinear"):
            raise refusal(f"projection={projection!r}")
        axes = Axes(self, _place(args))
        _current[:] = [self, axes]
        return axes

    @takes("Axes", "polar label")
    def add_axes(self, rect, projection=None, polar=False, sharex=None, sharey=None, label=None):
        """The page lays its pictures out one after another."""
        return self.add_subplot(1, 1, str(rect), projection=projection)

    def gca(self):
        if len(_current) == 2 and _current[1].figure is self and _current[1] in self.axes:
            return _current[1]
        return self.axes[-1] if self.axes else self.add_subplot(111)

    def add_gridspec(self, nrows=1, ncols=1, **looks):
        return GridSpec(nrows, ncols, **looks)

    def subplot_mosaic(self, mosaic, **looks):
        rows = mosaic.split() if isinstance(mosaic, str) else mosaic
        rows = [
            list(row)
            for line in rows
            for row in (line.split(";") if isinstance(line, str) else [line])
        ]
        names = dict.fromkeys(name for row in rows for name in row if name != ".")
        return {name: self.add_subplot(1, 1, str(name), **looks) for name in names}

    @takes(None)
    def subplots(
        self,
        nrows=1,
        ncols=1,
        *,
        sharex=False,
        sharey=False,
        squeeze=True,
        width_ratios=None,
        height_ratios=None,
        subplot_kw=None,
        gridspec_kw=None,
    ):
        for given in (sharex, sharey):
            if given not in (True, False, "all", "row", "col", "none"):
                raise ValueError(
                    f"{given!r} is not a valid value for sharex or sharey; supported "
                    "values are 'all', 'row', 'col', 'none', False, True"
                )
        GridSpec(nrows, ncols, **(gridspec_kw or {}))
        grid = [
            [
                self.add_subplot(nrows, ncols, r * ncols + c + 1, **(subplot_kw or {}))
                for c in range(ncols)
            ]
            for r in range(nrows)
        ]
        if not squeeze:
            return _Grid(grid)
        if nrows == ncols == 1:
            return grid[0][0]
        if nrows == 1 or ncols == 1:
            return _Grid([axes for row in grid for axes in row])
        return _Grid([_Grid(row) for row in grid])

    def clear(self):
        self._record["axes"].clear()
        self.axes.clear()

    @takes("Text")
    def suptitle(self, text):
        self._record["suptitle"] = str(text)

    @takes("Colorbar", "boundaries values cmap norm alpha")
    def colorbar(
        self,
        image=None,
        cax=None,
        ax=None,
        *,
        label=None,
        ticks=None,
        boundaries=None,
        values=None,
        cmap=None,
        norm=None,
        alpha=None,
        format=None,
    ):
        image = self._last_image if image is None else image
        if image is None:
            raise RuntimeError("No mappable was found to use for colorbar creation.")
        record = getattr(image, "_record", image)
        record["colorbar"] = "" if label is None else str(label)
        axes = next(
            one for one in self.axes if any(part is record for part in one._record["parts"])
        )
        if ticks is not None or format is not None:
            axes._unsaid("ticks of a colour bar")
        return _Colorbar(axes, record)

    @takes("Layout")
    def tight_layout(self):
        pass

    @takes("Layout")
    def subplots_adjust(self):
        pass

    @takes("Text")
    def text(self, x, y, s, fontdict=None):
        self.gca()._unsaid(f"the text {str(s)!r} beside the axes")

    supxlabel = supylabel = takes("Text")(lambda self, t: self.text(0, 0, t))

    @takes("Legend", "handler_map bbox_transform")
    def legend(self, *args, handles=None, labels=None, handler_map=None, bbox_transform=None):
        self.gca().legend(*args, handles=handles, labels=labels)

    def set_size_inches(self, w, h=None, forward=True):
        """What get_size_inches() says: the page lays the figure out itself."""
        given = w if h is None else (w, h)
        size = numpy.array(given, dtype=float)
        if size.shape != (2,) or not (numpy.isfinite(size) & (size >= 0)).all():
            raise ValueError(f"figure size must be positive finite not {given}")
        self._size = size

    def get_size_inches(self):
        return self._size.copy()

    def set_figwidth(self, val, forward=True):
        self.set_size_inches(val, self._size[1])

    def set_figheight(self, val, forward=True):
        self.set_size_inches(self._size[0], val)

    def get_figwidth(self):
        return self._size[0]

    def get_figheight(self):
        return self._size[1]

    def set_dpi(self, val):
        self.dpi = val

    def get_dpi(self):
        return self.dpi

    set_facecolor = chosen("color")
    autofmt_xdate, align_labels = chosen("bottom rotation ha which"), chosen("axs")
    align_xlabels = align_ylabels = align_labels
    set_tight_layout, set_layout_engine = chosen("tight"), chosen("layout")
    set_constrained_layout = chosen("constrained")

    def delaxes(self, ax):
        self.axes.remove(ax)
        self._record["axes"].remove(ax._record)

    def savefig(self, *_, **__):
        raise NotImplementedError(
            "savefig() is not part of this lab's matplotlib: "
            "the page has a download for every figure"
        )

    def show(self):
        pass

    def __getattr__(self, name):
        raise lacking("matplotlib.figure.Figure", name)


class _Grid(list):
    """A row of axes that can be indexed as numpy's arrays can."""

    def __getitem__(self, index):
        if isinstance(index, tuple):
            return list.__getitem__(self, index[0])[index[1]]
        return list.__getitem__(self, index)

    @property
    def shape(self):
        is_nested = self and isinstance(self[0], _Grid)
        return (len(self), len(self[0])) if is_nested else (len(self),)

    def flatten(self):
        return _Grid([axes for row in self for axes in (row if isinstance(row, _Grid) else [row])])

    ravel = flatten
    flat = property(flatten)
    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.flatten()))

    def tolist(self):
        return [row.tolist() if isinstance(row, _Grid) else row for row in self]


def _place(args):
    """What tells the places of two axes apart."""
    if len(args) == 1 and isinstance(args[0], GridPlace):
        return args[0].of
    if len(args) == 1:
        number = int(args[0])
        return number // 100, number // 10 % 10, number % 10
    return tuple(args) if args else (1, 1, 1)


def subplot(figure, args, looks):
    """The axes at a place, where there are some; then a projection changes nothing."""
    place = _place(args)
    for axes in figure.axes:
        if axes.place == place and not looks:
            _current[:] = [figure, axes]
            return axes
    return figure.add_subplot(*args, **looks)


def current():
    return _current[0] if _current else Figure()


def leave(figure):
    """None, a figure or its number: what is drawn next is in another one."""
    if not _current or isinstance(figure, Figure) and figure is not _current[0]:
        return
    if isinstance(figure, int) and figure != _current[0].number:
        return
    _current.clear()


def choose(figure, *axes):
    _current[:] = [figure, *axes]


def shown():
    """What follows is another figure, as it is where a window was closed."""
    _current.clear()


def numbered(num):
    return next((figure for figure in _made if num is not None and figure.number == num), None)


def taken():
    """The records of what was drawn; the next run begins with none."""
    for figure in _made:
        for axes in figure.axes:
            of_first = axes._first._record
            for name in ("xlabel", "title", "xlim", "xticks", "xticklabels", "xscale"):
                if axes._first is not axes and of_first.get(name) and not axes._record.get(name):
                    axes._record[name] = of_first[name]
    records = [in_record(figure._record) for figure in _made if figure._record["axes"]]
    _made.clear()
    _current.clear()
    begin()
    return records
