"""What an artist looks like, and the objects that say it: texts, spines, axes of pictures."""

from matplotlib._arguments import DECORATES, lacking, takes
from matplotlib._colours import paint

_EDGES = ("left", "right", "bottom", "top")
_SETS = f"{DECORATES['Text']} {DECORATES['Line2D']} {DECORATES['Artist']} visible position bounds"
# One name for each look; `color` stands for faces too.
_OTHER = """
    lw linewidth linewidths linewidth ls linestyle linestyles linestyle ms markersize
    mfc markerfacecolor mec markeredgecolor mew markeredgewidth ec edgecolor edgecolors edgecolor
    c color fc facecolor facecolors facecolor colors color size fontsize fontweight weight
    horizontalalignment ha verticalalignment va aa antialiased ds drawstyle family fontfamily
    style fontstyle""".split()
SAME = dict(zip(_OTHER[::2], _OTHER[1::2]))
LOOKS = """
    alpha linewidth linestyle marker markersize markerfacecolor markeredgecolor markeredgewidth
    color facecolor edgecolor zorder visible fontsize rotation ha va weight hatch fill drawstyle
    markevery bbox antialiased clip_on fontstyle fontfamily rotation_mode dashes solid_capstyle
    sizes""".split()
_DASHES = {"-": "solid", "--": "dashed", ":": "dotted", "-.": "dashdot"}
_SIZES = dict(
    zip(
        "xx-small x-small small medium large x-large xx-large".split(),
        (0.579, 0.694, 0.833, 1, 1.2, 1.44, 1.728),
    )
)


def chosen(names):
    """A method by which a learner chooses what the page chooses. names: its arguments"""
    names = names.split()

    def method(self, *args, **looks):
        """It decorates."""
        for name in looks:
            if name not in names[len(args) :]:
                raise TypeError(f"got an unexpected keyword argument {name!r}")

    method.known = names
    return method


def points_of(size):
    """A size of letters in points."""
    if isinstance(size, str) and size in _SIZES:
        return 10 * _SIZES[size]
    try:
        return float(size)
    except (TypeError, ValueError):
        return 10.0


def line_of(style):
    """'-', '--', ':', '-.' or 'None', or a list of lengths."""
    if isinstance(style, (tuple, list)):
        return (
            [float(v) for v in style[1] or ()] if len(style) == 2 and style[1] is not None else "-"
        )
    style = {name: short for short, name in _DASHES.items()}.get(style, style)
    if style in ("", " ", "none", "None"):
        return "None"
    if style not in (*_DASHES, None):
        raise ValueError(
            f"{style!r} is not a valid value for ls; supported values are '-', '--', '-.', ':', "
            "'None', ' ', '', 'solid', 'dashed', 'dashdot', 'dotted'"
        )
    return style


def for_page(own):
    """The looks of an artist as the page takes them."""
    made = {}
    for name, value in own.items():
        if value is None or name not in LOOKS:
            continue
        if name.endswith("color"):
            if isinstance(value, str) and value in ("face", "auto", "inherit"):
                continue
            many = isinstance(value, list)
            made[name] = [paint(one) for one in value] if many else paint(value)
        elif name == "linestyle":
            made[name] = line_of(value)
        elif name == "fontsize":
            made[name] = points_of(value)
        elif name == "rotation":
            made[name] = {"vertical": 90.0, "horizontal": 0.0}.get(value) or float(value or 0)
        elif name == "weight":
            made[name] = str(value) in ("bold", "heavy", "black", "semibold", "demibold") or (
                isinstance(value, int) and value > 500
            )
        elif name == "bbox":
            face = value.get("facecolor", value.get("fc", "C0"))
            edge = value.get("edgecolor", value.get("ec", "black"))
            alpha = value.get("alpha")
            made[name] = [paint(face, alpha), paint(edge, alpha if edge != "none" else None)]
        elif name in ("linewidth", "markersize", "markeredgewidth", "zorder"):
            many = hasattr(value, "__len__")
            made[name] = [float(v) for v in value] if many else float(value)
        elif name == "alpha":
            made[name] = [float(v) for v in value] if hasattr(value, "__len__") else float(value)
        elif isinstance(value, (bool, int, float, str)):
            made[name] = value
    return made


class Look:
    """Its setters decorate."""

    def __init__(self, what, text=""):
        self._what, self._text, self._own = what, text, {}

    def get_text(self):
        return self._text

    def set_text(self, s):
        self._text = str(s)

    def set(self, **looks):
        for name, value in looks.items():
            getattr(self, f"set_{name}")(value)

    def get_position(self):
        return self._own.get("position", (0, 0))

    def __getattr__(self, name):
        kind, _, what = name.partition("_")
        what = SAME.get(what, what)
        if kind == "set" and (what in _SETS.split() or what in LOOKS):
            return lambda value=None, *_, **__: self._own.__setitem__(what, value)
        if kind == "get" and what in LOOKS and "_own" in self.__dict__:
            plain = {"visible": True, "fontsize": 10.0, "color": "black", "rotation": 0.0}
            return lambda: self._own.get(what, plain.get(what))
        raise lacking(self.__dict__.get("_what", "matplotlib"), name)


class Words(Look):
    """A title or a label: what it says is in a record."""

    def __init__(self, record, name):
        super().__init__("Text")
        self._record, self._name = record, name

    def get_text(self):
        return self._record.get(self._name) or ""

    def set_text(self, s):
        self._record[self._name] = str(s)

    def __repr__(self):
        return f"Text(0.5, 1.0, {self.get_text()!r})"


