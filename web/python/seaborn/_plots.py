"""Curves, points, bars and histograms of data in long form: a dict of columns, or lists."""

import math

import numpy
from matplotlib import colors
from matplotlib import pyplot as plt
from matplotlib._arguments import refusal, takes
from matplotlib._charts import density_of
from matplotlib._numbers import flat, listed
from seaborn._palettes import color_palette, cubehelix_palette


class _Columns:
    """The columns that a call names, and what they are called."""

    def __init__(self, data, **given):
        self.names, self.values = {}, {}
        for key, one in given.items():
            if isinstance(one, str):
                if data is None:
                    raise ValueError(f"Could not interpret value `{one}` for parameter `{key}`")
                try:
                    values = data[one]
                except (KeyError, IndexError, TypeError):
                    raise ValueError(
                        f"Could not interpret value `{one}` for parameter `{key}`"
                    ) from None
                self.names[key] = one
            else:
                values = one
            self.names.setdefault(key, "")
            self.values[key] = None if values is None else [*flat(listed(values))]
        sizes = {len(v) for v in self.values.values() if v is not None}
        if len(sizes) > 1:
            raise ValueError("All arrays must be of the same length")

    def __getitem__(self, key):
        return self.values[key]

    def groups(self, key, order=None):
        """Values and rows of each, in the order in which they are drawn."""
        rows = self.values[key]
        if rows is None:
            n = max(len(v) for v in self.values.values() if v is not None)
            return [(None, [*range(n)])]
        found = order or _ordered(rows)
        return [(v, [k for k, one in enumerate(rows) if one == v]) for v in found]

    def pick(self, key, rows):
        return [self.values[key][k] for k in rows]


def _ordered(values):
    """Numbers by size, names as they come."""
    found = [*dict.fromkeys(values)]
    is_number = all(isinstance(v, (int, float)) for v in found)
    return sorted(found) if is_number and not any(isinstance(v, bool) for v in found) else found


def _colours(found, palette, is_numeric=False):
    """A colour for each of the values of hue."""
    if isinstance(palette, dict):
        return [palette[v] for v in found]
    numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in found)
    if is_numeric and numbers and len(found) > 2 or is_numeric and numbers and palette is None:
        cmap = cubehelix_palette(as_cmap=True) if palette is None else colors.get_cmap(palette)
        norm = colors.Normalize(min(found), max(found))
        return [cmap(norm(v)) for v in found]
    own = color_palette(palette if palette or len(found) <= 10 else "husl", len(found))
    return [*own]


def _titled(ax, columns, *keys):
    for key, name in zip("xy", keys):
        if name is not None and not getattr(ax, f"get_{key}label")():
            getattr(ax, f"set_{key}label")(columns.names.get(name, name))


def _legend(ax, columns, legend):
    if legend and columns["hue"] is not None:
        ax.legend(title=columns.names["hue"])


_MEANS = {
    "mean": numpy.mean,
    "median": numpy.median,
    "sum": numpy.sum,
    "min": numpy.min,
    "max": numpy.max,
}


def _summary(values, estimator, errorbar, n_boot, seed):
    """A value that stands for several, and how far it may be off, as seaborn computes both."""
    values = numpy.array(values, dtype=float)
    of = _MEANS.get(estimator, estimator)
    middle = float(of(values))
    if errorbar is None or len(values) < 2:
        return middle, None
    kind, level = (errorbar, None) if isinstance(errorbar, str) else errorbar
    if kind in ("sd", "se"):
        off = (
            float(values.std(ddof=1))
            * (level or 1)
            / (math.sqrt(len(values)) if kind == "se" else 1)
        )
        return middle, (middle - off, middle + off)
    level = level or 95
    if kind == "pi":
        made = values
    elif kind == "ci":
        draws = numpy.random.default_rng(seed).integers(0, len(values), (n_boot, len(values)))
        made = (
            values[draws].mean(1)
            if of is numpy.mean
            else numpy.array([of(values[d]) for d in draws])
        )
    else:
        raise refusal(f"errorbar={errorbar!r}")
    return middle, tuple(float(numpy.percentile(made, q)) for q in (50 - level / 2, 50 + level / 2))


