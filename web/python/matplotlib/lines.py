"""A line that is made by hand, for a legend or for add_line()."""

from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import takes as _takes
from matplotlib._parts import Part as _Part
from matplotlib._parts import numbers as _numbers


@_takes("Line2D")
def _made(xdata, ydata, *, label=None, color=None, linestyle=None, marker=None):
    part = _Part(kind="line", x=_numbers(xdata), y=_numbers(ydata))
    part.take({"color": color, "linestyle": linestyle, "marker": marker})
    if label is not None:
        part["label"] = str(label)
    return part


class Line2D(_Part):
    def __new__(cls, xdata, ydata, *args, **looks):
        names = ("linewidth", "linestyle", "color", "marker", "markersize")
        return _made(xdata, ydata, **dict(zip(names, args)), **looks)

    @staticmethod
    def __instancecheck__(one):
        return isinstance(one, _Part)


def __getattr__(name):
    raise _lacking("matplotlib.lines", name)
