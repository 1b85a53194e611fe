"""A figure: its axes in rows and columns."""

import numpy
from matplotlib import ticker
from matplotlib._arguments import lacking, looks, refusal, takes
from matplotlib._axes import Axes
from matplotlib._formula import in_record
from matplotlib._grid import AxesArray
from matplotlib._looks import Look, chosen
from matplotlib._numbers import begin, numbers
from matplotlib._settings import rcParams
from matplotlib.colors import LogNorm
from matplotlib.gridspec import GridSpec, SubplotSpec

_made = []
_open = []  # of those the ones that plt.figure() finds, the current one last
_current = []  # the figure and the axes that pyplot's functions mean


class Colorbar:
    """Its words and ticks are those of axes of its own, which the page draws beside the picture."""

    def __init__(self, figure, image, is_flat):
        self.mappable, self._name = image, "x" if is_flat else "y"
        self.orientation = "horizontal" if is_flat else "vertical"
        self.ax = Axes(figure, (1, 1, "colour bar"), is_shown=False)
        self.ax._record["label"] = "<colorbar>"
        self._view = self.ax._views[self._name]
        self.norm, self.cmap, self.vmin, self.vmax = image.norm, image.cmap, None, None
        low, high = image.norm.vmin, image.norm.vmax
        levels = getattr(image, "levels", None)
        if levels is not None:
            low, high = float(levels[0]), float(levels[-1])
            self._view.locator = ticker.FixedLocator(levels, nbins=10)
        elif hasattr(image.norm, "boundaries"):
            self._view.locator = ticker.FixedLocator(image.norm.boundaries, nbins=10)
        self.vmin, self.vmax = low, high
        self._view.scale = "log" if isinstance(image.norm, LogNorm) else "linear"
        self._view.set(low, high)
        image.bar = self

    @takes("Text")
    def set_label(self, label, *, loc=None):
        (self.ax.set_ylabel if self._name == "y" else self.ax.set_xlabel)(label)

    @takes("Text")
    def set_ticks(self, ticks, labels=None, *, minor=False):
        if isinstance(ticks, ticker.Locator):
            self._view.locator = ticks
            return
        limits = self._view.lim
        getattr(self.ax, f"set_{self._name}ticks")(ticks, labels)
        self._view.lim = limits

    @takes("Text")
    def set_ticklabels(self, ticklabels, *, minor=False):
        getattr(self.ax, f"set_{self._name}ticklabels")(ticklabels)

    def get_ticks(self, minor=False):
        return self._view.ticks()

    def set_alpha(self, alpha):
        pass

    def update_normal(self, mappable):
        pass

    def minorticks_off(self):
        pass

    minorticks_on = update_ticks = minorticks_off

    @property
    def outline(self):
        return Look("matplotlib.spines.Spine")

    def seal(self):
        """Onto the record of what it is of."""
        image, record = self.mappable, self.ax._record
        words = record["ylabel"] or record["xlabel"] or record["title"]
        image["bar"] = {**self._view.shown(), "isFlat": self._name == "x", "label": words}
        shares = getattr(image.norm, "_share", None)
        if "levels" in image:
            low, high = self.vmin, self.vmax
            image["bar"]["at"] = [(v - low) / (high - low) for v in image["bar"]["ticks"]]
        elif hasattr(image.norm, "boundaries"):
            edges = image.norm.boundaries.tolist()
            image["bar"]["at"] = [
                numpy.interp(v, edges, numpy.linspace(0, 1, len(edges)))
                for v in image["bar"]["ticks"]
            ]
        else:
            image["bar"]["at"] = numbers(shares(numpy.array(image["bar"]["ticks"], dtype=float)))

    def __getattr__(self, name):
        raise lacking("matplotlib.colorbar.Colorbar", name)


