"""The few functions of seaborn that notebooks about attention call, over our matplotlib."""

import math as _math

import numpy as _numpy
from matplotlib import _colours
from matplotlib import colors as _colors
from matplotlib import pyplot as _plt
from matplotlib import ticker as _ticker
from matplotlib._arguments import takes as _takes
from matplotlib._numbers import listed as _listed
from matplotlib._numbers import matrix as _matrix
from seaborn._palettes import color_palette as color_palette
from seaborn._palettes import cubehelix_palette as cubehelix_palette
from seaborn._palettes import dark_palette as dark_palette
from seaborn._palettes import diverging_palette as diverging_palette
from seaborn._palettes import hls_palette as hls_palette
from seaborn._palettes import husl_palette as husl_palette
from seaborn._palettes import light_palette as light_palette
from seaborn._plots import barplot as barplot
from seaborn._plots import boxplot as boxplot
from seaborn._plots import countplot as countplot
from seaborn._plots import histplot as histplot
from seaborn._plots import kdeplot as kdeplot
from seaborn._plots import lineplot as lineplot
from seaborn._plots import regplot as regplot
from seaborn._plots import scatterplot as scatterplot


def set_theme(
    context="notebook",
    style="darkgrid",
    palette="deep",
    font="sans-serif",
    font_scale=1,
    color_codes=True,
    rc=None,
):
    """The colours that follow one another, and the grid; the page chooses the rest of the looks."""
    set_style(style)
    set_palette(palette)
    _plt.rcParams.update(rc or {})


set = set_theme


def set_style(style=None, rc=None):
    if style is not None:
        _plt.rcParams["axes.grid"] = isinstance(style, str) and style.endswith("grid")


def set_context(context=None, font_scale=1, rc=None):
    """The page chooses sizes."""


def set_palette(palette, n_colors=None, desat=None, color_codes=False):
    if palette is not None:
        _colours.cycle[:] = [_colors.to_hex(one) for one in color_palette(palette, n_colors)]


def reset_defaults():
    _plt.rcdefaults()


reset_orig = reset_defaults


def despine(
    fig=None, ax=None, top=True, right=True, left=False, bottom=False, offset=None, trim=False
):
    shown = [ax] if ax is not None else (fig or _plt.gcf()).axes
    hidden = {"top": top, "right": right, "left": left, "bottom": bottom}
    for one in shown:
        for edge, is_hidden in hidden.items():
            if is_hidden:
                one.spines[edge].set_visible(False)


__version__ = "0.12+poslab"


@_takes("QuadMesh", "cbar_ax")
def heatmap(
    data,
    *,
    vmin=None,
    vmax=None,
    cmap=None,
    center=None,
    robust=False,
    annot=None,
    fmt=".2g",
    annot_kws=None,
    linewidths=0,
    linecolor="white",
    cbar=True,
    cbar_kws=None,
    cbar_ax=None,
    square=False,
    xticklabels="auto",
    yticklabels="auto",
    mask=None,
    ax=None,
):
    ax = _plt.gca() if ax is None else ax
    table = _listed(data)
    rows = _matrix(data)
    if mask is not None:
        hidden = _matrix(mask)
        if list(map(len, hidden)) != list(map(len, rows)):
            raise ValueError("Mask must have the same shape as data.")
        rows = [[None if off else v for v, off in zip(*pair)] for pair in zip(rows, hidden)]
    rows = [[_math.nan if v is None else v for v in row] for row in rows]
    shown = [v for row in rows for v in row if v == v] or [0]
    if robust:
        ends = [float(_numpy.percentile(_numpy.array(shown), q)) for q in (2, 98)]
    else:
        ends = min(shown), max(shown)
    vmin, vmax = (own if given is None else given for given, own in zip((vmin, vmax), ends))
    cmap = _colors.get_cmap(cmap or ("rocket" if center is None else "icefire"))
    if (
        center is not None
    ):  # the middle of the map is there, and its further end is at the further limit
        far = max(vmax - center, center - vmin)
        low, high = ((v - center) / (2 * far) + 0.5 for v in (vmin, vmax))
        picked = cmap(_numpy.linspace(low, high, 256)) if high > low else cmap(_numpy.array([0.5]))
        cmap = _colors.ListedColormap(picked[:, :3], name=cmap.name)
    image = ax.pcolormesh(rows, cmap=cmap, vmin=vmin, vmax=vmax)
    n_rows, n_cols = len(rows), len(rows[0])
    image.update(origin="upper", extent=[0.0, float(n_cols), float(n_rows), 0.0], isCounted=True)
    image.own.update(linewidth=linewidths, edgecolor=linecolor)
    ax.set_aspect("equal" if square else "auto")
    ax.set_xlim(0, n_cols)
    ax.set_ylim(n_rows, 0)
    _name(ax, "x", xticklabels, n_cols)
    _name(ax, "y", yticklabels, n_rows)
    words = table if annot is True else None if annot in (None, False) else _listed(annot)
    if words:
        for i, row in enumerate(words):
            for j, value in enumerate(_listed(row)):
                if rows[i][j] != rows[i][j]:
                    continue
                text = value if isinstance(value, str) else format(value, fmt)
                red, green, blue = (
                    v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4
                    for v in image.to_rgba(rows[i][j])[:3]
                )
                shade = ".15" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.408 else "w"
                look = {"ha": "center", "va": "center", "color": shade, **(annot_kws or {})}
                ax.text(j + 0.5, i + 0.5, text, **look)
    if cbar:
        ax.figure.colorbar(image, ax=ax, **(cbar_kws or {}))
    return ax


def _name(ax, axis, labels, n):
    """Ticks in the middle of cells: a name for each, every so many, or as many as have space."""
    labels = _listed(labels)
    is_auto = isinstance(labels, str) and labels == "auto"
    if labels is False:
        step, labels = 1, []
    elif isinstance(labels, int) and labels is not True:
        step, labels = labels, [str(k) for k in range(n)]
    elif is_auto or labels is True:
        space = ax._views[axis].get_tick_space() * 2 if is_auto else n
        step = max(1, -(-n // max(1, space)))
        labels = [str(k) for k in range(n)]
    else:
        step, labels = 1, [str(one) for one in labels]
    places = range(0, min(n, len(labels)), step)
    own = [labels[k] for k in places]
    if is_auto:
        ax._views[axis].locator = _ticker.FixedLocator([k + 0.5 for k in places])
        ax._views[axis].formatter = _ticker.FixedFormatter(own)
    else:
        getattr(ax, f"set_{axis}ticks")([k + 0.5 for k in places], own)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    instead = f": {_INSTEAD[name]}" if name in _INSTEAD else ""
    raise AttributeError(f"seaborn.{name} is not part of this lab{instead}", name=name)


_FRAMES = (
    "there are no data frames here; draw each pair with sns.scatterplot() on axes of plt.subplots()"
)
_INSTEAD = {
    **dict.fromkeys(
        "pairplot PairGrid jointplot JointGrid FacetGrid relplot catplot displot".split(), _FRAMES
    ),
    **dict.fromkeys("violinplot boxenplot swarmplot".split(), "take plt.violinplot()"),
    "clustermap": "take sns.heatmap()",
    **dict.fromkeys(
        "stripplot pointplot rugplot ecdfplot".split(), "take plt.scatter() or plt.plot()"
    ),
    "lmplot": "take sns.regplot()",
    "load_dataset": "there is no network; write the data as a dict of lists",
}
