"""What is drawn, and the numbers that it is drawn from."""

import numpy
from matplotlib._arguments import lacking, looks
from matplotlib._colours import each, rgba
from matplotlib._looks import LOOKS, SAME, for_page
from matplotlib._numbers import listed, matrix, numbers, shape_of
from matplotlib.colors import Normalize, get_cmap
from matplotlib.colors import for_page as colours_for_page
from matplotlib.patches import Rectangle

_PLAIN = {
    "alpha": None,
    "drawstyle": "default",
    "fontsize": 10.0,
    "ha": "left",
    "linestyle": "-",
    "marker": "None",
    "markeredgewidth": 1.0,
    "markersize": 6.0,
    "markevery": None,
    "rotation": 0.0,
    "va": "baseline",
    "visible": True,
    "zorder": None,
}
_ORDERS = {"text": 3, "line": 2, "stems": 2, "vline": 2, "hline": 2, "image": 0}


class Part(dict):
    """A record of what is drawn, which a notebook shows by its kind alone."""

    def __init__(self, **values):
        super().__init__(values)
        self.axes, self.own, self.reach, self.bounds, self.asks = None, {}, {}, {}, True
        self.name, self.data, self.stuck = None, None, True
        self.given = self.raw = self.labels = None
        self.cmap = self.norm = self.values = None
        self.take(looks())

    def take(self, given):
        """Looks by whichever names they have."""
        for name, value in given.items():
            name = SAME.get(name, name)
            if name in LOOKS and value is not None:
                self.own[name] = value

    def __repr__(self):
        return f"<matplotlib {self['kind']}>"

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other

    @property
    def figure(self):
        return self.axes.figure

    def places(self):
        """Of bars: the middle of each, names as their numbers."""
        view = self.axes._views["y" if self.get("isSideways") else "x"]
        return [view.number(at) for at in self["x"]]

    def seal(self):
        """For the page."""
        self["look"] = for_page(self.own)
        if self.cmap is not None:
            self["scale"] = colours_for_page(self.cmap, self.norm)

    # ------------------------------------------------------------------ names and looks

    def get_label(self):
        return self.get("label", self.name or "_child0")

    def set_label(self, label):
        self["label"] = str(label)

    def get_color(self):
        if self["kind"] == "text":
            return self.own.get("color", "black")
        colour = self.own.get("color")
        return "C0" if colour is None else colour

    def _faces(self):
        given = self.own.get("facecolor", self.own.get("color"))
        return each("C0" if given is None else given)

    def get_facecolor(self):
        if self.cmap is not None:
            return self.cmap(self.norm(self.values))
        return numpy.array([rgba(one, self.own.get("alpha")) for one in self._faces()])

    get_facecolors = get_facecolor

    def get_edgecolor(self):
        edge = self.own.get("edgecolor", "face")
        if edge == "face":
            return self.get_facecolor()
        return numpy.array([rgba(one, self.own.get("alpha")) for one in each(edge)])

    get_edgecolors = get_edgecolor

    def get_linewidth(self):
        return float(self.own.get("linewidth", 1.5))

    def get_markersize(self):
        return float(self.own.get("markersize", 6.0))

    def get_zorder(self):
        return self.own.get("zorder", _ORDERS.get(self["kind"], 1))

    def get_sizes(self):
        return numpy.asarray(self.own.get("sizes", [36.0]))

    def set_sizes(self, sizes):
        self.own["sizes"] = [float(v) for v in sizes]

    def set(self, **given):
        for name, value in given.items():
            getattr(self, f"set_{name}")(value)

    def remove(self):
        parts = self.axes._record["parts"]
        parts[:] = [one for one in parts if one is not self]

    # ------------------------------------------------------------------ places

    def get_xdata(self, orig=True):
        return self.data[0] if self.data else numpy.array(self["x"])

    def get_ydata(self, orig=True):
        return self.data[1] if self.data else numpy.array(self["y"])

    def get_data(self, orig=True):
        return self.get_xdata(), self.get_ydata()

    def get_xydata(self):
        return self.get_offsets()

    def set_data(self, *args):
        x, y = args if len(args) == 2 else args[0]
        for view in self.axes._views.values():
            view.limits()  # as they were: relim() looks at the data again
        self["x"], self["y"] = numbers(x), numbers(y)
        self.data = x, y

    def set_xdata(self, x):
        self.set_data(x, self.get_ydata())

    def set_ydata(self, y):
        self.set_data(self.get_xdata(), y)

    def get_offsets(self):
        x, y = ([numpy.nan if v is None else v for v in self[n]] for n in "xy")
        return numpy.stack([numpy.array(x, dtype=float), numpy.array(y, dtype=float)], 1)

    def set_offsets(self, offsets):
        places = numpy.asarray(offsets).reshape(-1, 2)
        for view in self.axes._views.values():
            view.limits()
        self["x"], self["y"] = numbers(places[:, 0]), numbers(places[:, 1])

    # ------------------------------------------------------------------ words

    def get_text(self):
        return self["text"]

    def set_text(self, s):
        self["text"] = str(s)

    def get_position(self):
        return self.given or (self["x"], self["y"])

    def set_position(self, xy):
        self["x"], self["y"] = numbers(xy)
        self.given = tuple(xy)

    @property
    def xy(self):
        return self.data

    # ------------------------------------------------------------------ colours by value

    def colour_by(self, values, cmap, norm, vmin=None, vmax=None):
        if norm is not None and (vmin is not None or vmax is not None):
            raise ValueError(
                "Passing a Normalize instance simultaneously with vmin/vmax is not supported.  "
                "Please pass vmin/vmax directly to the norm when creating it."
            )
        if isinstance(norm, str):
            from matplotlib import colors

            norm = {"linear": Normalize, "log": colors.LogNorm}[norm]()
        self.values = numpy.asarray(values)
        self.cmap = get_cmap(cmap)
        self.norm = Normalize(vmin, vmax) if norm is None else norm
        self.norm.autoscale_None(self.values)

    def get_array(self):
        return self.values

    def set_array(self, values):
        self.values = numpy.asarray(values, dtype=float)
        self["values"] = numbers(self.values)

    def get_cmap(self):
        return self.cmap

    def set_cmap(self, cmap):
        self.cmap = get_cmap(cmap)

    def set_norm(self, norm):
        self.norm = norm
        norm.autoscale_None(self.values)

    def get_clim(self):
        return self.norm.vmin, self.norm.vmax

    def set_clim(self, vmin=None, vmax=None):
        vmin, vmax = (vmin, vmax) if vmax is not None or not shape_of(vmin) else vmin
        for name, end in (("vmin", vmin), ("vmax", vmax)):
            if end is not None:
                setattr(self.norm, name, float(end))

    def to_rgba(self, x, alpha=None):
        return self.cmap(self.norm(x), alpha)

    def legend_elements(self, prop="colors", num="auto"):
        if prop != "colors" or self.cmap is None:
            raise lacking("matplotlib.collections.PathCollection.legend_elements", prop)
        from matplotlib.lines import Line2D

        found = numpy.unique(self.values)
        if len(found) > 9 and num is not None:
            from matplotlib.ticker import MaxNLocator

            ends = self.get_clim()
            ticks = MaxNLocator(
                8 if num == "auto" else num, min_n_ticks=5, steps=[1, 2, 2.5, 3, 5, 6, 8, 10]
            )
            found = numpy.array([v for v in ticks.tick_values(*ends) if ends[0] <= v <= ends[1]])
        style = {"marker": "o", "linestyle": "", "markersize": 6}
        shown = [Line2D([0], [0], color=self.to_rgba(float(v)), **style) for v in found]
        return shown, [rf"$\mathdefault{{{v:g}}}$" for v in found.tolist()]

    def __getattr__(self, name):
        kind, _, what = name.partition("_")
        what = SAME.get(what, what)
        if kind == "get" and what in LOOKS and "own" in self.__dict__:
            return lambda: self.own.get(what, _PLAIN.get(what))
        if kind == "set" and what in LOOKS and "own" in self.__dict__:
            return lambda value: self.own.__setitem__(what, value)
        raise lacking("matplotlib.artist.Artist", name)