class Figure:
    @takes("Figure", "subplotpars")
    def __init__(self, figsize=None, dpi=None, *, subplotpars=None):
        self.set_size_inches(rcParams["figure.figsize"] if figsize is None else figsize)
        self.dpi = rcParams["figure.dpi"] if dpi is None else dpi
        self._record = {"suptitle": "", "axes": []}
        self.axes, self._last_image, self._edges, self._label = [], None, {}, ""
        self.number = max([0, *(one.number for one in _open)]) + 1
        _made.append(self)
        choose(self)

    @takes("Axes", "polar")
    def add_subplot(
        self, *args, projection=None, polar=False, sharex=None, sharey=None, label=None, **given
    ):
        if projection == "3d":
            raise refusal("projection='3d'", "draw heights with imshow() or contour()")
        if projection not in (None, "rectilinear"):
            raise refusal(f"projection={projection!r}")
        if len(args) == 1 and isinstance(args[0], Axes):
            return args[0]
        spec = _spec(self, args)
        axes = Axes(self, spec.of, spec)
        for name, other in (("x", sharex), ("y", sharey)):
            if isinstance(other, Axes):
                axes.share(name, other._views[name])
        for name, value in given.items():
            getattr(axes, f"set_{name}")(value)
        _current[:] = [self, axes]
        return axes

    @takes("Axes", "polar")
    def add_axes(self, rect, projection=None, polar=False, sharex=None, sharey=None, label=None):
        """The page lays its pictures out one after another."""
        axes = self.add_subplot(1, 1, 1, projection=projection)
        axes.place = [*map(float, rect)]
        return axes

    def gca(self):
        if len(_current) == 2 and _current[1].figure is self and _current[1] in self.axes:
            return _current[1]
        return self.axes[-1] if self.axes else self.add_subplot(111)

    def add_gridspec(self, nrows=1, ncols=1, **looks):
        return GridSpec(nrows, ncols, figure=self, **looks)

    def sca(self, a):
        choose(self, a)

    def get_axes(self):
        return self.axes

    def get_label(self):
        return self._label

    def set_label(self, s):
        self._label = str(s)

    def subplot_mosaic(
        self,
        mosaic,
        *,
        sharex=False,
        sharey=False,
        width_ratios=None,
        height_ratios=None,
        empty_sentinel=".",
        subplot_kw=None,
        gridspec_kw=None,
        per_subplot_kw=None,
        **looks,
    ):
        if isinstance(mosaic, str):
            text = mosaic.strip("\n")
            rows = [
                list(row.strip()) for row in (text.split("\n") if "\n" in text else text.split(";"))
            ]
        else:
            rows = [list(row) for row in mosaic]
        if len({len(row) for row in rows}) > 1:
            raise ValueError("All of the rows must be the same length")
        ratios = {"width_ratios": width_ratios, "height_ratios": height_ratios}
        own = {**{n: v for n, v in ratios.items() if v}, **(gridspec_kw or {})}
        grid = GridSpec(len(rows), len(rows[0]), figure=self, **own)
        made = {}
        for name in dict.fromkeys(name for row in rows for name in row):
            if name == empty_sentinel:
                continue
            at = [(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one == name]
            (r0, c0), (r1, c1) = at[0], at[-1]
            if len(at) != (r1 - r0 + 1) * (c1 - c0 + 1):
                raise ValueError(
                    f"While trying to layout\n{rows}\nwe found that the label {name!r} specifies a "
                    "non-rectangular or non-contiguous area."
                )
            more = {**looks, **(subplot_kw or {}), **((per_subplot_kw or {}).get(name) or {})}
            made[name] = self.add_subplot(grid[r0 : r1 + 1, c0 : c1 + 1], **more)
            made[name]._record["name"] = str(name)
        first = next(iter(made.values()))
        for axes in made.values():
            for axis, is_shared in (("x", sharex), ("y", sharey)):
                if is_shared and axes is not first:
                    axes.share(axis, first._views[axis])
        return made

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
        ratios = {"width_ratios": width_ratios, "height_ratios": height_ratios}
        own = {**{n: v for n, v in ratios.items() if v is not None}, **(gridspec_kw or {})}
        spec = GridSpec(nrows, ncols, figure=self, **own)
        rows = [
            [self.add_subplot(spec[r, c], **(subplot_kw or {})) for c in range(ncols)]
            for r in range(nrows)
        ]
        for name, how in (("x", sharex), ("y", sharey)):
            how = {True: "all", False: "none"}.get(how, how)
            for r in range(nrows if how != "none" else 0):
                for c in range(ncols):
                    first = rows[r if how == "row" else 0][c if how == "col" else 0]
                    if rows[r][c] is not first:
                        rows[r][c].share(name, first._views[name])
                    if how in ("all", "col") and name == "x" and r < nrows - 1:
                        rows[r][c]._record["xbare"] = True
                    if how in ("all", "row") and name == "y" and c > 0:
                        rows[r][c]._record["ybare"] = True
        every = [axes for row in rows for axes in row]
        grid = AxesArray(every, numpy.arange(nrows * ncols).reshape(nrows, ncols))
        if not squeeze:
            return grid
        return grid.squeeze() if nrows * ncols > 1 else every[0]

    def clear(self):
        self._record["axes"].clear()
        self.axes.clear()

    @takes("Text")
    def suptitle(self, text):
        self._record["suptitle"] = str(text)
        return Look("Text", str(text))

    def get_suptitle(self):
        return self._record["suptitle"]

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
        orientation=None,
        location=None,
    ):
        image = self._last_image if image is None else image
        if image is None:
            raise RuntimeError(
                "No mappable was found to use for colorbar creation. First define a mappable such "
                "as an image (with imshow) or a contour set (with contourf)."
            )
        if getattr(image, "axes", None) is None or image.cmap is None:
            return self._bare_bar(image, ax, label)
        where = {**looks(), "orientation": orientation, "location": location}
        is_flat = orientation == "horizontal" or location in ("top", "bottom")
        made = Colorbar(self, image, is_flat)
        if label is not None:
            made.set_label(label)
        if ticks is not None:
            made.set_ticks(ticks)
        if format is not None:
            made._view.formatter = (
                format
                if isinstance(format, ticker.Formatter)
                else ticker.FormatStrFormatter(format)
            )
        pad = where.get("pad", 0.15 if is_flat else 0.05)
        one = ax[0] if isinstance(ax, (list, tuple)) else image.axes
        several = isinstance(ax, (list, tuple)) and len(ax) > 1
        share = 1 - where.get("fraction", 0.15) - pad
        if cax is None and not several and isinstance(one, Axes):
            one._first._share = ("height" if is_flat else "width", share)
        if len(_current) == 2 and _current[1] is made.ax:
            _current[1:] = [image.axes]
        return made

    def _bare_bar(self, image, ax, label):
        raise refusal(
            "colorbar() of numbers that are drawn nowhere",
            "give it what imshow() or scatter() returned",
        )

    @takes("Layout")
    def tight_layout(self):
        pass

    @takes("Layout")
    def subplots_adjust(
        self, left=None, bottom=None, right=None, top=None, wspace=None, hspace=None
    ):
        given = {"left": left, "bottom": bottom, "right": right, "top": top}
        given |= {"wspace": wspace, "hspace": hspace}
        self._edges.update({name: v for name, v in given.items() if v is not None})

    @takes("Text")
    def text(self, x, y, s, fontdict=None):
        (self.axes[0] if self.axes else self.gca())._unsaid(f"the text {str(s)!r} beside the axes")
        return Look("Text", str(s))

    @takes("Text")
    def supxlabel(self, t):
        return self.text(0, 0, t)

    supylabel = supxlabel

    @takes("Legend", "handler_map bbox_transform")
    def legend(self, *args, handles=None, labels=None, handler_map=None, bbox_transform=None):
        if not args and handles is None:
            pairs = [one.get_legend_handles_labels() for one in self.axes]
            handles = [h for found, _ in pairs for h in found]
            labels = [text for _, found in pairs for text in found]
        return self.gca().legend(*args, handles=handles, labels=labels)

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
        self._record["axes"] = [one for one in self._record["axes"] if one is not ax._record]

    @takes("Figure", "metadata")
    def savefig(
        self,
        fname,
        *,
        format=None,
        bbox_inches=None,
        pad_inches=None,
        transparent=None,
        metadata=None,
    ):
        if not isinstance(fname, str) and not hasattr(fname, "__fspath__"):
            raise refusal(
                "savefig() to a file in memory",
                "give it a name, and the picture has a link that saves it",
            )
        name = str(fname).rsplit("/", 1)[-1]
        self._record.setdefault("saved", []).append(name)

    def show(self):
        pass

    def __getattr__(self, name):
        raise lacking("matplotlib.figure.Figure", name)


