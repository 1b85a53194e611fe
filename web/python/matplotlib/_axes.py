"""What is drawn on one pair of axes, as a record of numbers and texts."""

import math

from matplotlib._arguments import lacking, refusal, takes
from matplotlib._colours import colours_of, in_format
from matplotlib.patches import Patch

_IN_LEGENDS = ("line", "bars", "points", "stems", "band")
MOST_NUMBERS = 200_000  # of all that one run draws

_drawn = [0]


def begin():
    _drawn[0] = 0


def _listed(values):
    return values.tolist() if hasattr(values, "tolist") else values


def numbers(values):
    """A flat list of floats and texts; None for what is no number."""
    values = _listed(values)
    if not isinstance(values, (list, tuple, range)):
        values = [values]
    flat = [v if isinstance(v, str) else float(v) for v in values]
    _drawn[0] += len(flat)
    if _drawn[0] > MOST_NUMBERS:
        raise RuntimeError(f"more than {MOST_NUMBERS} numbers are drawn: show a part of them")
    return [v if isinstance(v, str) or math.isfinite(v) else None for v in flat]


def _places_of(X, Y):
    """The names of the columns and rows of a contour: an image has room for equal steps alone."""
    columns, rows = _listed(X), _listed(Y)
    if columns and isinstance(columns[0], (list, tuple)):  # of a meshgrid
        if any(row != columns[0] for row in columns) or any(len(set(row)) > 1 for row in rows):
            raise refusal("contour() over a grid that is not of rows and columns")
        columns, rows = columns[0], [row[0] for row in rows]
    for places in (columns, rows):
        steps = [b - a for a, b in zip(places, places[1:])]
        if any(abs(step - steps[0]) > 1e-3 * abs(steps[0]) for step in steps):
            raise refusal("contour() over unequal steps")
    return [[f"{place:.3g}" for place in places] for places in (columns, rows)]


def _flat(values):
    values = _listed(values)
    if isinstance(values, (list, tuple)) and any(isinstance(v, (list, tuple)) for v in values):
        return [v for row in values for v in _flat(row)]
    return values


def matrix(values):
    """Rows of numbers, or of colours of three or four."""
    values = _listed(values)
    rows = [list(row) if isinstance(row, (list, tuple)) else None for row in values]
    if None in rows or not all(map(_is_pixel, [v for row in rows for v in row])):
        raise TypeError(f"Invalid shape {_shape(values)} for image data")
    return [numbers(row) for row in rows]


def _is_pixel(value):
    return not isinstance(value, list) or len(value) in (3, 4)


def _shape(values):
    shape = []
    while isinstance(values, (list, tuple)):
        shape.append(len(values))
        values = values[0] if values else None
    return tuple(shape)


class _Image:
    def __init__(self, axes, record):
        self.axes, self._record = axes, record

    def set_clim(self, vmin=None, vmax=None):
        self._record.update(vmin=vmin, vmax=vmax)


class _Part(dict):
    """A record of what is drawn, which a notebook shows by its kind alone."""

    def __repr__(self):
        return f"<matplotlib {self['kind']}>"


_MARKERS = "o.x+*sdv^<>"
_DASHED = ("--", "dashed", ":", "-.")


def _curves(args):
    """Of plot's arguments, curve by curve: y or x and y, and the format that may follow."""
    args = list(args)
    while args:
        x = _listed(args.pop(0)) if len(args) > 1 and not isinstance(args[1], str) else None
        y = _listed(args.pop(0))
        form = args.pop(0) if args and isinstance(args[0], str) else ""
        columns = _columns(y)
        n = len(columns[0]) if columns else 0
        rows = [list(range(n))] if x is None else _columns(x)
        if any(len(row) != n for row in rows):
            raise ValueError(
                "x and y must have same first dimension, but have shapes "
                f"{_shape(x)} and {_shape(y)}"
            )
        if len(rows) != len(columns) and 1 not in (len(rows), len(columns)):
            raise ValueError(f"x has {len(rows)} columns but y has {len(columns)} columns")
        for k in range(max(len(rows), len(columns))):
            yield numbers(rows[k % len(rows)]), numbers(columns[k % len(columns)]), form


