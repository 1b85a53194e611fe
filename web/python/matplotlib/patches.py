"""What add_patch() takes."""

import math as _math

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import looks as _looks
from matplotlib._arguments import takes as _takes
from matplotlib._colours import rgba as _rgba
from matplotlib._looks import LOOKS as _LOOKS
from matplotlib._looks import SAME as _SAME
from matplotlib._numbers import numbers as _numbers


class Artist:
    """A shape that has looks."""

    _plain = {"linewidth": 1.0, "linestyle": "-", "visible": True, "zorder": 1, "alpha": None}

    def begin(self, label=None, color=None, edgecolor=None):
        self.label, self.own, self._part = label, {}, None
        for name, value in _looks().items():
            name = _SAME.get(name, name)
            if name in _LOOKS and value is not None:
                self.own[name] = value
        if color is not None:
            self.own["facecolor"] = color
        if edgecolor is not None:
            self.own["edgecolor"] = edgecolor

    def get_label(self):
        return "" if self.label is None else self.label

    def set_label(self, s):
        self.label = str(s)

    def _of(self, name, plain):
        return _rgba(self.own.get(name, plain), self.own.get("alpha"))

    def get_facecolor(self):
        return self._of("facecolor", "C0")

    get_fc = get_facecolor

    def get_edgecolor(self):
        edge = self.own.get("edgecolor")
        return (0.0, 0.0, 0.0, 0.0) if edge is None else self._of("edgecolor", edge)

    get_ec = get_edgecolor

    def set_color(self, c):
        self.set_facecolor(c)
        self.own["edgecolor"] = c

    def set_facecolor(self, color):
        self._change("facecolor", color)

    set_fc = set_facecolor

    def set_edgecolor(self, color):
        self._change("edgecolor", color)

    set_ec = set_edgecolor

    def _change(self, name, value):
        self.own[name] = value
        if self._part is not None:
            self._part.own[name] = value

    def set(self, **given):
        for name, value in given.items():
            getattr(self, f"set_{name}")(value)

    def remove(self):
        if self._part is not None:
            self._part.remove()

    def get_transform(self):
        raise _lacking(type(self).__name__, "get_transform")

    def __getattr__(self, name):
        kind, _, what = name.partition("_")
        what = _SAME.get(what, what)
        if what in _LOOKS and "own" in self.__dict__:
            if kind == "get":
                return lambda: self.own.get(what, self._plain.get(what))
            if kind == "set":
                return lambda value: self._change(what, value)
        raise _lacking(f"matplotlib.patches.{type(self).__name__}", name)


class Rectangle(Artist):
    @_takes("Rectangle", "rotation_point")
    def __init__(
        self,
        xy,
        width,
        height,
        angle=0.0,
        *,
        rotation_point="xy",
        label=None,
        color=None,
        edgecolor=None,
    ):
        self.xy, self.width, self.height, self.angle = tuple(xy), width, height, angle
        self.begin(label, color, edgecolor)

    @classmethod
    def of_bar(cls, record, k):
        """A bar, which is one of several that are drawn as one."""
        made = cls.__new__(cls)
        made.begin()
        made._bars, made._k = record, k
        long, thick, base = record.raw[k]
        left = record.places()[k] - thick / 2
        if record.get("isSideways"):
            made.xy, made.width, made.height = (base, left), long, thick
        else:
            made.xy, made.width, made.height = (left, base), thick, long
        return made

    def _change(self, name, value):
        bars = self.__dict__.get("_bars")
        if bars is None:
            super()._change(name, value)
            return
        self.own[name] = value
        n = len(bars["y"])
        before = bars.own.get(name)
        many = before if isinstance(before, list) else [before] * n
        many = [many[k % len(many)] for k in range(n)]
        many[self._k] = value
        bars.own[name] = many

    def _of(self, name, plain):
        bars = self.__dict__.get("_bars")
        if bars is None:
            return super()._of(name, plain)
        given = bars.own.get(name, plain)
        if isinstance(given, list):
            given = given[self._k % len(given)]
        return _rgba(plain if given is None else given, bars.own.get("alpha"))

    def get_edgecolor(self):
        bars = self.__dict__.get("_bars")
        if bars is not None and bars.own.get("edgecolor") is not None:
            return self._of("edgecolor", "k")
        return super().get_edgecolor()

    def outline(self):
        (x, y), width, height = self.xy, self.width, self.height
        corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
        tilt = _math.radians(self.angle)
        c, s = (_math.cos(tilt), _math.sin(tilt)) if tilt else (1, 0)
        return (
            _numbers([x + a * c - b * s for a, b in corners]),
            _numbers([y + a * s + b * c for a, b in corners]),
        )

    def get_x(self):
        return self.xy[0]

    def get_y(self):
        return self.xy[1]

    def get_xy(self):
        return self.xy

    def get_width(self):
        return self.width

    def get_height(self):
        return self.height

    def get_center(self):
        return (self.xy[0] + self.width / 2, self.xy[1] + self.height / 2)

    def __repr__(self):
        (x, y), kind = self.xy, type(self).__name__
        return f"{kind}(xy=({x:g}, {y:g}), width={self.width:g}, height={self.height:g}, angle=0)"


