"""Colour maps by name: the page has its own scales, and takes the nearest."""

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes

_NAMES = """
    Accent Blues BrBG BuGn BuPu CMRmap Dark2 GnBu Greens Greys OrRd Oranges PRGn Paired Pastel1
    Pastel2 PiYG PuBu PuBuGn PuOr PuRd Purples RdBu RdGy RdPu RdYlBu RdYlGn Reds Set1 Set2 Set3
    Spectral Wistia YlGn YlGnBu YlOrBr YlOrRd afmhot autumn binary bone brg bwr cividis cool
    coolwarm copper cubehelix flag gist_earth gist_gray gist_heat gist_ncar gist_rainbow
    gist_stern gist_yarg gnuplot gnuplot2 gray hot hsv inferno jet magma nipy_spectral ocean
    pink plasma prism rainbow seismic spring summer tab10 tab20 tab20b tab20c terrain turbo
    twilight twilight_shifted viridis winter""".split()


def known(name, error=ValueError):
    """Raises what matplotlib raises of a colour map that it does not have."""
    if name.removesuffix("_r") not in _NAMES:
        if error is AttributeError:
            raise AttributeError(f"module 'matplotlib.cm' has no attribute {name!r}", name=name)
        raise error(f"{name!r} is not a valid value for name; see matplotlib.colormaps")


def get_cmap(name=None, lut=None):
    if isinstance(name, Colormap):
        return name
    known(name or "viridis")
    return Colormap(name or "viridis", lut or 256)


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


class Normalize:
    """From one limit to the other; what is None, the numbers decide."""

    @_takes(None, "clip")
    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin, self.vmax = vmin, vmax

    @_each
    def __call__(self, value):
        return (value - self.vmin) / (self.vmax - self.vmin)


class _Uneven:
    """What imshow() refuses by its name: the page's colours go in equal steps."""

    def __init__(self, *_, **__):
        pass


LogNorm, SymLogNorm, PowerNorm, BoundaryNorm, TwoSlopeNorm, CenteredNorm = (
    type(name, (_Uneven,), {})
    for name in "LogNorm SymLogNorm PowerNorm BoundaryNorm TwoSlopeNorm CenteredNorm".split()
)


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
