"""What is drawn on one pair of axes, as a record of numbers and texts."""

import numpy
from matplotlib import _colours, ticker
from matplotlib._arguments import lacking, looks, refusal, takes
from matplotlib._draws import Draws
from matplotlib._legend import Legend, entry_of, is_handle
from matplotlib._looks import SAME, Axis, Look, Spines, Words, chosen, for_page
from matplotlib._numbers import listed, number, numbers
from matplotlib._parts import Bars, Container, Part, limits_of
from matplotlib._settings import rcParams
from matplotlib._view import View
from matplotlib.gridspec import Box
from matplotlib.patches import Patch

_IN_LEGENDS = ("line", "bars", "points", "stems", "band")


def _setter(name):
    def setter(self, value, fontdict=None, loc=None):
        self._record[name] = str(value)
        given = for_page({SAME.get(k, k): v for k, v in {**looks(), **(fontdict or {})}.items()})
        if loc is not None:
            given["loc"] = loc
        self._record.setdefault("looks", {})[name] = given
        return Words(self._record, name)

    setter.__name__ = f"set_{name}"
    return takes("Text")(setter)


def _scale(name):
    def setter(
        self,
        value,
        *,
        base=10,
        subs=None,
        nonpositive="clip",
        linthresh=2,
        linscale=1,
        functions=None,
    ):
        if value not in ("linear", "log", "symlog") or functions is not None:
            raise refusal(f"set_{name}({value!r})")
        if base != 10 or linscale != 1:
            raise refusal(f"set_{name}(base=..., linscale=...) of other numbers than 10 and 1")
        self._record[name] = value
        view = self._views[name[0]]
        view.scale, view.near = value, linthresh
        view.locator = view.formatter = view.minor = view.minor_formatter = None

    setter.__name__ = f"set_{name}"
    return takes(None, "nonpositive")(setter)


def _refused(what, instead):
    def method(self, *_, **__):
        raise refusal(what, instead)

    method.known = ()
    return method


