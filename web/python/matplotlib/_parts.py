"""What is drawn, and the numbers that it is drawn from."""

from matplotlib._arguments import lacking
from matplotlib._colours import in_format
from matplotlib._numbers import listed, matrix, numbers, shape_of
from matplotlib.patches import Rectangle


class Image:
    def __init__(self, axes, record):
        self.axes, self._record = axes, record

    def set_clim(self, vmin=None, vmax=None):
        vmin, vmax = (vmin, vmax) if vmax is not None or not shape_of(vmin) else vmin
        self._record.update(vmin=vmin, vmax=vmax)

    def get_clim(self):
        shown = [v for row in self._record["rows"] for v in row if v is not None]
        ends = self._record["vmin"], self._record["vmax"]
        return tuple(of(shown) if end is None else end for end, of in zip(ends, (min, max)))

    def set_data(self, values):
        self._record["rows"] = matrix(values)

    set_array = set_data

    def set_cmap(self, cmap):
        self._record["cmap"] = getattr(cmap, "name", cmap)

    def __getattr__(self, name):
        raise lacking("matplotlib.image.AxesImage", name)


class Part(dict):
    """A record of what is drawn, which a notebook shows by its kind alone."""

    def __repr__(self):
        return f"<matplotlib {self['kind']}>"

    def get_label(self):
        return self.get("label", "_child0")

    def set_label(self, label):
        self["label"] = str(label)

    def get_color(self):
        return self.get("colour")

    def get_xdata(self, orig=True):
        return self["x"]

    def get_ydata(self, orig=True):
        return self["y"]

    def __getattr__(self, name):
        raise lacking("matplotlib.artist.Artist", name)


class Bars:
    """What bar() returns: its rectangles in order."""

    def __init__(self, record, width):
        self._record, self._width = record, width
        self.patches = []
        bases = record.get("base") or [0] * len(record["x"])
        for k, (x, y, base) in enumerate(zip(record["x"], record["y"], bases)):
            left = (k if isinstance(x, str) else x) - width / 2
            sides = (base, left, y, width) if record.get("isSideways") else (left, base, width, y)
            self.patches.append(Rectangle(sides[:2], *sides[2:]))

    def get_label(self):
        return self._record.get_label()

    def __iter__(self):
        return iter(self.patches)

    def __getitem__(self, index):
        return self.patches[index]

    def __len__(self):
        return len(self.patches)

    def __repr__(self):
        return f"<BarContainer object of {len(self)} artists>"


# ------------------------------------------------------------------------ curves

_MARKERS = "o.,x+*sdDv^<>ph|_1234PXH8"
_LINES = ("--", "-.", "-", ":")
_DASHED = ("--", "dashed", ":", "-.", "dotted", "dashdot")


def series_of(args):
    """Of plot's arguments, curve by curve: y or x and y, and the format that may follow."""
    args = list(args)
    while args:
        x = listed(args.pop(0)) if len(args) > 1 and not isinstance(args[1], str) else None
        y = listed(args.pop(0))
        form = args.pop(0) if args and isinstance(args[0], str) else ""
        _check_format(form)
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
            yield numbers(rows[k % len(rows)]), numbers(columns[k % len(columns)]), form


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


def _check_format(form):
    rest = form
    for line in _LINES:
        rest = rest.replace(line, "", 1) if line in rest else rest
    rest = "".join(c for c in rest if c not in _MARKERS)
    if rest and in_format(form) is None and not rest.startswith(("#", "tab:")):
        raise ValueError(
            f"{form!r} is not a valid format string (unrecognized character {rest[0]!r})"
        )


def look_of(form, style):
    plain = form.replace("-.", "")  # a line, and no marker
    marker = style.get("marker") or next((c for c in plain if c in _MARKERS), None)
    marker = None if marker in ("None", " ", "none") else marker
    line = style.get("linestyle")
    no_line = form and marker and not any(one in form for one in _LINES)
    return {
        "colour": style.get("colour") or in_format(form),
        "marker": marker,
        "isDashed": line in _DASHED or "--" in form or ":" in form or "-." in form,
        "isBare": bool(no_line and line is None or line in ("", " ", "none", "None")),
    }


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
