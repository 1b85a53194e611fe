"""matplotlib's way of drawing, as a record: a figure is a dict of numbers and texts, drawn by the page."""

import math as _math

MOST_NUMBERS = 200_000  # of all that one run draws

_made = []
_count = [0]


def _numbers(values):
    """A flat list of floats; None for what is no number."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, (list, tuple, range)):
        values = [values]
    flat = [float(v) if not isinstance(v, str) else v for v in values]
    _count[0] += len(flat)
    if _count[0] > MOST_NUMBERS:
        raise RuntimeError(f"more than {MOST_NUMBERS} numbers are drawn: show a part of them")
    return [v if isinstance(v, str) or _math.isfinite(v) else None for v in flat]


def _matrix(values):
    if hasattr(values, "tolist"):
        values = values.tolist()
    rows = [list(row) if isinstance(row, (list, tuple)) else None for row in values]
    if None in rows or any(
        isinstance(v, list) and len(v) not in (3, 4) for row in rows for v in row
    ):
        raise TypeError(f"Invalid shape {_shape(values)} for image data")
    return [_numbers(row) for row in rows]


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


class _Colorbar:
    def __init__(self, record):
        self._record = record

    def set_label(self, label, **_):
        self._record["colorbar"] = str(label)


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
        part = {"kind": kind, **values}
        if label is not None:
            part["label"] = str(label)
        self._record["parts"].append(part)
        return part

    def imshow(
        self, X, cmap=None, aspect=None, vmin=None, vmax=None, origin=None, interpolation=None, **_
    ):
        part = self._add(
            "image",
            rows=_matrix(X),
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
        args = list(args)
        lines = []
        while args:
            x, y = (
                (None, args.pop(0))
                if len(args) == 1 or isinstance(args[1], str)
                else (args.pop(0), args.pop(0))
            )
            form = args.pop(0) if args and isinstance(args[0], str) else ""
            y = _numbers(y)
            x = list(range(len(y))) if x is None else _numbers(x)
            if len(x) != len(y):
                raise ValueError(
                    f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)"
                )
            marker = style.get("marker") or next((c for c in form if c in "o.x+*sdv^<>"), None)
            dashed = (
                style.get("linestyle", style.get("ls")) in ("--", "dashed", ":", "-.")
                or "--" in form
                or ":" in form
            )
            lines.append(
                self._add(
                    "line",
                    label,
                    x=x,
                    y=y,
                    marker=marker,
                    isDashed=dashed,
                    isBare=bool(form and marker and "-" not in form),
                )
            )
        return lines

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
        return self._add("bars", label, x=_numbers(x), y=_numbers(height))

    def scatter(self, x, y, s=None, c=None, label=None, **_):
        return self._add("points", label, x=_numbers(x), y=_numbers(y))

    def hist(self, x, bins=10, label=None, **_):
        values = [v for v in _numbers(x) if v is not None]
        low, high = min(values), max(values)
        step = (high - low) / bins or 1
        counts = [0] * bins
        for v in values:
            counts[min(int((v - low) / step), bins - 1)] += 1
        return self._add("bars", label, x=[low + (k + 0.5) * step for k in range(bins)], y=counts)

    def fill_between(self, x, y1, y2=0, label=None, **_):
        y2 = [y2] * len(y1) if isinstance(y2, (int, float)) else y2
        return self._add("band", label, x=_numbers(x), y=_numbers(y1), y2=_numbers(y2))

    def arrow(self, x, y, dx, dy, **_):
        return self._add(
            "arrow", x=[float(x), float(x) + float(dx)], y=[float(y), float(y) + float(dy)]
        )

    def quiver(self, x, y, u, v, **_):
        for a, b, c, d in zip(*map(_numbers, (x, y, u, v))):
            self.arrow(a, b, c, d)

    def text(self, x, y, s, **_):
        return self._add("text", x=float(x), y=float(y), text=str(s))

    def annotate(self, text, xy, xytext=None, **_):
        return self.text(*(xytext or xy), text)

    def axvline(self, x=0, label=None, **_):
        return self._add("vline", label, at=float(x))

    def axhline(self, y=0, label=None, **_):
        return self._add("hline", label, at=float(y))

    def _set(name):
        def setter(self, value, *_, **__):
            self._record[name] = str(value)

        return setter

    set_title, set_xlabel, set_ylabel = _set("title"), _set("xlabel"), _set("ylabel")
    set_xscale, set_yscale = _set("xscale"), _set("yscale")

    def set_xlim(self, left=None, right=None, **_):
        self._record["xlim"] = list(left) if isinstance(left, (tuple, list)) else [left, right]

    def set_ylim(self, bottom=None, top=None, **_):
        self._record["ylim"] = list(bottom) if isinstance(bottom, (tuple, list)) else [bottom, top]

    def set_xticks(self, ticks, labels=None, **_):
        self._record["xticks"] = _numbers(ticks)
        if labels is not None:
            self.set_xticklabels(labels)

    def set_yticks(self, ticks, labels=None, **_):
        self._record["yticks"] = _numbers(ticks)
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


class Figure:
    def __init__(self, figsize=None, **_):
        self._record = {"suptitle": "", "axes": []}
        self.axes, self._last_image = [], None
        _made.append(self)

    def add_subplot(self, *args, projection=None, **_):
        if projection not in (None, "rectilinear"):
            raise NotImplementedError(
                f"projection={projection!r} is not part of this lab's matplotlib"
            )
        rows, cols, index = _place(args)
        axes = Axes(self, rows, cols, index)
        self.axes.append(axes)
        return axes

    def gca(self):
        return self.axes[-1] if self.axes else self.add_subplot(111)

    def subplots(self, nrows=1, ncols=1, squeeze=True, **_):
        grid = [
            [self.add_subplot(nrows, ncols, r * ncols + c + 1) for c in range(ncols)]
            for r in range(nrows)
        ]
        if not squeeze:
            return _Grid(grid)
        if nrows == ncols == 1:
            return grid[0][0]
        if nrows == 1 or ncols == 1:
            return _Grid([axes for row in grid for axes in row])
        return _Grid([_Grid(row) for row in grid])

    def suptitle(self, text, **_):
        self._record["suptitle"] = str(text)

    def colorbar(self, image=None, ax=None, label=None, **_):
        image = image or self._last_image
        if image is None:
            raise RuntimeError("No mappable was found to use for colorbar creation.")
        image._record["colorbar"] = "" if label is None else str(label)
        return _Colorbar(image._record)

    def tight_layout(self, **_):
        pass

    def subplots_adjust(self, **_):
        pass

    def savefig(self, *_, **__):
        raise NotImplementedError(
            "savefig() is not part of this lab's matplotlib: the page has a download for every figure"
        )

    def show(self):
        pass


class _Grid(list):
    """A row of axes that can be indexed as numpy's arrays can."""

    def __getitem__(self, index):
        if isinstance(index, tuple):
            return list.__getitem__(self, index[0])[index[1]]
        return list.__getitem__(self, index)

    @property
    def shape(self):
        return (len(self), len(self[0])) if self and isinstance(self[0], _Grid) else (len(self),)

    def flatten(self):
        return _Grid([axes for row in self for axes in (row if isinstance(row, _Grid) else [row])])

    ravel = flatten
    flat = property(flatten)