def _columns(values):
    """A curve, or one for each column of a table."""
    shape = _shape(values)
    if len(shape) > 2:
        raise ValueError(f"x and y can be no greater than 2D, but have shapes {shape}")
    if len(shape) == 2:
        return [list(column) for column in zip(*values)]
    return [values if shape or isinstance(values, range) else [values]]


def _look(form, style):
    marker = style.get("marker") or next((c for c in form if c in _MARKERS), None)
    line = style.get("linestyle")
    return {
        "colour": style.get("colour") or in_format(form),
        "marker": marker,
        "isDashed": line in _DASHED or "--" in form or ":" in form,
        "isBare": bool(form and marker and "-" not in form),
    }


def _setter(name):
    def setter(self, value, fontdict=None, loc=None):
        self._record[name] = str(value)

    setter.__name__ = f"set_{name}"
    return takes("Text")(setter)


def _scale(name):
    def setter(self, value, *, base=10, subs=None, nonpositive="clip"):
        if value not in ("linear", "log"):
            raise refusal(f"set_{name}({value!r})")
        self._record[name] = value

    setter.__name__ = f"set_{name}"
    return takes(None, "base subs nonpositive")(setter)


def _limits(low, high, least, most):
    low, high = low if isinstance(low := _listed(low), (tuple, list)) else (low, high)
    return [least if low is None else low, most if high is None else high]


def _errors(given, n):
    """How far each bar goes below and above: one number, one for each point, or two rows."""
    rows = _listed(given)
    if len(_shape(rows)) < 2:
        rows = [rows, rows]
    below, above = (numbers(row) for row in rows)
    return (row * n if len(row) == 1 else row for row in (below, above))


