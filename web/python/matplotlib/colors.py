"""Colour maps by name: the page has its own scales, and takes the nearest."""

from matplotlib._arguments import lacking as _lacking


def _each(of):
    """Of one value, or of a list, an array or a tensor a list."""

    def colours(self, value):
        value = value.tolist() if hasattr(value, "tolist") else value
        return [colours(self, one) for one in value] if isinstance(value, list) else of(self, value)

    return colours


class Colormap:
    def __init__(self, name, N=256):
        self.name, self.N = name, N

    @_each
    def __call__(self, value):
        """A grey for each place between 0 and 1, which the page makes a colour of its own."""
        share = value / self.N if isinstance(value, int) else float(value)
        share = min(1.0, max(0.0, share))
        return (share, share, share, 1.0)


class ListedColormap(Colormap):
    def __init__(self, colors, name="from_list", N=None):
        super().__init__(name, N or len(colors))
        self.colors = colors

    @_each
    def __call__(self, value):
        at = value if isinstance(value, int) else int(float(value) * self.N)
        return self.colors[min(self.N - 1, max(0, at))]


class LinearSegmentedColormap(Colormap):
    @classmethod
    def from_list(cls, name, colors, N=256, gamma=1.0):
        return cls(name, N)


def __getattr__(name):
    raise _lacking("matplotlib.colors", name)