class Image(Part):
    """A map of cells."""

    def extent(self):
        if "extent" in self:
            return self["extent"]
        rows = self["rows"]
        n, m = len(rows), len(rows[0]) // self.get("channels", 1) if rows else 0
        ends = (-0.5, n - 0.5) if self["origin"] == "lower" else (n - 0.5, -0.5)
        return [-0.5, m - 0.5, *ends]

    def get_extent(self):
        return tuple(self.extent()) if "extent" not in self else self.get("given", self["extent"])

    def set_extent(self, extent):
        self["extent"] = numbers(extent)

    def get_array(self):
        return self.values

    def set_data(self, values):
        self.values = numpy.asarray(values, dtype=float)
        self["rows"] = matrix(values)

    set_array = set_data

    def get_size(self):
        return self.values.shape[:2]

    @property
    def origin(self):
        return self["origin"]

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            raise lacking("matplotlib.image.AxesImage", name) from None


class Contours(Image):
    """Lines of equal height, or what is between them."""

    levels = None

    @property
    def collections(self):
        return [self]

    @property
    def labelTexts(self):
        return []

    def legend_elements(self, *_, **__):
        raise lacking("matplotlib.contour.ContourSet", "legend_elements")


class Bars:
    """What bar() returns: its rectangles in order."""

    def __init__(self, record):
        self._record, self.errorbar = record, None
        self.orientation = "horizontal" if record.get("isSideways") else "vertical"
        self.patches = [Rectangle.of_bar(record, k) for k in range(len(record["y"]))]

    @property
    def datavalues(self):
        return numpy.array(self._record["y"])

    def get_label(self):
        return self._record.get("label", self._record.name)

    def set_label(self, label):
        self._record.set_label(label)

    def remove(self):
        self._record.remove()

    def __iter__(self):
        return iter(self.patches)

    def __getitem__(self, index):
        return self.patches[index]

    def __len__(self):
        return len(self.patches)

    def __repr__(self):
        return f"<BarContainer object of {len(self)} artists>"


