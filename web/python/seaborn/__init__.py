"""The few functions of seaborn that notebooks about attention call, over our matplotlib."""

import math as _math

from matplotlib import colors as _colors
from matplotlib import pyplot as _plt
from matplotlib._arguments import takes as _takes
from matplotlib._numbers import listed as _listed
from matplotlib._numbers import matrix as _matrix

_colors._NAMES += "rocket mako vlag icefire flare crest".split()


def set_theme(*_, **__):
    """The page chooses looks."""


set = set_style = set_context = set_palette = despine = reset_defaults = set_theme


@_takes("QuadMesh", "robust")
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
    rows = _matrix(data)
    if mask is not None:
        hidden = _matrix(mask)
        if list(map(len, hidden)) != list(map(len, rows)):
            raise ValueError("Mask must have the same shape as data.")
        rows = [[None if off else v for v, off in zip(*pair)] for pair in zip(rows, hidden)]
    rows = [[_math.nan if v is None else v for v in row] for row in rows]
    if center is not None:  # as far from it on either side
        shown = [v for row in rows for v in row if v == v] or [0]
        ends = min(shown) if vmin is None else vmin, max(shown) if vmax is None else vmax
        far = max(ends[1] - center, center - ends[0])
        vmin, vmax, cmap = center - far, center + far, cmap or "icefire"
    limits = {"vmin": vmin, "vmax": vmax}
    image = ax.imshow(rows, cmap=cmap or "rocket", aspect="equal" if square else None, **limits)
    n_rows, n_cols = len(rows), len(rows[0])
    image._record.update(extent=[0, n_cols, n_rows, 0], isCounted=True)
    _name(ax, "x", xticklabels, n_cols)
    _name(ax, "y", yticklabels, n_rows)
    words = rows if annot is True else None if annot in (None, False) else _listed(annot)
    if words:
        for i, row in enumerate(words):
            for j, value in enumerate(row):
                if rows[i][j] != rows[i][j]:
                    continue
                text = value if isinstance(value, str) else format(value, fmt)
                ax.text(j + 0.5, i + 0.5, text)
    if cbar:
        ax.figure.colorbar(image, label=(cbar_kws or {}).get("label"))
    return ax


def _name(ax, axis, labels, n):
    labels = _listed(labels)
    if labels is True or labels == "auto":
        return
    if labels is False:
        labels = []
    if isinstance(labels, int):
        places = range(0, n, labels)
        labels = list(map(str, places))
    else:
        places = range(len(labels))
    getattr(ax, f"set_{axis}ticks")([place + 0.5 for place in places], list(labels))


@_takes("Line2D")
def lineplot(*, x=None, y=None, label=None, ax=None, color=None, marker=None, linestyle=None):
    look = {"label": label, "color": color, "marker": marker, "linestyle": linestyle}
    (ax or _plt.gca()).plot(*([y] if x is None else [x, y]), **look)
    return ax or _plt.gca()


@_takes("PathCollection", "hue size style data palette")
def scatterplot(
    *,
    x=None,
    y=None,
    hue=None,
    size=None,
    style=None,
    data=None,
    palette=None,
    label=None,
    ax=None,
    color=None,
    marker=None,
):
    ax = ax or _plt.gca()
    ax.scatter(x, y, label=label, color=color, marker=marker)
    return ax


@_takes("Rectangle", "hue data palette order hue_order estimator errorbar orient")
def barplot(
    *,
    x=None,
    y=None,
    hue=None,
    data=None,
    palette=None,
    order=None,
    hue_order=None,
    estimator=None,
    errorbar=None,
    orient=None,
    label=None,
    ax=None,
    color=None,
):
    """One bar for each number: means of several are left to the learner."""
    ax, names, values = ax or _plt.gca(), _listed(x), _listed(y)
    if len({str(name) for name in names}) < len(names):
        raise NotImplementedError(
            "barplot() of several values of one name is not part of this lab's seaborn: "
            "compute their means, and draw these"
        )
    ax.bar(list(map(str, names)), values, label=label, color=color)
    return ax


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"seaborn.{name} is not part of this lab", name=name)