class Axes:
    def __init__(self, figure, rows, cols, index):
        self.figure = figure
        self._record = {
            "rows": rows,
            "cols": cols,
            "index": index,
            "title": "",
            "xlabel": "",
            "ylabel": "",
            "parts": [],
        }
        figure._record["axes"].append(self._record)

    def _add(self, kind, label=None, **values):
        part = _Part(kind=kind, **values)
        if label is not None:
            part["label"] = str(label)
        self._record["parts"].append(part)
        return part

    def clear(self):
        place = {name: self._record[name] for name in ("rows", "cols", "index")}
        self._record.clear()
        self._record.update(place, title="", xlabel="", ylabel="", parts=[])

    cla = clear

    @takes("AxesImage", "norm extent")
    def imshow(
        self,
        X,
        cmap=None,
        norm=None,
        aspect=None,
        interpolation=None,
        alpha=None,
        vmin=None,
        vmax=None,
        origin=None,
        extent=None,
        label=None,
    ):
        part = self._add(
            "image",
            rows=matrix(X),
            cmap=getattr(cmap, "name", cmap),
            vmin=vmin,
            vmax=vmax,
            origin=origin or "upper",
            aspect=aspect if aspect in (None, "auto", "equal") else None,
        )
        image = _Image(self, part)
        self.figure._last_image = image
        return image

    def matshow(self, X, **kwargs):
        return self.imshow(X, **kwargs)

    @takes("Contour", "origin extent extend locator norm data hatches corner_mask nchunk")
    def contourf(self, *args, levels=None, cmap=None, vmin=None, vmax=None, alpha=None):
        """The heights themselves: the page draws them as an image, without the lines."""
        if len(args) not in (1, 2, 3, 4):
            raise TypeError(
                f"contour takes from 1 to 4 positional arguments but {len(args)} were given"
            )
        heights = args[0 if len(args) < 3 else 2]
        image = self.imshow(heights, cmap=cmap, vmin=vmin, vmax=vmax, origin="lower")
        if len(args) > 2:
            columns, rows = _places_of(*args[:2])
            self.set_xticks(range(len(columns)), columns)
            self.set_yticks(range(len(rows)), rows)
        return image

    contour = contourf

    @takes("QuadMesh", "norm label data")
    def pcolormesh(
        self,
        *args,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        shading=None,
        label=None,
        data=None,
    ):
        if len(args) != 1:
            raise refusal("pcolormesh() with X and Y")
        return self.imshow(args[0], cmap=cmap, vmin=vmin, vmax=vmax, origin="lower")

    @takes("Line2D", "scalex scaley data")
    def plot(
        self,
        *args,
        label=None,
        color=None,
        linestyle=None,
        marker=None,
        scalex=True,
        scaley=True,
        data=None,
    ):
        style = {"linestyle": linestyle, "marker": marker, "colour": colours_of(color)}
        return [
            self._add("line", label, x=x, y=y, **_look(form, style)) for x, y, form in _curves(args)
        ]

    def semilogy(self, *args, **kwargs):
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def semilogx(self, *args, **kwargs):
        self.set_xscale("log")
        return self.plot(*args, **kwargs)

    def loglog(self, *args, **kwargs):
        self.set_xscale("log")
        return self.semilogy(*args, **kwargs)

    @takes("Rectangle", "bottom align data xerr yerr log orientation tick_label")
    def bar(
        self,
        x,
        height,
        width=0.8,
        bottom=None,
        *,
        align="center",
        data=None,
        color=None,
        label=None,
        xerr=None,
        yerr=None,
        log=False,
        orientation="vertical",
        tick_label=None,
    ):
        return self._add("bars", label, x=numbers(x), y=numbers(height), colour=colours_of(color))

    @takes("Rectangle", "left align data xerr yerr log tick_label")
    def barh(
        self,
        y,
        width,
        height=0.8,
        left=None,
        *,
        align="center",
        data=None,
        color=None,
        label=None,
        xerr=None,
        yerr=None,
        log=False,
        tick_label=None,
    ):
        """The same numbers as bar(): the page draws every bar upright."""
        part = self.bar(y, width, color=color, label=label)
        part["isSideways"] = True
        return part

    @takes("Line2D", "xerr uplims lolims xuplims xlolims errorevery data")
    def errorbar(
        self,
        x,
        y,
        yerr=None,
        xerr=None,
        fmt="",
        ecolor=None,
        elinewidth=None,
        capsize=None,
        barsabove=False,
        lolims=False,
        uplims=False,
        xlolims=False,
        xuplims=False,
        errorevery=1,
        capthick=None,
        *,
        data=None,
        color=None,
        label=None,
        linestyle=None,
        marker=None,
    ):
        look = {"color": color, "label": label, "linestyle": linestyle, "marker": marker}
        (part,) = self.plot(x, y, *([fmt] if fmt else []), **look)
        if yerr is not None:
            below, above = _errors(yerr, len(part["y"]))
            part["low"] = numbers([v - e for v, e in zip(part["y"], below)])
            part["high"] = numbers([v + e for v, e in zip(part["y"], above)])
        return part

    @takes("Line2D", "bottom orientation data use_line_collection")
    def stem(
        self,
        *args,
        linefmt=None,
        markerfmt=None,
        basefmt=None,
        bottom=0,
        label=None,
        use_line_collection=None,
        orientation="vertical",
        data=None,
    ):
        args = [one for one in args if not isinstance(one, str)]
        (part,) = self.plot(*args, label=label, color=in_format(linefmt or ""))
        part["kind"] = "stems"
        return part

    @takes("PathCollection", "norm data")
    def scatter(
        self,
        x,
        y,
        s=None,
        c=None,
        marker=None,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        linewidths=None,
        *,
        edgecolors=None,
        plotnonfinite=False,
        data=None,
        color=None,
        label=None,
    ):
        x = numbers(_flat(x))
        colour = colours_of(color if c is None else c, len(x))
        values = numbers(_flat(c)) if colour is None and c is not None else None
        many = colour if isinstance(colour, list) else values
        if many is not None and len(many) != len(x):
            raise ValueError(
                f"'c' argument has {len(many)} elements, which is inconsistent "
                f"with 'x' and 'y' with size {len(x)}."
            )
        limits = {"vmin": vmin, "vmax": vmax}
        part = self._add(
            "points", label, x=x, y=numbers(_flat(y)), colour=colour, values=values, **limits
        )
        if values is not None:
            self.figure._last_image = part
        return part

    @takes(
        "Rectangle",
        "weights cumulative bottom histtype align orientation rwidth log stacked data",
    )
    def hist(
        self,
        x,
        bins=None,
        range=None,
        density=False,
        weights=None,
        cumulative=False,
        bottom=None,
        histtype="bar",
        align="mid",
        orientation="vertical",
        rwidth=None,
        log=False,
        color=None,
        label=None,
        stacked=False,
        *,
        data=None,
    ):
        from numpy import histogram  # only here: matplotlib is loaded without it

        x = _listed(x)
        if any(isinstance(_listed(row), (list, tuple)) for row in x):
            raise refusal("hist() of several data sets")
        values = [v for v in numbers(x) if v is not None]
        bins = 10 if bins is None else bins
        bins = bins if isinstance(bins, (int, str)) else list(_listed(bins))
        counts, edges = histogram(values, bins, range, density)
        ends = edges.tolist()
        steps = [high - low for low, high in zip(ends, ends[1:])]
        if max(steps) - min(steps) > 1e-6 * max(steps):
            raise refusal("hist() with bins of different widths")
        centers = [low + step / 2 for low, step in zip(ends, steps)]
        part = self._add("bars", label, x=centers, y=numbers(counts), colour=colours_of(color))
        return counts.astype(float), edges, part

    @takes("PolyCollection", "where step data")
    def fill_between(
        self,
        x,
        y1,
        y2=0,
        where=None,
        interpolate=False,
        step=None,
        *,
        data=None,
        label=None,
        color=None,
    ):
        x, y1, y2 = numbers(x), numbers(y1), numbers(y2)
        y1, y2 = (y * len(x) if len(y) == 1 else y for y in (y1, y2))
        return self._add("band", label, x=x, low=y1, high=y2, colour=colours_of(color))

    @takes("FancyArrow")
    def arrow(self, x, y, dx, dy, *, label=None):
        return self._add(
            "arrow", label, x=[float(x), float(x) + float(dx)], y=[float(y), float(y) + float(dy)]
        )

    @takes("Quiver", "scale pivot cmap norm data label")
    def quiver(
        self,
        x,
        y,
        u,
        v,
        *,
        units="width",
        angles="xy",
        scale=1,
        scale_units="xy",
        pivot="tail",
        cmap=None,
        norm=None,
        data=None,
        label=None,
    ):
        for a, b, c, d in zip(*map(numbers, (x, y, u, v))):
            self.arrow(a, b, c, d)

    @takes("Text")
    def text(self, x, y, s, fontdict=None):
        return self._add("text", x=float(x), y=float(y), text=str(s))

    @takes("Annotation", "xycoords annotation_clip")
    def annotate(
        self,
        text,
        xy,
        xytext=None,
        xycoords="data",
        textcoords=None,
        arrowprops=None,
        annotation_clip=None,
    ):
        if xytext is None or str(textcoords).startswith("offset"):  # of so many points: beside xy
            return self.text(*xy, text)
        if textcoords not in (None, "data"):
            raise refusal("annotate(textcoords=...)")
        if arrowprops is not None:
            (x, y), (toX, toY) = numbers(xytext), numbers(xy)
            self.arrow(x, y, toX - x, toY - y, label=text)
        return self.text(*xytext, text)

    @takes("Line2D", "ymin ymax marker")
    def axvline(self, x=0, ymin=0, ymax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._add("vline", label, at=float(x))

    @takes("Line2D", "xmin xmax marker")
    def axhline(self, y=0, xmin=0, xmax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._add("hline", label, at=float(y))

    def add_patch(self, patch):
        """The outline of a rectangle, as a line."""
        (x, y), width, height = patch.xy, patch.width, patch.height
        ends = [x, x + width, x + width, x, x], [y, y, y + height, y + height, y]
        self._add("line", patch.label, x=numbers(ends[0]), y=numbers(ends[1]), colour=patch.colour)
        return patch

    @takes("Rectangle", "ymin ymax")
    def axvspan(self, xmin, xmax, ymin=0, ymax=1, *, label=None, color=None):
        """From one line to another, of which the first has the name."""
        self.axvline(xmin, label=label)
        return self.axvline(xmax)

    @takes("Rectangle", "xmin xmax")
    def axhspan(self, ymin, ymax, xmin=0, xmax=1, *, label=None, color=None):
        self.axhline(ymin, label=label)
        return self.axhline(ymax)

    set_title, set_xlabel, set_ylabel = map(_setter, ("title", "xlabel", "ylabel"))
    set_xscale, set_yscale = map(_scale, ("xscale", "yscale"))

    @takes(None, "auto")
    def set_xlim(self, left=None, right=None, emit=True, auto=False, *, xmin=None, xmax=None):
        self._record["xlim"] = _limits(left, right, xmin, xmax)

    @takes(None, "auto")
    def set_ylim(self, bottom=None, top=None, emit=True, auto=False, *, ymin=None, ymax=None):
        self._record["ylim"] = _limits(bottom, top, ymin, ymax)

    @takes("Text", "minor")
    def set_xticks(self, ticks, labels=None, *, minor=False):
        self._record["xticks"] = numbers(ticks)
        if labels is not None:
            self.set_xticklabels(labels)

    @takes("Text", "minor")
    def set_yticks(self, ticks, labels=None, *, minor=False):
        self._record["yticks"] = numbers(ticks)
        if labels is not None:
            self.set_yticklabels(labels)

    @takes("Text", "minor")
    def set_xticklabels(self, labels, *, fontdict=None, minor=False):
        self._record["xticklabels"] = list(map(str, labels))

    @takes("Text", "minor")
    def set_yticklabels(self, labels, *, fontdict=None, minor=False):
        self._record["yticklabels"] = list(map(str, labels))

    @takes("Legend", "handler_map bbox_transform")
    def legend(self, *args, handles=None, labels=None, handler_map=None, bbox_transform=None):
        if len(args) > 1:
            handles, labels = args
        elif args:
            labels = args[0]
        parts = self._record["parts"] if handles is None else handles
        if not all(isinstance(part, (_Part, Patch)) for part in parts):
            raise refusal("legend(handles=...) of what is not drawn")
        for patch in [part for part in parts if isinstance(part, Patch)]:
            self._add("legend entry", patch.label)
        parts = [part for part in parts if isinstance(part, _Part)]
        if labels is not None:
            labelled = [p for p in parts if p["kind"] in _IN_LEGENDS]
            for part, label in zip(labelled, labels):
                part["label"] = str(label)
        self._record["legend"] = True

    @takes("Line2DGrid")
    def grid(self, visible=True, which="major", axis="both"):
        self._record["grid"] = bool(visible)

    @takes(None, "adjustable anchor share")
    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        self._record["aspect"] = str(aspect)

    def set(self, **kwargs):
        for name, value in kwargs.items():
            if not hasattr(Axes, "set_" + name):
                raise AttributeError(f"Axes.set() got an unexpected keyword argument {name!r}")
            getattr(self, "set_" + name)(value)

    @takes(None, "emit")
    def axis(self, what=None, *, emit=True):
        if what in ("off", False):
            self._record["isBare"] = True
        elif what in ("equal", "square"):
            self.set_aspect("equal")
        elif what not in (None, "on", True, "auto", "tight", "scaled", "image"):
            self.set_xlim(what[:2])
            self.set_ylim(what[2:])

    @takes("Ticks")
    def tick_params(self, axis="both"):
        pass

    def invert_yaxis(self):
        self._record["isInverted"] = True

    def __getattr__(self, name):
        raise lacking("matplotlib.axes.Axes", name)

    def get_figure(self):
        return self.figure