@takes("Line2D", "size style units weights sizes dashes markers style_order hue_norm sort_by")
def lineplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    palette=None,
    hue_order=None,
    estimator="mean",
    errorbar=("ci", 95),
    n_boot=1000,
    seed=None,
    sort=True,
    err_style="band",
    err_kws=None,
    ci="unset",
    legend="auto",
    ax=None,
    label=None,
    color=None,
    marker=None,
    linestyle=None,
):
    ax = ax or plt.gca()
    errorbar = (
        errorbar if ci == "unset" else None if ci is None else "sd" if ci == "sd" else ("ci", ci)
    )
    if data is not None and x is None and y is None:
        if hasattr(data, "keys") or len(getattr(data, "shape", (0,))) > 1:
            raise refusal("lineplot(data=...) of a table without x=... and y=...")
        data, y = None, data
    columns = _Columns(data, x=x, y=y, hue=hue)
    if columns["x"] is None:
        columns.values["x"] = [*range(len(columns["y"]))]
    groups = columns.groups("hue", hue_order)
    shades = _colours([v for v, _ in groups], palette, True) if hue is not None else [color]
    for (name, rows), shade in zip(groups, shades):
        found = _Columns(None, x=columns.pick("x", rows), y=columns.pick("y", rows))
        if estimator is None:
            pairs = [*zip(found["x"], found["y"])]
            at, middle = zip(*(sorted(pairs) if sort else pairs))
            spread = []
        else:
            own = found.groups("x")
            at = [v for v, _ in own]
            summary = [
                _summary(found.pick("y", r), estimator, errorbar, n_boot, seed) for _, r in own
            ]
            middle, spread = [m for m, _ in summary], [ends for _, ends in summary]
        text = label if name is None else str(name)
        look = {"label": text, "color": shade, "marker": marker, "linestyle": linestyle}
        if marker:
            look["markeredgecolor"] = "w"
        (line,) = ax.plot([*at], [*middle], **look)
        if any(ends is not None for ends in spread):
            ends = [(m, m) if e is None else e for m, e in zip(middle, spread)]
            low, high = ([e[k] for e in ends] for k in (0, 1))
            if err_style == "band":
                own = {"alpha": 0.2, **(err_kws or {})}
                ax.fill_between([*at], low, high, color=line.get_color(), **own)
            else:
                ax.vlines([*at], low, high, colors=line.get_color())
    _titled(ax, columns, "x", "y")
    _legend(ax, columns, legend)
    return ax


@takes("PathCollection", "size style sizes markers size_order style_order hue_norm")
def scatterplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    size=None,
    style=None,
    palette=None,
    hue_order=None,
    legend="auto",
    label=None,
    ax=None,
    color=None,
    marker=None,
    edgecolor="w",
):
    ax = ax or plt.gca()
    columns = _Columns(data, x=x, y=y, hue=hue)
    look = {"marker": marker, "edgecolors": edgecolor, "linewidths": 0.5}
    if columns["hue"] is None:
        ax.scatter(columns["x"], columns["y"], label=label, color=color, **look)
    else:
        groups = columns.groups("hue", hue_order)
        shades = _colours([v for v, _ in groups], palette, True)
        own = {v: colors.to_hex(shade) for (v, _), shade in zip(groups, shades)}
        points = ax.scatter(columns["x"], columns["y"], c=[own[v] for v in columns["hue"]], **look)
        points["label"] = "_nolegend_"
        if legend:
            values = [v for v, _ in groups]
            numeric = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
            if numeric and len(values) > 6:
                raise refusal(
                    "scatterplot(hue=...) of many numbers", "take plt.scatter(c=...) and colorbar()"
                )
            for v in values:
                ax.scatter([], [], color=own[v], label=str(v), marker=marker)
            ax.legend(title=columns.names["hue"])
    _titled(ax, columns, "x", "y")
    return ax


def _sideways(columns, orient):
    """Whether bars lie: their names are along y."""
    if orient in ("h", "y") or columns["x"] is None and columns["y"] is not None:
        return True
    names = [any(isinstance(v, str) for v in columns[key] or ()) for key in "xy"]
    return names[1] and not names[0]


def _categories(columns, key, order):
    rows = columns[key]
    return order or _ordered(rows)


def _named(ax, axis, names):
    getattr(ax, f"set_{axis}ticks")([*range(len(names))], [str(one) for one in names])
    getattr(ax, f"set_{axis}lim")(
        *((-0.5, len(names) - 0.5) if axis == "x" else (len(names) - 0.5, -0.5))
    )


