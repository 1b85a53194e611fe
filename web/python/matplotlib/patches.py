"""What add_patch() takes."""

import math as _math

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes
from matplotlib._colours import colours_of as _colours_of
from matplotlib._numbers import numbers as _numbers


class Rectangle:
    @_takes("Rectangle", "angle rotation_point")
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
        self.xy, self.width, self.height, self.label = xy, width, height, label
        self.colour = _colours_of(color or edgecolor)

    def outline(self):
        (x, y), width, height = self.xy, self.width, self.height
        right, top = x + width, y + height
        return _numbers([x, right, right, x, x]), _numbers([y, y, top, top, y])

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


class Circle(Rectangle):
    @_takes("Rectangle")
    def __init__(self, xy, radius=5, *, label=None, color=None, edgecolor=None):
        super().__init__(xy, 2 * radius, 2 * radius, label=label, color=color, edgecolor=edgecolor)
        self.radius = self.rx = self.ry = radius

    def outline(self):
        angles = [2 * _math.pi * k / 90 for k in range(91)]
        return (
            _numbers([self.xy[0] + self.rx * _math.cos(angle) for angle in angles]),
            _numbers([self.xy[1] + self.ry * _math.sin(angle) for angle in angles]),
        )


class Ellipse(Circle):
    @_takes("Rectangle", "angle")
    def __init__(self, xy, width, height, angle=0, *, label=None, color=None, edgecolor=None):
        super().__init__(xy, width / 2, label=label, color=color, edgecolor=edgecolor)
        self.width, self.height, self.ry = width, height, height / 2


class Polygon(Rectangle):
    @_takes("Rectangle", "closed")
    def __init__(self, xy, closed=True, *, label=None, color=None, edgecolor=None):
        self.xy, self.label, self.colour = xy, label, _colours_of(color or edgecolor)

    def outline(self):
        corners = [*self.xy, self.xy[0]]
        return _numbers([x for x, _ in corners]), _numbers([y for _, y in corners])


class Patch(Rectangle):
    """What a legend shows beside words: it is nowhere on the axes."""

    @_takes("Rectangle")
    def __init__(self, *, label=None, color=None, edgecolor=None):
        super().__init__((0, 0), 0, 0, label=label, color=color, edgecolor=edgecolor)


def __getattr__(name):
    raise _lacking("matplotlib.patches", name)
