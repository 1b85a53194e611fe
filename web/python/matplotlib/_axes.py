"""What is drawn on one pair of axes, as a record of numbers and texts."""

import math

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
    line = style.get("linestyle", style.get("ls"))
    return {
        "marker": marker,
        "isDashed": line in _DASHED or "--" in form or ":" in form,
        "isBare": bool(form and marker and "-" not in form),
    }


def _setter(name):
    def setter(self, value, *_, **__):
        self._record[name] = str(value)

    return setter


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

    def imshow(
        self, X, cmap=None, aspect=None, vmin=None, vmax=None, origin=None, interpolation=None, **_
    ):
        part = self._add(
            "image",
            rows=matrix(X),
            cmap=cmap,
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

    def pcolormesh(self, *args, cmap=None, vmin=None, vmax=None, **_):
        return self.imshow(args[-1], cmap=cmap, vmin=vmin, vmax=vmax, origin="lower")

    def plot(self, *args, label=None, **style):
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

    def bar(self, x, height, width=0.8, label=None, **_):
        return self._add("bars", label, x=numbers(x), y=numbers(height))

    def scatter(self, x, y, s=None, c=None, label=None, **_):
        return self._add("points", label, x=numbers(_flat(x)), y=numbers(_flat(y)))

    def hist(self, x, bins=10, range=None, density=False, label=None, **_):
        from numpy import histogram  # only here: matplotlib is loaded without it

        values = [v for v in numbers(x) if v is not None]
        bins = bins if isinstance(bins, (int, str)) else list(_listed(bins))
        counts, edges = histogram(values, bins, range, density)
        ends = edges.tolist()
        steps = [high - low for low, high in zip(ends, ends[1:])]
        if max(steps) - min(steps) > 1e-6 * max(steps):
            raise NotImplementedError(
                "hist() with bins of different widths is not part of this lab's matplotlib"
            )
        centers = [low + step / 2 for low, step in zip(ends, steps)]
        part = self._add("bars", label, x=centers, y=numbers(counts))
        return counts.astype(float), edges, part

    def fill_between(self, x, y1, y2=0, label=None, **_):
        y2 = y2 if hasattr(y2, "__len__") else [y2] * len(y1)
        return self._add("band", label, x=numbers(x), y=numbers(y1), y2=numbers(y2))

    def arrow(self, x, y, dx, dy, **_):
        return self._add(
            "arrow", x=[float(x), float(x) + float(dx)], y=[float(y), float(y) + float(dy)]
        )

    def quiver(self, x, y, u, v, **_):
        for a, b, c, d in zip(*map(numbers, (x, y, u, v))):
            self.arrow(a, b, c, d)

    def text(self, x, y, s, **_):
        return self._add("text", x=float(x), y=float(y), text=str(s))

    def annotate(self, text, xy, xytext=None, **_):
        return self.text(*(xytext or xy), text)

    def axvline(self, x=0, label=None, **_):
        return self._add("vline", label, at=float(x))

    def axhline(self, y=0, label=None, **_):
        return self._add("hline", label, at=float(y))

    set_title, set_xlabel, set_ylabel = map(_setter, ("title", "xlabel", "ylabel"))
    set_xscale, set_yscale = map(_setter, ("xscale", "yscale"))

    def set_xlim(self, left=None, right=None, **_):
        self._record["xlim"] = list(left) if isinstance(left, (tuple, list)) else [left, right]

    def set_ylim(self, bottom=None, top=None, **_):
        self._record["ylim"] = list(bottom) if isinstance(bottom, (tuple, list)) else [bottom, top]

    def set_xticks(self, ticks, labels=None, **_):
        self._record["xticks"] = numbers(ticks)
        if labels is not None:
            self.set_xticklabels(labels)

    def set_yticks(self, ticks, labels=None, **_):
        self._record["yticks"] = numbers(ticks)
        if labels is not None:
            self.set_yticklabels(labels)

    def set_xticklabels(self, labels, **_):
        self._record["xticklabels"] = list(map(str, labels))

    def set_yticklabels(self, labels, **_):
        self._record["yticklabels"] = list(map(str, labels))

    def legend(self, *args, **_):
        if args and isinstance(args[-1], (list, tuple)):
            labelled = [p for p in self._record["parts"] if p["kind"] in ("line", "bars", "points")]
            for part, label in zip(labelled, args[-1]):
                part["label"] = str(label)
        self._record["legend"] = True

    def grid(self, visible=True, **_):
        self._record["grid"] = bool(visible)

    def set_aspect(self, aspect, **_):
        self._record["aspect"] = str(aspect)

    def set(self, **kwargs):
        for name, value in kwargs.items():
            getattr(self, "set_" + name)(value)

    def axis(self, what=None, **_):
        if what in ("off", False):
            self._record["isBare"] = True
        elif what in ("equal", "square"):
            self.set_aspect("equal")

    def tick_params(self, **_):
        pass

    def invert_yaxis(self):
        self._record["isInverted"] = True

    def get_figure(self):
        return self.figure