class Axes(Draws):
    name = "rectilinear"

    def __init__(self, figure, place, spec=None, is_shown=True):
        self.figure, self.place, self._spec = figure, place, spec
        self._record, self.containers = {}, []
        self.spines = Spines()
        self.xaxis, self.yaxis = Axis(self, "x"), Axis(self, "y")
        self._first = self  # of two axes at one place
        self._share = None  # how much of its place a colour bar leaves
        self._views = {}
        for name in "xy":
            self.share(name, View(name))
        self.transAxes, self.transData = "axes fraction", "data"
        self.clear()
        if is_shown:
            figure._record["axes"].append(self._record)
        figure.axes.append(self)

    def share(self, name, view):
        """Its limits and ticks are those of a view, as those of other axes may be."""
        if name in self._views:
            self._views[name].axes.remove(self)
        self._views[name] = view
        view.axes.append(self)

    def _add(self, kind, label=None, made=Part, **values):
        part = made(kind=kind, **values)
        if label is not None and not str(label).startswith("_"):
            part["label"] = str(label)
        n = len(self._record["parts"])
        part.name = f"_child{n}" if label is None else str(label)
        part.axes = self
        for name, axis in zip("xy", "yx" if part.get("isSideways") else "xy"):
            if kind == "reading":
                break  # its names are of no axis
            values = part.get(name, ())
            for value in (
                values if isinstance(values, list) and values and isinstance(values[0], str) else ()
            ):
                self._views[axis].number(value)
        self._record["parts"].append(part)
        return part

    def _next(self, name="lines"):
        """The colour of the next line or, apart from those, of the next that has a face."""
        k, colours = self._taken.get(name, 0), self._own_cycle or _colours.cycle
        self._taken[name] = k + 1
        return colours[k % len(colours)]

    def _faces(self, part, color):
        """The colour that was given, or the next."""
        color = part.own.get("facecolor") if color is None else color
        part.own.setdefault("facecolor", self._next("faces") if color is None else color)
        if color is not None:
            part.own["facecolor"] = color if isinstance(color, (str, tuple)) else listed(color)
        return part

    def _unsaid(self, what):
        """What was requested and is drawn nowhere, which the page says below the picture."""
        self._record.setdefault("unsaid", []).append(what)

    def _bounds(self):
        """Left, bottom, width and height of the plot, as shares of the figure."""
        if isinstance(self.place, list):
            box = self.place
        else:
            box = self._first._spec.bounds() if self._first._spec else (0.125, 0.11, 0.775, 0.77)
        left, bottom, width, height = box
        if self._first._share:
            where, share = self._first._share
            if where == "width":
                width *= share
            else:
                bottom, height = bottom + height * (1 - share), height * share
        return left, bottom, width, height

    def get_position(self, original=False):
        """Where the aspect of the axes leaves them, in the middle of their place."""
        left, bottom, width, height = self._bounds()
        if self._aspect == "auto" or original:
            return Box(left, bottom, width, height)
        across, up = (abs(high - low) for low, high in (self._ends("x"), self._ends("y")))
        size = self.figure.get_size_inches()
        ratio = float(self._aspect * up / across * size[0] / size[1])
        wide, high = min(width, height / ratio), min(height, width * ratio)
        return Box(left + (width - wide) / 2, bottom + (height - high) / 2, wide, high)

    def set_position(self, pos, which="both"):
        self.place = [*getattr(pos, "bounds", pos)]

    def get_subplotspec(self):
        return self._spec

    def get_gridspec(self):
        return self._spec.grid

    def clear(self):
        self._record.clear()
        self._record.update(title="", xlabel="", ylabel="", parts=[])
        if rcParams["axes.grid"]:
            self._record["grid"] = True
        self.containers.clear()
        self._taken, self._is_tight, self._legend = {}, False, None
        self._aspect, self._patches, self._current_image, self.axison = "auto", [], None, True
        self._own_cycle = None
        self._margins, self._tick_size = {"x": None, "y": None}, {"x": None, "y": None}
        for view in self._views.values():
            if len(view.axes) == 1:
                view.clear()

    cla = clear

    # ------------------------------------------------------------------ the axes themselves

    set_title, set_xlabel, set_ylabel = map(_setter, ("title", "xlabel", "ylabel"))
    set_xscale, set_yscale = map(_scale, ("xscale", "yscale"))

    @takes(None, "auto")
    def set_xlim(self, left=None, right=None, emit=True, auto=False, *, xmin=None, xmax=None):
        return self._limit("x", limits_of(left, right, xmin, xmax))

    @takes(None, "auto")
    def set_ylim(self, bottom=None, top=None, emit=True, auto=False, *, ymin=None, ymax=None):
        return self._limit("y", limits_of(bottom, top, ymin, ymax))

    def _limit(self, name, given):
        view = self._views[name]
        if given != [None, None]:
            view.set(*[end if end is None else number(view.number(end)) for end in given])
        return self._ends(name)

    def _ends(self, name):
        return tuple(map(numpy.float64, self._views[name].limits()))

    def get_xlim(self):
        return self._ends("x")

    def get_ylim(self):
        return self._ends("y")

    def get_xbound(self):
        return tuple(sorted(self._ends("x")))

    def get_ybound(self):
        return tuple(sorted(self._ends("y")))

    def set_xbound(self, lower=None, upper=None):
        self.set_xlim(lower, upper)

    def set_ybound(self, lower=None, upper=None):
        self.set_ylim(lower, upper)

    def get_xscale(self):
        return self._views["x"].scale

    def get_yscale(self):
        return self._views["y"].scale

    def margins(self, *margins, x=None, y=None, tight=True):
        if not margins and x is None and y is None:
            shown = [self._margins[n] for n in "xy"]
            return tuple(
                rcParams[f"axes.{n}margin"] if m is None else m for n, m in zip("xy", shown)
            )
        x, y = (margins * 2)[:2] if margins else (x, y)
        for name, value in (("x", x), ("y", y)):
            if value is not None:
                self._margins[name] = float(value)
        return None

    margins.known = ["margins", "x", "y", "tight"]

    def set_xmargin(self, m):
        self._margins["x"] = float(m)

    def set_ymargin(self, m):
        self._margins["y"] = float(m)

    def relim(self, visible_only=False):
        for part in self._record["parts"]:
            part.reach.clear()
            if part.data and part["kind"] == "line":
                part.bounds.clear()

    @takes(None)
    def autoscale(self, enable=True, axis="both", tight=None):
        for name in "xy":
            if enable and axis in (name, "both"):
                self._views[name].lim = None
                self._margins[name] = 0.0 if tight else self._margins[name]

    autoscale_view = chosen("tight scalex scaley")

    # ------------------------------------------------------------------ ticks

    def _ticks(self, name, ticks, labels, minor):
        view = self._views[name]
        if minor:
            view.minor = view.minor if ticks is None else ticker.FixedLocator([*listed(ticks)])
            view.widen([] if ticks is None else numbers(ticks))
            if labels is not None:
                view.minor_formatter = ticker.FixedFormatter(labels)
            return
        if ticks is not None:
            if len(ticks) and any(isinstance(one, str) for one in listed(ticks)):
                ticks = [view.number(one) for one in listed(ticks)]
            view.locator = ticker.FixedLocator([*listed(ticks)])
            view.widen(numbers(ticks))
        if labels is not None:
            self._words(name, labels)

    def _words(self, name, labels):
        view = self._views[name]
        places = view.locator.locs if isinstance(view.locator, ticker.FixedLocator) else None
        labels = [
            getattr(one, "_text", None) or str(getattr(one, "_text", one)) for one in listed(labels)
        ]
        if places is not None and labels and len(places) != len(labels):
            raise ValueError(
                f"The number of FixedLocator locations ({len(places)}), usually from a call to "
                f"set_ticks, does not match the number of labels ({len(labels)})."
            )
        given = for_page({SAME.get(k, k): v for k, v in looks().items()})
        self._record.setdefault("looks", {})[f"{name}ticks"] = given
        if places is None:
            view.formatter = ticker.FixedFormatter(labels)
        else:  # each label stays at its place, whatever ticks follow
            words = dict(zip(map(float, places), labels))
            view.formatter = ticker.FuncFormatter(lambda x, pos=None: words.get(float(x), ""))
        return self._labels(name)

    @takes("Text")
    def set_xticks(self, ticks=None, labels=None, *, minor=False):
        self._ticks("x", ticks, labels, minor)

    @takes("Text")
    def set_yticks(self, ticks=None, labels=None, *, minor=False):
        self._ticks("y", ticks, labels, minor)

    @takes("Text", "minor")
    def set_xticklabels(self, labels, *, fontdict=None, minor=False):
        return self._words("x", labels)

    @takes("Text", "minor")
    def set_yticklabels(self, labels, *, fontdict=None, minor=False):
        return self._words("y", labels)

    def get_xticks(self, *, minor=False):
        return self._views["x"].minors() if minor else self._views["x"].ticks()

    def get_yticks(self, *, minor=False):
        return self._views["y"].minors() if minor else self._views["y"].ticks()

    def _labels(self, name, minor=False, which=None):
        view, which = self._views[name], which or ("minor" if minor else "major")
        if self._record.get(f"{name}bare"):
            return []
        texts = view.texts() if which != "minor" else []
        texts = [*texts, *(view.minor_texts() if which != "major" else [])]
        return [TickText(self, name, one) for one in texts]

    def get_xticklabels(self, minor=False, which=None):
        return self._labels("x", minor, which)

    def get_yticklabels(self, minor=False, which=None):
        return self._labels("y", minor, which)

    get_xmajorticklabels, get_ymajorticklabels = get_xticklabels, get_yticklabels

    @takes("Ticks")
    def tick_params(self, axis="both", labelsize=None, rotation=None, labelrotation=None):
        degrees = rotation if labelrotation is None else labelrotation
        hidden = [
            name for name in ("labelbottom", "labelleft") if looks().get(name) in (False, "off")
        ]
        for name in "xy" if axis == "both" else axis:
            if degrees is not None:
                self._record.setdefault("looks", {}).setdefault(f"{name}ticks", {})["rotation"] = (
                    float(degrees)
                )
            if {"x": "labelbottom", "y": "labelleft"}[name] in hidden:
                self._record[f"{name}bare"] = True
            if isinstance(labelsize, (int, float)):
                self._tick_size[name] = float(labelsize)
            shade = looks().get("labelcolor", looks().get("colors"))
            if shade is not None:
                record = self._record.setdefault("looks", {}).setdefault(f"{name}ticks", {})
                record.update(for_page({"color": shade}))

    def invert_xaxis(self):
        self._flip("x")

    def invert_yaxis(self):
        self._flip("y")

    def _flip(self, name):
        view = self._views[name]
        if view.lim is not None:
            view.lim = view.lim[::-1]
        view.is_flipped = not view.is_flipped

    def xaxis_inverted(self):
        return self.xaxis.get_inverted()

    def yaxis_inverted(self):
        return self.yaxis.get_inverted()

    def _twin(self, shared):
        twin = type(self)(self.figure, self.place, self._spec)
        twin._first = self._first
        twin.share(shared, self._views[shared])
        twin._record["isTwin"] = shared
        other, side = ("y", "right") if shared == "x" else ("x", "top")
        twin._record[f"{other}side"] = twin._record[f"{other}labelside"] = side
        twin._aspect = self._aspect
        return twin

    def twinx(self):
        return self._twin("x")

    def twiny(self):
        return self._twin("y")

    def sharex(self, other):
        self.share("x", other._views["x"])

    def sharey(self, other):
        self.share("y", other._views["y"])

    inset_axes = _refused("inset_axes()", "draw it in axes of its own, as of plt.subplots(1, 2)")
    secondary_xaxis = _refused(
        "secondary_xaxis()", "write its numbers with set_xticks(..., labels)"
    )
    secondary_yaxis = _refused(
        "secondary_yaxis()", "write its numbers with set_yticks(..., labels)"
    )

    # ------------------------------------------------------------------ legends

    @takes("Legend", "handler_map bbox_transform")
    def legend(self, *args, handles=None, labels=None, handler_map=None, bbox_transform=None):
        if len(args) > 1:
            handles, labels = args[:2]
        elif args:
            labels = args[0]
        given = handles
        parts = self._record["parts"] if handles is None else handles
        parts = [part._record if isinstance(part, (Bars, Container)) else part for part in parts]
        parts = [
            part[0] if isinstance(part, (list, tuple)) and is_handle(part) else part
            for part in parts
        ]
        if not all(is_handle(part) for part in parts):
            raise refusal("legend(handles=...) of what is not drawn")
        for patch in [part for part in parts if isinstance(part, Patch)]:
            self._add("legend entry", patch.label)
        own = [part for part in parts if isinstance(part, Part)]
        if labels is not None:
            labels = [labels] if isinstance(labels, str) else [*map(str, labels)]
            labelled = [p for p in own if p["kind"] in _IN_LEGENDS and not p.get("isUnread")]
            for part, label in zip(labelled if given is None else own, labels):
                if given is None or part.axes is self:
                    part["label"] = label
            pairs = [*zip(labelled if given is None else parts, labels)]
        elif given is not None:
            pairs = [(part, part.get_label()) for part in parts]
        else:
            pairs = [*zip(*self.get_legend_handles_labels())]
        entries = [entry_of(part, label) for part, label in pairs if not str(label).startswith("_")]
        self._legend = Legend(self, entries, looks())
        self._legend._handles = [part for part, _ in pairs]
        self._record["legend"] = self._legend._record
        return self._legend

    def get_legend(self):
        return self._legend

    legend_ = property(get_legend)

    def get_legend_handles_labels(self, legend_handler_map=None):
        """Lines first, then faces, then points, then what is several."""
        of = {"line": 0, "vline": 0, "hline": 0, "bars": 3, "shape": 2}
        wholes = {id(one._record): one for one in self.containers}
        named = [part for part in self._record["parts"] if "label" in part and part.axes is self]
        named = [p for p in named if p["kind"] not in ("legend entry", "reading")]
        named = [p for p in named if not p["label"].startswith("_")]

        def rank(part):
            if id(part) in wholes:
                return 3
            return 1 if part.get("span") or part.get("isShape") else of.get(part["kind"], 2)

        named.sort(key=rank)
        handles = [wholes.get(id(part), part) for part in named]
        labels = [part["label"] for part in named]
        for bars in self.containers:
            own = bars._record.labels if isinstance(bars, Bars) else None
            labels = [*(own or []), *labels]
            handles = [*(bars if own else []), *handles]
        return handles, labels

    # ------------------------------------------------------------------ what is on them

    def _of(self, *kinds):
        shown = [part for part in self._record["parts"] if part["kind"] in kinds]
        return [part for part in shown if not part.get("isEnd")]

    @property
    def lines(self):
        kinds = [p for p in self._of("line", "stems", "vline", "hline") if not p.get("isShape")]
        kinds = [p for p in kinds if not p.get("isPieces")]
        return [part for part in kinds if not part.get("span") and part.get("label") != "_spread"]

    def get_lines(self):
        return self.lines

    @property
    def patches(self):
        bars = [bar for one in self.containers if isinstance(one, Bars) for bar in one]
        own = [p for p in self._record["parts"] if p.get("span") or p.get("isPatch")]
        return bars + self._patches + own

    @property
    def collections(self):
        kinds = self._of("points", "band", "contour", "shape", "arrows", "stems", "line")
        kinds = [p for p in kinds if p["kind"] != "line" or p.get("isPieces")]
        return [part for part in kinds if not part.get("isPatch")]

    @property
    def texts(self):
        return self._of("text")

    @property
    def images(self):
        return self._of("image", "picture")

    def get_images(self):
        return self.images

    @property
    def artists(self):
        return []

    def get_children(self):
        return [*self._record["parts"]]

    def has_data(self):
        return bool(self._record["parts"])

    def _gci(self):
        return self._current_image

    @takes("Line2DGrid")
    def grid(self, visible=None, which="major", axis="both"):
        visible = (looks() != {} or not self._record.get("grid")) if visible is None else visible
        if which not in ("major", "minor", "both"):
            raise ValueError(
                f"{which!r} is not a valid value for which; supported values are 'major', 'minor', "
                "'both'"
            )
        if visible:
            own = for_page({SAME.get(k, k): v for k, v in looks().items()})
            names = {"major": ["grid"], "minor": ["minorGrid"], "both": ["grid", "minorGrid"]}
            self._record.setdefault("looks", {}).update(dict.fromkeys(names[which], own))
        if which != "major":
            self._record["minorGrid"] = axis if visible else None
        if which == "minor":
            return
        self._record["grid"] = bool(visible)
        self._record["gridAxis"] = axis

    @takes(None, "adjustable anchor share")
    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        value = aspect if aspect in ("auto", "equal") else float(aspect)
        self._aspect = 1.0 if value == "equal" else value

    set_aspect.known.add("adjustable")

    def get_aspect(self):
        return self._aspect

    def set(self, **kwargs):
        for name, value in kwargs.items():
            if not hasattr(Axes, "set_" + name):
                raise AttributeError(f"Axes.set() got an unexpected keyword argument {name!r}")
            getattr(self, "set_" + name)(value)

    @takes(None)
    def axis(self, what=None, *, emit=True, xmin=None, xmax=None, ymin=None, ymax=None):
        if isinstance(what, str) or what in (None, True, False):
            if what in ("equal", "square", "scaled", "image"):
                self.set_aspect("equal")
            elif what in ("off", False):
                self.set_axis_off()
            elif what in ("on", True):
                self.set_axis_on()
            elif what not in ("auto", "tight", None):
                raise ValueError(f"Unrecognized string {what!r} to axis; try 'on' or 'off'")
            if what == "square":
                low, high = (sorted(self._views[n].limits()) for n in "xy")
                side = max(low[1] - low[0], high[1] - high[0])
                self.set_xlim(low[0], low[0] + side)
                self.set_ylim(high[0], high[0] + side)
            if (xmin, xmax) != (None, None):
                self.set_xlim(xmin, xmax)
            if (ymin, ymax) != (None, None):
                self.set_ylim(ymin, ymax)
        else:
            self.set_xlim(what[:2])
            self.set_ylim(what[2:])
        return (*self._ends("x"), *self._ends("y"))

    def set_axis_off(self):
        self.axison, self._record["isOff"] = False, True

    def set_axis_on(self):
        self.axison, self._record["isOff"] = True, False

    def set_frame_on(self, b):
        for edge in self.spines:
            self.spines[edge].set_visible(b)

    def set_visible(self, b):
        self._record["isHidden"] = not b

    def label_outer(self):
        if self._spec:
            if not self._spec.is_last_row():
                self._record["xbare"] = True
                self._record["xlabel"] = ""
            if not self._spec.is_first_col():
                self._record["ybare"] = True
                self._record["ylabel"] = ""

    def minorticks_on(self):
        for view in self._views.values():
            is_log = view.scale == "log"
            view.minor = ticker.LogLocator(subs=None) if is_log else ticker.AutoMinorLocator()

    def minorticks_off(self):
        for view in self._views.values():
            view.minor = ticker.NullLocator()

    set_facecolor = chosen("color")

    def set_axisbelow(self, b):
        self._record["isBelow"] = b is True

    set_box_aspect, set_zorder, set_anchor = map(chosen, ("aspect", "level", "anchor"))
    set_adjustable, set_rasterized, set_alpha = map(chosen, ("adjustable", "rasterized", "alpha"))

    def set_prop_cycle(self, *args, color=None, **others):
        if others or args and not hasattr(args[0], "by_key") and args[0] not in ("color", None):
            raise refusal("set_prop_cycle() of other things than colours")
        if color is None and args and args[0] is not None:
            color = args[1] if args[0] == "color" else args[0].by_key()["color"]
        self._own_cycle = [*color] if color is not None else None
        self._taken = {}

    set_prop_cycle.known = ("color",)

    def ticklabel_format(
        self,
        *,
        axis="both",
        style=None,
        scilimits=None,
        useOffset=None,
        useLocale=None,
        useMathText=None,
    ):
        for name in "xy" if axis == "both" else axis:
            formatter = self._views[name].format()
            if not isinstance(formatter, ticker.ScalarFormatter):
                raise AttributeError("This method only works with the ScalarFormatter")
            if style in ("plain", "sci", "scientific"):
                formatter.set_scientific(style != "plain")
            if scilimits is not None:
                formatter.set_powerlimits(scilimits)
            if useOffset is not None:
                formatter.set_useOffset(useOffset)

    ticklabel_format.known = "axis style scilimits useOffset useLocale useMathText".split()

    def locator_params(self, axis="both", tight=None, **kwargs):
        for name in "xy" if axis == "both" else axis:
            view = self._views[name]
            view.locator = view.major()
            view.locator.set_params(**kwargs)

    locator_params.known = "axis tight nbins".split()

    @property
    def title(self):
        return Words(self._record, "title")

    def get_title(self, loc="center"):
        return self._record["title"]

    def get_xlabel(self):
        return self._record["xlabel"]

    def get_ylabel(self):
        return self._record["ylabel"]

    def get_figure(self):
        return self.figure

    def get_visible(self):
        return not self._record.get("isHidden")

    def remove(self):
        self.figure.delaxes(self)

    def seal(self):
        """What the page draws, in numbers: limits, ticks and looks."""
        record = self._record
        for part in record["parts"]:
            part.seal()
        if self._legend is None and self._first is self:  # a name that nothing shows would be lost
            named = [*zip(*self.get_legend_handles_labels())]
            named = [one for one in named if getattr(one[0], "_record", one[0])["kind"] != "shape"]
            if len(named) > 1:
                record["legend"] = {"entries": [entry_of(*one) for one in named]}
        record["view"] = {name: self._views[name].shown() for name in "xy"}
        box, size = self._bounds(), self.figure.get_size_inches()
        record["shape"] = float(box[3] * size[1] / (box[2] * size[0]))
        record["equal"] = None if self._aspect == "auto" else float(self._aspect)
        spines = self.spines
        record["spines"] = {
            "hidden": sorted(spines.hidden),
            "places": spines.places,
            "colours": spines.colours,
        }

    def __getattr__(self, name):
        raise lacking("matplotlib.axes.Axes", name)


class TickText(Look):
    """A text at a tick: its looks are those of all of the axis."""

    def __init__(self, axes, name, text):
        super().__init__("Text", text)
        self._axes, self._name = axes, name

    def __getattr__(self, name):
        made = super().__getattr__(name)
        what = SAME.get(name[4:], name[4:])
        if name.startswith("set_") and what in ("rotation", "ha", "fontsize", "color"):
            record = self._axes._record.setdefault("looks", {}).setdefault(f"{self._name}ticks", {})
            return lambda value: record.update(for_page({what: value}))
        return made

    def __repr__(self):
        return f"Text(0, 0, {self._text!r})"
