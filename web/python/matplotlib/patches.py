"""What add_patch() takes."""

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes
from matplotlib._colours import colours_of as _colours_of


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

    def get_xy(self):
        return self.xy

    def get_width(self):
        return self.width

    def get_height(self):
        return self.height


class Patch(Rectangle):
    """What a legend shows beside words: it is nowhere on the axes."""

    @_takes("Rectangle")
    def __init__(self, *, label=None, color=None, edgecolor=None):
        super().__init__((0, 0), 0, 0, label=label, color=color, edgecolor=edgecolor)


def __getattr__(name):
    raise _lacking("matplotlib.patches", name)
