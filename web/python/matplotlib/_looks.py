"""What a picture of matplotlib has and the page decides by itself: edges, ticks, words' looks."""

from matplotlib._arguments import DECORATES, lacking, refusal, takes

_EDGES = ("left", "right", "bottom", "top")
_SETS = f"{DECORATES['Text']} {DECORATES['Line2D']} {DECORATES['Artist']} visible position bounds"


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


class Look:
    """Its setters decorate."""

    def __init__(self, what, text=""):
        self._what, self._text = what, text

    def get_text(self):
        return self._text

    def set(self, **looks):
        for name in looks:
            getattr(self, f"set_{name}")

    def __getattr__(self, name):
        if name.startswith("set_") and name[4:] in _SETS.split():
            return lambda *_, **__: None
        raise lacking(self.__dict__.get("_what", "matplotlib"), name)


class Spines(dict):
    def __init__(self):
        super().__init__({edge: Look("matplotlib.spines.Spine") for edge in _EDGES})

    def __getitem__(self, edges):
        if isinstance(edges, (list, slice)):
            return Look("matplotlib.spines.Spine")
        return dict.__getitem__(self, edges)

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise lacking("matplotlib.spines.Spines", name)


class Axis(Look):
    """axes.xaxis or axes.yaxis"""

    def __init__(self, axes, name):
        super().__init__("matplotlib.axis.Axis")
        self._axes, self._name = axes, name

    def set_ticks(self, ticks, labels=None, **looks):
        getattr(self._axes, f"set_{self._name}ticks")(ticks, labels, **looks)

    def set_ticklabels(self, labels, **looks):
        getattr(self._axes, f"set_{self._name}ticklabels")(labels, **looks)

    def set_label_text(self, label, **looks):
        getattr(self._axes, f"set_{self._name}label")(label, **looks)

    def set_major_locator(self, locator):
        locator.put(self._axes, self._name)

    def set_major_formatter(self, formatter):
        self._axes._unsaid("a format of ticks")

    def set_minor_locator(self, locator):
        """The page has no minor ticks."""

    def get_major_ticks(self):
        return [Look("matplotlib.axis.Tick")]

    @takes("Line2DGrid")
    def grid(self, visible=True, which="major"):
        self._axes.grid(visible)

    @takes("Ticks")
    def set_tick_params(self, which="major"):
        pass

    def tick_top(self):
        pass

    tick_bottom = tick_left = tick_right = tick_top

    def set_ticks_position(self, position):
        pass

    def set_label_position(self, position):
        pass

    def set_inverted(self, inverted):
        if inverted:
            getattr(self._axes, f"invert_{self._name}axis")()


def of_data(coordinates, axes, called):
    """Whether coordinates are of data; else they are shares of the axes."""
    if coordinates in (None, "data") or coordinates is axes.transData:
        return True
    if coordinates == "axes fraction" or coordinates is axes.transAxes:
        return False
    raise refusal(called)