def _counted(ax, columns, order, hue_order, palette, color, orient, width, summary, legend, more):
    """Bars for each name, or for each name and hue side by side."""
    lies = _sideways(columns, orient)
    along, up = ("y", "x") if lies else ("x", "y")
    names = _categories(columns, along, order)
    groups = columns.groups("hue", hue_order)
    if columns["hue"] is not None:
        shades = _colours([v for v, _ in groups], palette)
    elif color is None:
        shades = [color_palette(palette, len(names))]
    else:
        shades = [color]
    draw, n = ax.barh if lies else ax.bar, len(groups)
    for k, ((name, rows), shade) in enumerate(zip(groups, shades)):
        at = [i + (k - (n - 1) / 2) * width / n for i in range(len(names))]
        made = []
        for one in names:
            own = [r for r in rows if columns[along][r] == one]
            made.append(summary(own) if own else (math.nan, None))
        known = [i for i, (v, _) in enumerate(made) if v == v]
        values = [made[i][0] for i in known]
        label = {} if name is None else {"label": str(name)}
        shade = [shade[i] for i in known] if isinstance(shade, list) else shade
        bars = draw([at[i] for i in known], values, width / n, color=shade, **label, **more)
        with_ends = [(at[i], made[i][1]) for i in known if made[i][1] is not None]
        if with_ends:
            line = ax.hlines if lies else ax.vlines
            places, ends = [p for p, _ in with_ends], [e for _, e in with_ends]
            low, high = [e[0] for e in ends], [e[1] for e in ends]
            line(places, low, high, colors=".26", linewidth=2.7)["isUnread"] = True
        bars._record["x"] = [str(names[i]) for i in known] if n == 1 else bars._record["x"]
    _named(ax, along, names)
    _legend(ax, columns, legend)
    return along, up


@takes("Rectangle", "units saturation errcolor errwidth capsize dodge")
def barplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    palette=None,
    order=None,
    hue_order=None,
    estimator="mean",
    errorbar=("ci", 95),
    n_boot=1000,
    seed=None,
    orient=None,
    width=0.8,
    ci="unset",
    ax=None,
    color=None,
    label=None,
    legend=True,
):
    """Means, with how sure they are, of the values of each name."""
    ax = ax or plt.gca()
    errorbar = (
        errorbar if ci == "unset" else None if ci is None else "sd" if ci == "sd" else ("ci", ci)
    )
    columns = _Columns(data, x=x, y=y, hue=hue)
    lies = _sideways(columns, orient)
    value = columns["x" if lies else "y"]

    def summary(rows):
        return _summary([value[r] for r in rows], estimator, errorbar, n_boot, seed)

    more = {} if label is None else {"label": label}
    _counted(ax, columns, order, hue_order, palette, color, orient, width, summary, legend, more)
    _titled(ax, columns, "x", "y")
    return ax


@takes("Rectangle", "saturation dodge")
def countplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    palette=None,
    order=None,
    hue_order=None,
    orient=None,
    width=0.8,
    ax=None,
    color=None,
    legend=True,
):
    ax = ax or plt.gca()
    if data is not None and x is None and y is None:
        data, x = None, data
    columns = _Columns(data, x=x, y=y, hue=hue)

    def count(rows):
        return float(len(rows)), None

    along, up = _counted(
        ax, columns, order, hue_order, palette, color, orient, width, count, legend, {}
    )
    getattr(ax, f"set_{up}label")("count")
    getattr(ax, f"set_{along}label")(columns.names[along])
    return ax


def _edges(values, bins, binwidth, binrange, discrete):
    low, high = binrange or (min(values), max(values))
    if discrete:
        return numpy.arange(low - 0.5, high + 1.5)
    if binwidth is not None:
        edges = numpy.arange(low, high + binwidth, binwidth)
        return edges if edges.max() >= high else numpy.append(edges, edges.max() + binwidth)
    return numpy.histogram_bin_edges(numpy.array(values, dtype=float), bins, binrange)


_STATS = {"count": "Count", "frequency": "Frequency", "density": "Density"}
_STATS |= {"probability": "Probability", "proportion": "Proportion", "percent": "Percent"}