def _spec(figure, args):
    """The place that numbers or a part of a grid say."""
    if len(args) == 1 and isinstance(args[0], SubplotSpec):
        grid = args[0].grid
        grid.figure = grid.figure or figure
        return args[0]
    if len(args) == 1:
        number = int(args[0])
        args = number // 100, number // 10 % 10, number % 10
    rows, cols, index = args or (1, 1, 1)
    if isinstance(index, str):
        index = 1
    grid = GridSpec(rows, cols, figure=figure)
    first, last = index if isinstance(index, (tuple, list)) else (index, index)
    if not 1 <= first <= last <= rows * cols:
        raise ValueError(f"num must be an integer with 1 <= num <= {rows * cols}, not {index!r}")
    return grid[first - 1 : last]


def subplot(figure, args, looks):
    """The axes at a place, where there are some; then a projection changes nothing."""
    if looks.get("projection") not in (None, "rectilinear") or looks.get("polar"):
        return figure.add_subplot(*args, **looks)
    place = _spec(figure, args).of
    for axes in figure.axes:
        if axes.place == place and axes._first is axes:
            _current[:] = [figure, axes]
            return axes
    return figure.add_subplot(*args, **looks)


def current():
    return _current[0] if _current else Figure()


def leave(figure):
    """None, a figure, its number or its name, or 'all': what is drawn next is in another one."""
    if figure == "all":
        _open.clear()
        _current.clear()
        return
    if figure is None:
        figure = _current[0] if _current else None
    elif not isinstance(figure, Figure):
        figure = numbered(figure)
    if figure in _open:
        _open.remove(figure)
    if _current and figure is _current[0]:
        _current.clear()
        if _open:
            choose(_open[-1])