class FancyBboxPatch(Rectangle):
    """A rectangle with room around it; its corners are not rounded here."""

    @_takes("Rectangle", "bbox_transmuter mutation_aspect")
    def __init__(
        self,
        xy,
        width,
        height,
        boxstyle="round",
        *,
        bbox_transmuter=None,
        mutation_scale=1,
        mutation_aspect=1,
        label=None,
        color=None,
        edgecolor=None,
    ):
        pad = (
            0.3
            if "pad" not in str(boxstyle)
            else float(str(boxstyle).split("pad=")[1].split(",")[0])
        )
        self.boxstyle, pad = boxstyle, pad * mutation_scale
        self.xy, self.width, self.height, self.angle = tuple(xy), width, height, 0.0
        self._pad = pad
        self.begin(label, color, edgecolor or "black")

    def outline(self):
        inner, pad = Rectangle(self.xy, self.width, self.height), self._pad
        inner.xy = (self.xy[0] - pad, self.xy[1] - pad)
        inner.width, inner.height = self.width + 2 * pad, self.height + 2 * pad
        return inner.outline()


class Circle(Rectangle):
    @_takes("Rectangle")
    def __init__(self, xy, radius=5, *, label=None, color=None, edgecolor=None):
        self.xy, self.width, self.height, self.angle = tuple(xy), 2 * radius, 2 * radius, 0.0
        self.begin(label, color, edgecolor)
        self.radius = self.rx = self.ry = radius

    center = property(lambda self: self.xy)

    def get_radius(self):
        return self.radius

    def outline(self):
        tilt = _math.radians(self.angle)
        c, s = (_math.cos(tilt), _math.sin(tilt)) if tilt else (1, 0)
        rim = [2 * _math.pi * k / 90 for k in range(91)]
        rim = [(self.rx * _math.cos(one), self.ry * _math.sin(one)) for one in rim]
        return (
            _numbers([self.xy[0] + a * c - b * s for a, b in rim]),
            _numbers([self.xy[1] + a * s + b * c for a, b in rim]),
        )


class Ellipse(Circle):
    @_takes("Rectangle")
    def __init__(self, xy, width, height, angle=0, *, label=None, color=None, edgecolor=None):
        self.xy, self.angle = tuple(xy), angle
        self.begin(label, color, edgecolor)
        self.width, self.height, self.rx, self.ry = width, height, width / 2, height / 2


class Wedge(Rectangle):
    @_takes("Rectangle")
    def __init__(
        self, center, r, theta1, theta2, width=None, *, label=None, color=None, edgecolor=None
    ):
        self.center, self.r, self.theta1, self.theta2 = tuple(center), r, theta1, theta2
        self.width = width
        self.begin(label, color, edgecolor)

    def outline(self):
        (x, y), inner = self.center, 0 if self.width is None else self.r - self.width
        span = self.theta2 - self.theta1
        n = max(2, _math.ceil(abs(span) / 3) + 1)
        angles = [_math.radians(self.theta1 + span * k / (n - 1)) for k in range(n)]
        rim = [(self.r, a) for a in angles] + [(inner, a) for a in angles[::-1]]
        rim = rim if inner else [*rim[:n], (0, 0)]
        rim = [*rim, rim[0]]
        return (
            _numbers([x + r * _math.cos(a) for r, a in rim]),
            _numbers([y + r * _math.sin(a) for r, a in rim]),
        )


class Polygon(Rectangle):
    @_takes("Rectangle")
    def __init__(self, xy, closed=True, *, label=None, color=None, edgecolor=None):
        self.xy, self._is_closed = xy, closed
        self.begin(label, color, edgecolor)

    def outline(self):
        corners = [*self.xy, self.xy[0]] if self._is_closed else self.xy
        return _numbers([x for x, _ in corners]), _numbers([y for _, y in corners])


class FancyArrowPatch(Artist):
    """An arrow between two points; its line is straight here."""

    @_takes("FancyArrow", "path connectionstyle")
    def __init__(
        self,
        posA=None,
        posB=None,
        path=None,
        arrowstyle="simple",
        connectionstyle="arc3",
        shrinkA=2,
        shrinkB=2,
        mutation_scale=1,
        *,
        label=None,
        color=None,
    ):
        self.ends, self.arrowstyle = (posA, posB), str(arrowstyle)
        self.begin(label, color)


class Patch(Rectangle):
    """What a legend shows beside words: it is nowhere on the axes."""

    @_takes("Rectangle")
    def __init__(self, *, label=None, color=None, edgecolor=None):
        self.xy, self.width, self.height = (0, 0), 0, 0
        self.begin(label, color, edgecolor)


def __getattr__(name):
    raise _lacking("matplotlib.patches", name)