@takes(
    "Rectangle", "weights cumulative thresh pthresh pmax cbar cbar_ax cbar_kws log_scale hue_norm"
)
def histplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    stat="count",
    bins="auto",
    binwidth=None,
    binrange=None,
    discrete=None,
    common_bins=True,
    common_norm=True,
    multiple="layer",
    element="bars",
    fill=True,
    shrink=1,
    kde=False,
    kde_kws=None,
    line_kws=None,
    palette=None,
    hue_order=None,
    color=None,
    legend=True,
    label=None,
    ax=None,
    alpha=None,
    edgecolor=None,
):
    ax = ax or plt.gca()
    if data is not None and x is None and y is None:
        if hasattr(data, "keys") or len(getattr(data, "shape", (0,))) > 1:
            raise refusal("histplot(data=...) of a table without x=...")
        data, x = None, data
    if y is not None or not common_bins or multiple not in ("layer", "stack", "dodge"):
        raise refusal("histplot(y=..., common_bins=False, multiple='fill')")
    columns = _Columns(data, x=x, hue=hue)
    if any(isinstance(v, str) for v in columns["x"]):
        names = _ordered(columns["x"])
        columns.values["x"], discrete = [names.index(v) for v in columns["x"]], True
        ax.set_xticks([*range(len(names))], names)
    edges = _edges(columns["x"], bins, binwidth, binrange, discrete)
    steps, middles = numpy.diff(edges), (edges[:-1] + edges[1:]) / 2
    groups = columns.groups("hue", hue_order)
    shades = _colours([v for v, _ in groups], palette) if hue is not None else [color]
    whole = sum(len(rows) for _, rows in groups)
    alpha = (
        alpha
        if alpha is not None
        else 0.75
        if multiple != "layer" or hue is None and not kde
        else 0.5
    )
    base, n = numpy.zeros(len(steps)), len(groups)
    drawn = []
    for k, ((name, rows), shade) in enumerate(zip(groups, shades)):
        values = numpy.array(columns.pick("x", rows), dtype=float)
        counts = numpy.histogram(values, edges)[0]
        total = whole if common_norm else len(rows)
        scale = {"count": 1, "frequency": 1 / steps, "density": 1 / (total * steps)}
        scale |= {"probability": 1 / total, "proportion": 1 / total, "percent": 100 / total}
        if stat not in scale:
            raise ValueError(f"`stat` must be one of {sorted(scale)}, but {stat!r} was passed.`")
        heights = counts * scale[stat]
        shade = ax._next() if shade is None else shade
        drawn.append((name, values, shade, heights, scale[stat]))
    for k, (name, values, shade, heights, scale) in enumerate(drawn):
        wide = steps * shrink / (n if multiple == "dodge" else 1)
        at = middles + ((k - (n - 1) / 2) * wide if multiple == "dodge" else 0)
        text = label if name is None else str(name)
        look = {"alpha": alpha, "edgecolor": edgecolor or "black", "linewidth": 0.8}
        if element == "bars":
            under = base if multiple == "stack" else None
            ax.bar(at, heights, wide, under, color=shade, label=text, **look)
        else:
            xs = numpy.repeat(edges, 2)[1:-1] if element == "step" else middles
            ys = numpy.repeat(heights, 2) if element == "step" else heights
            ax.fill_between(xs, ys, color=shade, alpha=alpha if fill else 0, label=text)
            ax.plot(xs, ys, color=shade)
        base = base + heights
        if kde:
            places = numpy.linspace(values.min(), values.max(), 200)
            dense = density_of(values, places)
            area = float((heights * steps).sum())
            ax.plot(places, dense * area, color=shade, **(line_kws or {}))
    _titled(ax, columns, "x", None)
    ax.set_ylabel(_STATS[stat])
    _legend(ax, columns, legend)
    return ax


