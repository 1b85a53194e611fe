"""Places of axes in a figure: what says how wide each is, and how many ticks it has room for.

The page lays its pictures out one after another.
"""

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes

_EDGES = {"left": 0.125, "right": 0.9, "bottom": 0.11, "top": 0.88, "wspace": 0.2, "hspace": 0.2}


class GridSpec:
    @_takes("Layout")
    def __init__(
        self,
        nrows,
        ncols,
        figure=None,
        *,
        left=None,
        bottom=None,
        right=None,
        top=None,
        wspace=None,
        hspace=None,
        width_ratios=None,
        height_ratios=None,
    ):
        self.nrows, self.ncols, self.figure, self._parent = int(nrows), int(ncols), figure, None
        self._ratios = width_ratios or [1] * self.ncols, height_ratios or [1] * self.nrows
        if [len(one) for one in self._ratios] != [self.ncols, self.nrows]:
            name = "width" if len(self._ratios[0]) != self.ncols else "height"
            raise ValueError(
                f"Expected the given number of {name} ratios to match the number of "
                f"{'columns' if name == 'width' else 'rows'} of the grid"
            )
        given = {"left": left, "right": right, "bottom": bottom, "top": top}
        given |= {"wspace": wspace, "hspace": hspace}
        self._own = {name: value for name, value in given.items() if value is not None}

    def get_geometry(self):
        return self.nrows, self.ncols

    def update(self, **edges):
        self._own.update(edges)

    def edges(self):
        if self._parent is None:
            given = getattr(self.figure, "_edges", {})
            return {**_EDGES, **given, **self._own}
        left, bottom, width, height = self._parent.bounds()
        box = {"left": left, "bottom": bottom, "right": left + width, "top": bottom + height}
        return {**_EDGES, **box, **self._own}

    def __getitem__(self, place):
        if isinstance(place, tuple):
            rows, cols = _range(place[0], self.nrows), _range(place[1], self.ncols)
        else:
            ends = _range(place, self.nrows * self.ncols)
            pairs = [divmod(end, self.ncols) for end in ends]
            rows, cols = (tuple(sorted(both)) for both in zip(*pairs))
        return SubplotSpec(self, rows, cols)


def _range(place, n):
    if isinstance(place, slice):
        start, stop, _ = place.indices(n)
        if stop <= start:
            raise IndexError("GridSpec slice would result in no space allocated for subplot")
        return start, stop - 1
    place = int(place)
    if not -n <= place < n:
        raise IndexError("index {} is out of bounds for axis with size {}".format(place, n))
    return place % n, place % n


class SubplotSpec:
    def __init__(self, grid, rows, cols):
        self.grid, self.rows, self.cols = grid, rows, cols
        self.of = grid.nrows, grid.ncols, *rows, *cols
        self.rowspan, self.colspan = (range(a, b + 1) for a, b in (rows, cols))

    def get_gridspec(self):
        return self.grid

    def subgridspec(self, nrows, ncols, **looks):
        made = GridSpec(nrows, ncols, self.grid.figure, **looks)
        made._parent = self
        return made

    def is_first_col(self):
        return self.cols[0] == 0

    def is_last_row(self):
        return self.rows[1] == self.grid.nrows - 1

    def bounds(self):
        """Left, bottom, width and height as shares of the figure."""
        edges, grid = self.grid.edges(), self.grid
        spans = []
        for ends, n, space, ratios, (first, last) in (
            (("left", "right"), grid.ncols, "wspace", grid._ratios[0], self.cols),
            (("bottom", "top"), grid.nrows, "hspace", grid._ratios[1], self.rows),
        ):
            low, high = (edges[end] for end in ends)
            cell = (high - low) / (n + edges[space] * (n - 1))
            gap = edges[space] * cell
            sizes = [cell * n * ratio / sum(ratios) for ratio in ratios]
            before = sum(sizes[:first]) + gap * first
            length = sum(sizes[first : last + 1]) + gap * (last - first)
            spans.append((low + before if ends[0] == "left" else high - before - length, length))
        (left, width), (bottom, height) = spans
        return left, bottom, width, height


GridPlace = SubplotSpec


def GridSpecFromSubplotSpec(nrows, ncols, subplot_spec, **looks):
    return subplot_spec.subgridspec(nrows, ncols, **looks)


class Box:
    """Where axes are, as shares of the figure."""

    def __init__(self, left, bottom, width, height):
        self.bounds = left, bottom, width, height
        self.x0, self.y0, self.width, self.height = self.bounds
        self.x1, self.y1 = left + width, bottom + height
        self.xmin, self.ymin, self.xmax, self.ymax = self.x0, self.y0, self.x1, self.y1


def __getattr__(name):
    raise _lacking("matplotlib.gridspec", name)