class Spine(Look):
    def __init__(self, spines, edges):
        super().__init__("matplotlib.spines.Spine")
        self._spines, self._edges = spines, edges

    def set_visible(self, b):
        hidden = self._spines.hidden
        for edge in self._edges:
            (hidden.discard if b else hidden.add)(edge)

    def get_visible(self):
        return self._edges[0] not in self._spines.hidden

    def set_position(self, position):
        places = {"zero": ("data", 0.0), "center": ("axes", 0.5)}
        for edge in self._edges:
            self._spines.places[edge] = [*places.get(position, position)]

    def set_color(self, c):
        for edge in self._edges:
            if isinstance(c, str) and c == "none":
                self._spines.hidden.add(edge)
            else:
                self._spines.colours[edge] = paint(c)

    set_edgecolor = set_color


class Spines(dict):
    def __init__(self):
        super().__init__({edge: Spine(self, [edge]) for edge in _EDGES})
        self.hidden, self.places, self.colours = set(), {}, {}

    def __getitem__(self, edges):
        if isinstance(edges, slice):
            return Spine(self, _EDGES)
        if isinstance(edges, list):
            return Spine(self, edges)
        return dict.__getitem__(self, edges)

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise lacking("matplotlib.spines.Spines", name)

    def set_visible(self, b):
        Spine(self, _EDGES).set_visible(b)


class Axis(Look):
    """axes.xaxis or axes.yaxis"""

    def __init__(self, axes, name):
        super().__init__("matplotlib.axis.Axis")
        self._axes, self._name = axes, name

    @property
    def _view(self):
        return self._axes._views[self._name]

    @property
    def label(self):
        return Words(self._axes._record, f"{self._name}label")

    def set_ticks(self, ticks, labels=None, *, minor=False, **looks):
        getattr(self._axes, f"set_{self._name}ticks")(ticks, labels, minor=minor, **looks)

    def set_ticklabels(self, labels, **looks):
        return getattr(self._axes, f"set_{self._name}ticklabels")(labels, **looks)

    def set_label_text(self, label, **looks):
        getattr(self._axes, f"set_{self._name}label")(label, **looks)

    def get_label_text(self):
        return self.label.get_text()

    def set_major_locator(self, locator):
        self._view.locator = locator

    def set_major_formatter(self, formatter):
        self._view.formatter = _formatter(formatter)

    def get_major_locator(self):
        return self._view.major()

    def get_major_formatter(self):
        return self._view.format()

    def set_minor_locator(self, locator):
        self._view.minor = locator

    def set_minor_formatter(self, formatter):
        self._view.minor_formatter = _formatter(formatter)

    def get_minor_locator(self):
        from matplotlib import ticker

        return self._view.minor or ticker.NullLocator()

    def get_minorticklocs(self):
        return self._view.minors()

    def get_ticklocs(self):
        return getattr(self._axes, f"get_{self._name}ticks")()

    get_majorticklocs = get_ticklocs

    def get_ticklabels(self):
        return getattr(self._axes, f"get_{self._name}ticklabels")()

    get_majorticklabels = get_ticklabels

    def get_major_ticks(self, numticks=None):
        return [Tick(label) for label in self.get_ticklabels()]

    def get_minorticklabels(self):
        return self._axes._labels(self._name, minor=True)

    def get_view_interval(self):
        return self._view.get_view_interval()

    def get_inverted(self):
        low, high = self._view.limits()
        return low > high

    @takes("Line2DGrid")
    def grid(self, visible=None, which="major"):
        self._axes.grid(visible, which, self._name)

    @takes("Ticks")
    def set_tick_params(self, which="major"):
        pass

    def tick_top(self):
        self._axes._record[f"{self._name}side"] = "top"

    def tick_right(self):
        self._axes._record[f"{self._name}side"] = "right"

    def tick_bottom(self):
        self._axes._record.pop(f"{self._name}side", None)

    tick_left = tick_bottom

    def set_ticks_position(self, position):
        if position in ("top", "right"):
            self._axes._record[f"{self._name}side"] = position
        elif position in ("bottom", "left"):
            self.tick_bottom()

    def get_ticks_position(self):
        plain = "bottom" if self._name == "x" else "left"
        return self._axes._record.get(f"{self._name}side", plain)

    def set_label_position(self, position):
        self._axes._record[f"{self._name}labelside"] = position

    def get_label_position(self):
        plain = "bottom" if self._name == "x" else "left"
        return self._axes._record.get(f"{self._name}labelside", plain)

    def set_visible(self, b):
        self._axes._record[f"{self._name}hidden"] = not b

    def set_inverted(self, inverted):
        if bool(inverted) != self.get_inverted():
            getattr(self._axes, f"invert_{self._name}axis")()


def _formatter(given):
    from matplotlib import ticker

    if isinstance(given, str):
        return ticker.StrMethodFormatter(given)
    return given if isinstance(given, ticker.Formatter) else ticker.FuncFormatter(given)


class Tick(Look):
    def __init__(self, label):
        super().__init__("matplotlib.axis.Tick")
        self.label1 = self.label2 = self.label = label


def of_data(coordinates, axes, called):
    """Whether coordinates are of data; else they are shares of the axes."""
    from matplotlib._arguments import refusal

    if coordinates in (None, "data") or coordinates is axes.transData:
        return True
    if coordinates == "axes fraction" or coordinates is axes.transAxes:
        return False
    raise refusal(called)