class Container(tuple):
    """Several artists that share one entry of the legend."""

    _what = "Container"

    def __new__(cls, what, parts, record, **own):
        made = super().__new__(cls, parts)
        made._what, made._record = what, record
        made.__dict__.update(own)
        return made

    def get_label(self):
        return self._record.get("label", self._record.name)

    def __repr__(self):
        return f"<{self._what} object of {len(self)} artists>"


# ------------------------------------------------------------------------ curves

_MARKERS = "o.,x+*sdDv^<>ph|_1234PXH8"
_LINES = ("--", "-.", "-", ":", " ")


def series_of(args):
    """Of plot's arguments, curve by curve: y or x and y, and the format that may follow."""
    args = list(args)
    while args:
        x = listed(args.pop(0)) if len(args) > 1 and not isinstance(args[1], str) else None
        y = listed(args.pop(0))
        form = args.pop(0) if args and isinstance(args[0], str) else ""
        _parts_of_format(form)
        columns = columns_of(y)
        n = len(columns[0]) if columns else 0
        rows = [list(range(n))] if x is None else columns_of(x)
        if any(len(row) != n for row in rows):
            raise ValueError(
                "x and y must have same first dimension, but have shapes "
                f"{shape_of(x)} and {shape_of(y)}"
            )
        if len(rows) != len(columns) and 1 not in (len(rows), len(columns)):
            raise ValueError(f"x has {len(rows)} columns but y has {len(columns)} columns")
        for k in range(max(len(rows), len(columns))):
            pair = rows[k % len(rows)], columns[k % len(columns)]
            yield *map(numbers, pair), form, pair


def columns_of(values):
    """A curve, or one for each column of a table."""
    values = listed(values)
    if hasattr(values, "__iter__") and not isinstance(values, (str, range)):
        values = [listed(value) for value in values]
    shape = shape_of(values)
    if len(shape) > 2:
        raise ValueError(f"x and y can be no greater than 2D, but have shapes {shape}")
    if len(shape) == 2:
        return [list(column) for column in zip(*values)]
    return [values if shape or isinstance(values, range) else [values]]


def _part_of_format(form, rest):
    """What comes next in a format, and which of its three parts that is."""
    line = next((line for line in _LINES if rest.startswith(line)), None)
    if line:
        return line, "linestyle"
    if rest[0] in _MARKERS:
        return rest[0], "marker"
    if rest[0] in "bgrcmykw":
        return rest[0], "color"
    if rest[0] == "C" and rest[1:2].isdigit():
        return rest[:2], "color"
    raise ValueError(f"{form!r} is not a valid format string (unrecognized character {rest[0]!r})")


def _parts_of_format(form):
    """Line, marker and colour of a format such as 'r--o', each once; or a colour alone."""
    if form and not form.isdigit():
        try:
            rgba(form)
        except ValueError:
            pass
        else:
            return {"color": form}
    parts, rest = {}, form
    while rest:
        part, kind = _part_of_format(form, rest)
        if kind in parts:
            raise ValueError(f"{form!r} is not a valid format string (two {kind} symbols)")
        parts[kind], rest = part, rest[len(part) :]
    return parts


def stepped(x, y, where):
    """The corners of a curve that stays at a height until its next place."""
    if where not in ("pre", "post", "mid"):
        raise ValueError(
            f"{where!r} is not a valid value for where; supported values are 'pre', 'post', 'mid'"
        )
    made_x, made_y = x[:1], y[:1]
    for k in range(1, len(x)):
        at = {"pre": x[k - 1], "post": x[k]}.get(where)
        at = (x[k - 1] + x[k]) / 2 if at is None else at
        made_x += [at, at, x[k]]
        made_y += [y[k - 1], y[k], y[k]]
    return made_x, made_y


def limits_of(low, high, least, most):
    low, high = low if isinstance(low := listed(low), (tuple, list)) else (low, high)
    return [least if low is None else low, most if high is None else high]


def form_of(form):
    """Line, marker and colour of a format such as 'g^--', where it has them."""
    parts = _parts_of_format(form)
    marker = parts.get("marker")
    line = parts.get("linestyle", "None" if marker else None)
    return "None" if line == " " else line, marker, parts.get("color")