@takes(
    "Line2D",
    "weights cumulative cbar cbar_ax cbar_kws levels thresh log_scale clip warn_singular hue_norm",
)
def kdeplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    fill=None,
    shade=None,
    bw_adjust=1,
    cut=3,
    gridsize=200,
    common_norm=True,
    multiple="layer",
    palette=None,
    hue_order=None,
    color=None,
    legend=True,
    label=None,
    ax=None,
    alpha=None,
):
    ax, fill = ax or plt.gca(), shade if fill is None else fill
    if data is not None and x is None and y is None:
        data, x = None, data
    if y is not None or multiple != "layer":
        raise refusal("kdeplot(y=..., multiple=...)")
    columns = _Columns(data, x=x, hue=hue)
    groups = columns.groups("hue", hue_order)
    shades = _colours([v for v, _ in groups], palette) if hue is not None else [color]
    whole = sum(len(rows) for _, rows in groups)
    for (name, rows), own in zip(groups, shades):
        values = numpy.array(columns.pick("x", rows), dtype=float)
        n = len(values)
        width = math.sqrt(float(values.var()) * n / (n - 1)) * n ** (-0.2) * bw_adjust
        low, high = (float(values.min()) - cut * width, float(values.max()) + cut * width)
        places = numpy.linspace(low, high, gridsize)
        dense = density_of(values, places, bw_adjust) * (len(rows) / whole if common_norm else 1)
        text = label if name is None else str(name)
        if fill:
            own = ax._next() if own is None else own
            much = 0.25 if alpha is None else alpha
            band = ax.fill_between(places, dense, color=own, alpha=much, label=text, edgecolor=own)
            band.bounds = {"x": (places.tolist(), []), "y": ([0.0, *dense.tolist()], [0.0])}
        else:
            line = ax.plot(places, dense, color=own, label=text, alpha=alpha)[0]
            line.bounds = {"x": (places.tolist(), []), "y": ([0.0, *dense.tolist()], [0.0])}
    _titled(ax, columns, "x", None)
    ax.set_ylabel("Density")
    _legend(ax, columns, legend)
    return ax


@takes("Boxes", "saturation notch")
def boxplot(
    data=None,
    *,
    x=None,
    y=None,
    hue=None,
    order=None,
    orient=None,
    color=None,
    palette=None,
    width=0.8,
    whis=1.5,
    fliersize=5,
    linewidth=None,
    showfliers=True,
    ax=None,
):
    ax = ax or plt.gca()
    if hue is not None or _sideways(_Columns(data, x=x, y=y), orient):
        raise refusal("boxplot(hue=..., orient='h')")
    if data is not None and x is None and y is None:
        sets = data if hasattr(data, "keys") else dict(enumerate(listed(data)))
        names, values = [*sets], [listed(sets[name]) for name in sets]
        columns = _Columns(None, x=None, y=None)
    else:
        columns = _Columns(data, x=x, y=y)
        names = [""] if columns["x"] is None else _categories(columns, "x", order)
        values = [
            [v for v, n in zip(columns["y"], columns["x"] or [""] * len(columns["y"])) if n == name]
            for name in names
        ]
    look = {"positions": [*range(len(names))], "widths": width, "patch_artist": True, "whis": whis}
    made = ax.boxplot(values, labels=names, showfliers=showfliers, **look)
    shades = [color] * len(names) if color is not None else color_palette(palette, len(names))
    for box, shade in zip(made["boxes"], shades):
        box.set_facecolor(shade)
    for line in made["medians"]:
        line.set_color("#3f3f3f")
    _named(ax, "x", names)
    ax.set_ylim(*ax.get_ylim())
    _titled(ax, columns, "x", "y")
    return ax


@takes(
    "PathCollection",
    "x_estimator x_bins units order logistic lowess robust logx x_partial y_partial",
)
def regplot(
    data=None,
    *,
    x=None,
    y=None,
    scatter=True,
    fit_reg=True,
    ci=95,
    n_boot=1000,
    seed=None,
    truncate=True,
    color=None,
    marker="o",
    label=None,
    scatter_kws=None,
    line_kws=None,
    ax=None,
):
    """Points and the line of least squares through them."""
    ax = ax or plt.gca()
    columns = _Columns(data, x=x, y=y)
    xs, ys = (numpy.array(columns[key], dtype=float) for key in "xy")
    color = ax._next() if color is None else color
    if scatter:
        ax.scatter(
            xs, ys, color=color, marker=marker, label=label, **{"alpha": 0.8, **(scatter_kws or {})}
        )
    if fit_reg:
        at = numpy.linspace(xs.min(), xs.max(), 100)

        def fitted(x, y):
            far = x - x.mean()
            slope = (far * (y - y.mean())).sum() / (far**2).sum()
            return y.mean() + slope * (at - x.mean())

        ax.plot(at, fitted(xs, ys), **{"color": color, "linewidth": 2.25, **(line_kws or {})})
        if ci:
            draws = numpy.random.default_rng(seed).integers(0, len(xs), (n_boot, len(xs)))
            lines = numpy.stack(
                [fitted(xs[d], ys[d]) for d in draws if len({*xs[d].tolist()}) > 1], 0
            )
            low, high = (numpy.percentile(lines, q, axis=0) for q in (50 - ci / 2, 50 + ci / 2))
            ax.fill_between(at, low, high, color=color, alpha=0.15)
    _titled(ax, columns, "x", "y")
    return ax
