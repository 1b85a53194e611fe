"""What an axis shows: its limits, its scale, its names and its ticks."""

import math

import numpy
from matplotlib import ticker
from matplotlib._settings import rcParams

_MARGIN = 0.05


def _reach(part, name, view):
    """What of a part an axis shows, where of it the axis may end, and whether it asks for that."""
    kind = part["kind"]
    if kind in ("text", "legend entry", "reading"):
        return [], [], False
    if kind in ("vline", "hline"):
        if (kind == "vline") != (name == "x"):
            return [], [], False
        return [*part.get("span", [part["at"]])], [], part.asks
    if name in part.bounds:
        values, sticky = part.bounds[name]
        return values, sticky, part.asks
    if kind in ("image", "picture"):
        ends = part.extent()[:2] if name == "x" else part.extent()[2:]
        return ends, ends, True
    spread = [*part.get("low", ()), *part.get("high", ())]
    if kind == "band":
        is_up = (name == "x") == bool(part.get("isSideways"))
        gaps = [value is None for value in part["low"]]
        along = [v for v, gap in zip(part["x"], gaps) if not gap]
        return (spread if is_up else along), [], True
    if kind != "bars":
        return [*part[name], *(spread if name == "y" else ())], [], part.asks
    if (name == "x") == bool(part.get("isSideways")):
        base = part.get("base") or [0.0] * len(part["y"])
        tops = [a + b for a, b in zip(base, part["y"]) if b is not None]
        return [*base, *tops, *spread], base if part.stuck else [], True
    lefts = [(view.number(x) - w / 2, w) for x, w in zip(part["x"], part["width"])]
    return [*(left for left, _ in lefts), *(left + w for left, w in lefts)], [], True


