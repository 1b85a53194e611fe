"""A figure: its axes in rows and columns."""

from matplotlib._arguments import lacking, refusal, takes
from matplotlib._axes import Axes, begin

_made = []


class _Colorbar:
    def __init__(self, record):
        self._record = record

    @takes("Text")
    def set_label(self, label, *, loc=None):
        self._record["colorbar"] = str(label)


class Figure:
    @takes("Figure", "subplotpars")
    def __init__(self, figsize=None, dpi=None, *, subplotpars=None):
        self._record = {"suptitle": "", "axes": []}
        self.axes, self._last_image = [], None
        _made.append(self)

    @takes("Axes", "polar label")
    def add_subplot(
        self, *args, projection=None, polar=False, sharex=None, sharey=None, label=None
    ):
        if projection not in (None, "rectilinear"):
            raise refusal(f"projection={projection!r}")
        rows, cols, index = _place(args)
        axes = Axes(self, rows, cols, index)
        self.axes.append(axes)
        return axes

    def gca(self):
        return self.axes[-1] if self.axes else self.add_subplot(111)

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

    @takes("Colorbar", "ticks boundaries values cmap norm alpha")
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
    ):
        image = image or self._last_image
        if image is None:
            raise RuntimeError("No mappable was found to use for colorbar creation.")
        record = getattr(image, "_record", image)
        record["colorbar"] = "" if label is None else str(label)
        return _Colorbar(record)

    @takes("Layout")
    def tight_layout(self):
        pass

    @takes("Layout")
    def subplots_adjust(self):
        pass

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


def _place(args):
    if len(args) == 1:
        number = int(args[0])
        return number // 100, number // 10 % 10, number % 10
    return tuple(map(int, args)) if args else (1, 1, 1)


def current():
    return _made[-1] if _made else Figure()


def taken():
    """The records of what was drawn; the next run begins with none."""
    records = [figure._record for figure in _made if figure._record["axes"]]
    _made.clear()
    begin()
    return records
