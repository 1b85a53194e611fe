"""Where ticks are."""

from matplotlib._arguments import lacking as _lacking


class MultipleLocator:
    def __init__(self, base=1.0):
        self._base = base

    def put(self, axes, name):
        axes._record[f"{name}step"] = float(self._base)


class FixedLocator:
    def __init__(self, locs, nbins=None):
        self._places = locs

    def put(self, axes, name):
        getattr(axes, f"set_{name}ticks")(self._places)


class NullLocator(FixedLocator):
    def __init__(self):
        super().__init__([])


class MaxNLocator:
    """The page chooses how many."""

    def __init__(self, nbins="auto", integer=False, steps=None, prune=None, min_n_ticks=2):
        pass

    def put(self, axes, name):
        pass


class AutoMinorLocator(MaxNLocator):
    def __init__(self, n=None):
        pass


class FormatStrFormatter:
    def __init__(self, fmt):
        pass


class FuncFormatter(FormatStrFormatter):
    pass


class PercentFormatter(FormatStrFormatter):
    def __init__(self, xmax=100, decimals=None, symbol="%", is_latex=False):
        pass


def __getattr__(name):
    raise _lacking("matplotlib.ticker", name)