class View:
    """An axis of one picture, or of several that share it."""

    def __init__(self, name):
        self.name, self.axes, self.names = name, [], []
        self.clear()

    def clear(self):
        self.lim, self.is_flipped, self.scale, self.wide = None, False, "linear", None
        self.held = None  # limits that hold until something else is drawn
        self.locator = self.formatter = self.minor = self.minor_formatter = None
        self.names.clear()
        self.near = 2.0  # of a symmetric logarithm: how far it is linear

    def number(self, value):
        """Names have places in the order in which they came."""
        if not isinstance(value, str):
            return value
        if value not in self.names:
            self.names.append(value)
        return float(self.names.index(value))

    def _reached(self):
        values, sticky, n_asks = [], [], 0
        for axes in self.axes:
            own = []
            for part in axes._record["parts"]:
                if self.name not in part.reach:
                    part.reach[self.name] = _reach(part, self.name, self)
                more, ends, asks = part.reach[self.name]
                own += [self.number(v) for v in more if v is not None]
                sticky += ends
                if asks:
                    values, own, n_asks = values + own, [], n_asks + 1
        return values, sticky, n_asks

    def minpos(self):
        above = [v for v in self._reached()[0] if v > 0]
        return min(above) if above else 1e-300

    def auto(self):
        """Around all that asks, with a margin but where a bar or a map ends."""
        values, sticky, n_asks = self._reached()
        if self.held and self.held[2] == n_asks:
            low, high = self.held[:2]
        elif not values and not n_asks:
            low, high = (1.0, 10.0) if self.scale == "log" else (0.0, 1.0)
        else:
            low, high = self._with_margin(values or [-math.inf, math.inf], sticky)
        if self.wide and self.wide[2] == n_asks:
            low, high = min(low, self.wide[0]), max(high, self.wide[1])
        return low, high

    def _with_margin(self, values, sticky):
        if self.scale == "log":
            values = [v for v in values if v > 0] or values
        first = self.axes[0]
        locator = self.major()
        low, high = locator.nonsingular(float(min(values)), float(max(values)))
        near = 1e-5 * abs(high - low)
        below = [v for v in sticky if v is not None and v <= low + near]
        above = [v for v in sticky if v is not None and v >= high - near]
        ends = max(below) if below else None, min(above) if above else None
        margins = [axes._margins[self.name] for axes in self.axes]
        margin = next((m for m in margins if m is not None), rcParams[f"axes.{self.name}margin"])
        to, back = self._transform()
        a, b = to(low), to(high)
        delta = (b - a) * margin
        if math.isfinite(delta):
            low, high = back(a - delta), back(b + delta)
        low = low if ends[0] is None else max(low, ends[0])
        high = high if ends[1] is None else min(high, ends[1])
        return locator.view_limits(low, high) if not first._is_tight else (low, high)

    def _transform(self):
        if self.scale == "log":
            return (lambda v: math.log10(v) if v > 0 else -1000.0), (lambda v: 10.0**v)
        if self.scale == "symlog":
            near = self.near
            return (
                lambda v: (
                    math.copysign(near * (10 / 9 + math.log10(abs(v) / near)), v)
                    if abs(v) > near
                    else v * 10 / 9
                ),
                lambda v: (
                    math.copysign(near * 10 ** (abs(v) / near - 10 / 9), v)
                    if abs(v) > near * 10 / 9
                    else v * 0.9
                ),
            )
        return (lambda v: v), (lambda v: v)

    def limits(self):
        if self.lim is not None:
            return self.lim
        low, high = self.auto()
        return (high, low) if self.is_flipped else (low, high)

    def set(self, low, high):
        before = self.limits()
        ends = [b if a is None else float(a) for a, b in zip((low, high), before)]
        if ends[0] == ends[1]:
            ends = [*self.major().nonsingular(*ends)]
        if self.scale == "log":
            ends = [b if a <= 0 else a for a, b in zip(ends, before)]
        self.lim, self.is_flipped = (ends[0], ends[1]), ends[0] > ends[1]

    def hold(self, low, high):
        """What an image asks for, whatever was drawn before it."""
        self.held = None if self.lim is not None else (low, high, self._reached()[2])

    def widen(self, ticks):
        """Ticks that are set are seen, until something else is drawn."""
        if not len(ticks):
            return
        low, high = sorted(self.limits())
        low, high = min(low, *ticks), max(high, *ticks)
        if self.lim is not None:
            self.lim = (high, low) if self.is_flipped else (low, high)
        else:
            self.wide = (low, high, self._reached()[2])

    def major(self):
        made = self.locator
        if made is None and self.names:
            made = ticker.CategoryLocator(self.names)
        if made is None:
            made = {
                "log": ticker.LogLocator,
                "symlog": lambda: ticker.SymmetricalLogLocator(10, self.near),
            }.get(self.scale, ticker.AutoLocator)()
        made.set_axis(self)
        return made

    def format(self):
        if self.formatter is None and self.names:
            return ticker.CategoryFormatter(self.names)
        if self.formatter is None:
            is_plain = self.scale == "linear"
            self.formatter = ticker.ScalarFormatter() if is_plain else ticker.LogFormatter()
            self.formatter.is_own = True
        self.formatter.set_axis(self)
        return self.formatter

    def minors(self):
        """Ticks between the major ones, and not on them."""
        made = self.minor or (ticker.LogLocator(subs=None) if self.scale == "log" else None)
        if made is None:
            return numpy.array([])
        made.set_axis(self)
        found = numpy.asarray(made())
        major = numpy.asarray(self.ticks(), dtype=float)
        to = self._transform()[0]
        low, high = sorted(map(to, self.limits()))
        at, others = ([to(v) for v in places.tolist()] for places in (found, major))
        near = (high - low) * 1e-5
        free = [all(abs(one - other) > near for other in others) for one in at]
        return found[numpy.array(free, dtype=bool)] if len(at) else found

    def minor_texts(self):
        made = self.minor_formatter
        if made is None:
            made = ticker.NullFormatter() if self.scale == "linear" else ticker.LogFormatter()
        made.set_axis(self)
        return made.format_ticks(self.minors())

    # what locators and formatters ask of an axis

    def get_view_interval(self):
        return numpy.array(self.limits(), dtype=float)

    def get_minpos(self):
        return self.minpos()

    def get_tick_space(self):
        axes = self.axes[0]
        _, _, width, height = axes._bounds()
        size = axes._tick_size[self.name] or 10
        inches = axes.figure.get_size_inches()
        if self.name == "x":
            return int(width * float(inches[0]) * 72 // (size * 3))
        return int(height * float(inches[1]) * 72 // (size * 2))

    def ticks(self):
        return self.major()()

    def texts(self):
        ticks = self.ticks()
        return self.format().format_ticks(ticks)

    def shown(self):
        """For the page: limits, ticks within them, their texts, and what those are multiples of."""
        low, high = sorted(self.limits())
        far = 1e-9 * (high - low)

        def within(places, texts):
            pairs = zip([float(v) for v in places], texts)
            return [(at, str(text)) for at, text in pairs if low - far <= at <= high + far]

        ticks, most = self.ticks(), ticker.Locator.MAXTICKS
        if len(ticks) > most:
            self.axes[0]._unsaid(f"{len(ticks)} ticks along {self.name}, of at most {most}")
            shown = between = []
        else:
            shown = within(ticks, self.texts())
            between = within(self.minors(), self.minor_texts())
        made = {
            "lim": [float(end) for end in self.limits()],
            "scale": self.scale,
            "ticks": [at for at, _ in shown],
            "texts": [text for _, text in shown],
            "offset": self.format().get_offset() if shown else "",
        }
        if between:
            made["minor"] = [at for at, _ in between]
            made["minorTexts"] = [text for _, text in between]
        if self.names:
            made["names"] = [*self.names]
        if self.scale == "symlog":
            made["near"] = self.near
        return made
