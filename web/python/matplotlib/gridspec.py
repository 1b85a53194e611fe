"""The page lays its pictures out one after another; a grid only tells places apart."""

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes


class GridSpec:
    @_takes("Layout")
    def __init__(self, nrows, ncols, figure=None, *, width_ratios=None, height_ratios=None):
        self.nrows, self.ncols = nrows, ncols

    def __getitem__(self, place):
        return GridPlace(self, place)


class GridPlace:
    def __init__(self, grid, place):
        self.of = grid.nrows, grid.ncols, str(place)


def __getattr__(name):
    raise _lacking("matplotlib.gridspec", name)