def choose(figure, *axes):
    if figure in _open:
        _open.remove(figure)
    if figure not in _made:
        _made.append(figure)
    _open.append(figure)
    axes = (
        axes or figure.axes[-1:]
        if not _current or _current[0] is not figure
        else axes or _current[1:]
    )
    _current[:] = [figure, *axes]


def shown():
    """What follows is another figure, as it is where a window was closed."""
    _open.clear()
    _current.clear()


def opened():
    return sorted(_open, key=lambda one: one.number)


def numbered(num):
    if isinstance(num, str):
        return next((one for one in _open if one._label == num), None)
    return next((one for one in _open if num is not None and one.number == num), None)


def _seal(axes):
    """A picture that cannot be drawn is said, and hides no other."""
    try:
        axes.seal()
    except Exception as error:
        axes._record["parts"].clear()
        axes._unsaid(f"a picture: {error}")


def taken():
    """The records of what was drawn; the next run begins with none."""
    for figure in _made:
        for axes in figure.axes:
            for part in axes._record["parts"]:
                if "bar" in part.__dict__:
                    part.bar.seal()
            if any(axes._record is one for one in figure._record["axes"]):
                _seal(axes)
    records = [in_record(figure._record) for figure in _made if figure._record["axes"]]
    _made.clear()
    _open.clear()
    _current.clear()
    begin()
    return records