def _place(args):
    if len(args) == 1:
        number = int(args[0])
        return number // 100, number // 10 % 10, number % 10
    return tuple(map(int, args)) if args else (1, 1, 1)


def figure(num=None, figsize=None, **kwargs):
    return Figure(figsize, **kwargs)


def gcf():
    return _made[-1] if _made else Figure()


def gca():
    return gcf().gca()


def subplots(nrows=1, ncols=1, figsize=None, **kwargs):
    made = Figure(figsize)
    return made, made.subplots(nrows, ncols, squeeze=kwargs.get("squeeze", True))


def subplot(*args, **kwargs):
    return gcf().add_subplot(*args, **kwargs)


def _on_axes(name, target=None):
    def function(*args, **kwargs):
        return getattr(gca(), target or name)(*args, **kwargs)

    function.__name__ = name
    return function


for _name in "imshow matshow pcolormesh plot semilogy semilogx loglog bar scatter hist fill_between arrow quiver text annotate axvline axhline legend grid axis tick_params".split():
    globals()[_name] = _on_axes(_name)
for _name in "title xlabel ylabel xscale yscale xlim ylim xticks yticks".split():
    globals()[_name] = _on_axes(_name, "set_" + _name)


def suptitle(text, **_):
    gcf().suptitle(text)


def colorbar(image=None, **kwargs):
    return gcf().colorbar(image, **kwargs)


def tight_layout(**_):
    pass


def show(*_, **__):
    pass


def savefig(*_, **__):
    gcf().savefig()


def close(*_, **__):
    pass


def clf():
    if _made:
        _made[-1]._record["axes"].clear()
        _made[-1].axes.clear()


def pause(_):
    pass


class style:
    @staticmethod
    def use(_):
        pass


class cm:
    @staticmethod
    def get_cmap(name=None, lut=None):
        return _Colours(name)


class _Colours:
    def __init__(self, name):
        self.name = name

    def __call__(self, value):
        return (value, value, value, 1.0)


get_cmap = cm.get_cmap
rcParams = {}


def _figures():
    """The records of this run; the next begins with none."""
    records = [figure._record for figure in _made if figure._record["axes"]]
    _made.clear()
    _count[0] = 0
    return records


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if len(name) > 1 and name not in ("viridis", "plasma"):
        raise AttributeError(f"matplotlib.pyplot.{name} is not part of this lab's matplotlib")
    return name
