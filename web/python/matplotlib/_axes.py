"""What is drawn on one pair of axes, as a record of numbers and texts."""

import math

from matplotlib._arguments import lacking, refusal, takes
from matplotlib._charts import Charts, ends, spread
from matplotlib._colours import colours_of, in_format
from matplotlib._looks import Axis, Look, Spines, chosen, of_data
from matplotlib._numbers import edges_of, flat, matrix, number, numbers, shape_of
from matplotlib._parts import Bars, Image, Part, limits_of, look_of, series_of, stepped
from matplotlib._settings import rcParams
from matplotlib.colors import Normalize, known
from matplotlib.patches import Patch

_IN_LEGENDS = ("line", "bars", "points", "stems", "band")
_POINTS = 350  # of the side of a picture, about: what texts and arrows are apart by


def _setter(name):
    def setter(self, value, fontdict=None, loc=None):
        self._record[name] = str(value)

    setter.__name__ = f"set_{name}"
    return takes("Text")(setter)


def _scale(name):
    def setter(self, value, *, base=10, subs=None, nonpositive="clip"):
        if value not in ("linear", "log"):
            raise refusal(f"set_{name}({value!r})")
        self._record[name] = value

    setter.__name__ = f"set_{name}"
    return takes(None, "nonpositive")(setter)


class Axes(Charts):
    def __init__(self, figure, place):
        self.figure, self.place = figure, place
        self._record, self.containers = {}, []
        self.spines = Spines()
        self.xaxis, self.yaxis = Axis(self, "x"), Axis(self, "y")
        self._first = self  # of two axes at one place
        self.transAxes, self.transData = "axes fraction", "data"
        self.clear()
        figure._record["axes"].append(self._record)
        figure.axes.append(self)

    def _add(self, kind, label=None, **values):
        part = Part(kind=kind, **values)
        if label is not None and not str(label).startswith("_"):
            part["label"] = str(label)
        self._record["parts"].append(part)
        return part

    def _unsaid(self, what):
        """What was requested and is drawn nowhere, which the page says below the picture."""
        self._record.setdefault("unsaid", []).append(what)

    def clear(self):
        self._record.clear()
        self._record.update(title="", xlabel="", ylabel="", parts=[])
        self.containers.clear()

    cla = clear

    # ------------------------------------------------------------------ images

    @takes("AxesImage")
    def imshow(
        self,
        X,
        cmap=None,
        norm=None,
        aspect=None,
        interpolation=None,
        alpha=None,
        vmin=None,
        vmax=None,
        origin=None,
        extent=None,
        label=None,
    ):
        if norm is not None:
            if not isinstance(norm, Normalize):
                raise refusal(f"imshow(norm={type(norm).__name__}(...))")
            if vmin is not None or vmax is not None:
                raise ValueError(
                    "Passing a Normalize instance simultaneously with vmin/vmax is not supported.  "
                    "Please pass vmin/vmax directly to the norm when creating it."
                )
            vmin, vmax = norm.vmin, norm.vmax
        cmap, origin = cmap or rcParams.get("image.cmap"), origin or rcParams.get("image.origin")
        if origin not in (None, "upper", "lower"):
            raise ValueError(
                f"{origin!r} is not a valid value for origin; supported values are 'upper', 'lower'"
            )
        name = getattr(cmap, "name", cmap)
        if isinstance(cmap, str):
            known(cmap)
        part = self._add(
            "image",
            rows=matrix(X),
            cmap=name,
            vmin=None if vmin is None else number(vmin),
            vmax=None if vmax is None else number(vmax),
            origin=origin or "upper",
            aspect=aspect if aspect in (None, "auto", "equal") else float(aspect),
        )
        if extent is not None:
            part["extent"] = numbers(extent)
        image = Image(self, part)
        self.figure._last_image = image
        return image

    def matshow(self, Z, **kwargs):
        return self.imshow(Z, **kwargs)

    def _heights(self, name, args, given):
        if len(args) not in (1, 2, 3, 4):
            raise TypeError(
                f"{name} takes from 1 to 4 positional arguments but {len(args)} were given"
            )
        heights = args[0 if len(args) < 3 else 2]
        rows = matrix(heights)
        extent = None
        if len(args) > 2:
            extent = edges_of(*args[:2], len(rows), len(rows[0]), f"{name}()")
        images = [part for part in self._record["parts"] if part["kind"] == "image"]
        if name == "contour" and images:  # lines over heights, which are drawn
            return Image(self, images[-1])
        return self.imshow(rows, origin="lower", extent=extent, **given)

    @takes("Contour", "origin extent extend locator data hatches corner_mask nchunk")
    def contourf(self, *args, levels=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None):
        """The heights themselves: the page draws them as an image, without the lines."""
        look = {"cmap": cmap, "norm": norm, "vmin": vmin, "vmax": vmax}
        return self._heights("contourf", args, look)

    @takes("Contour", "origin extent extend locator data hatches corner_mask nchunk")
    def contour(self, *args, levels=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None):
        self._unsaid("lines of a contour, whose heights are a map")
        look = {"cmap": cmap, "norm": norm, "vmin": vmin, "vmax": vmax}
        return self._heights("contour", args, look)

    @takes("ContourLabels")
    def clabel(self, CS, levels=None):
        self._unsaid("heights written on the lines of a contour")

    @takes("QuadMesh", "label data")
    def pcolormesh(
        self,
        *args,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        shading=None,
        label=None,
        data=None,
    ):
        if len(args) not in (1, 3):
            raise TypeError(
                f"pcolormesh() takes 1 or 3 positional arguments but {len(args)} were given"
            )
        rows = matrix(args[-1])
        extent = [0, len(rows[0]) if rows else 0, 0, len(rows)]
        is_counted = len(args) == 1
        if not is_counted:
            extent = edges_of(*args[:2], len(rows), len(rows[0]), "pcolormesh()")
        look = {"cmap": cmap, "norm": norm, "vmin": vmin, "vmax": vmax}
        image = self.imshow(rows, origin="lower", extent=extent, **look)
        image._record["isCounted"] = is_counted
        return image

    pcolor = pcolormesh

    # ------------------------------------------------------------------ curves and points

    @takes("Line2D", "scalex scaley data")
    def plot(
        self,
        *args,
        label=None,
        color=None,
        linestyle=None,
        marker=None,
        drawstyle="default",
        scalex=True,
        scaley=True,
        data=None,
    ):
        style = {"linestyle": linestyle, "marker": marker, "colour": colours_of(color)}
        made = []
        for k, (x, y, form) in enumerate(series_of(args)):
            if drawstyle not in ("default", None):
                x, y = stepped(x, y, {"steps": "pre"}.get(drawstyle, drawstyle[6:]))
            name = label[k] if isinstance(label, (list, tuple)) else label
            made.append(self._add("line", name, x=x, y=y, **look_of(form, style)))
        return made

    def step(self, x, y, *args, where="pre", **kwargs):
        return self.plot(x, y, *args, drawstyle=f"steps-{where}", **kwargs)

    def semilogy(self, *args, **kwargs):
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def semilogx(self, *args, **kwargs):
        self.set_xscale("log")
        return self.plot(*args, **kwargs)

    def loglog(self, *args, **kwargs):
        self.set_xscale("log")
        return self.semilogy(*args, **kwargs)

    @takes("Line2D", "uplims lolims xuplims xlolims errorevery data")
    def errorbar(
        self,
        x,
        y,
        yerr=None,
        xerr=None,
        fmt="",
        ecolor=None,
        elinewidth=None,
        capsize=None,
        barsabove=False,
        lolims=False,
        uplims=False,
        xlolims=False,
        xuplims=False,
        errorevery=1,
        capthick=None,
        *,
        data=None,
        color=None,
        label=None,
        linestyle=None,
        marker=None,
    ):
        look = {"color": color, "label": label, "linestyle": linestyle, "marker": marker}
        form = "" if fmt.lower() == "none" else fmt
        (part,) = self.plot(x, y, *([form] if form else []), **look)
        if fmt.lower() == "none":
            part["isBare"] = True
        if yerr is not None:
            spread(part, yerr)
        if xerr is not None:  # a stroke for each point, with a gap behind it
            rows = zip(*ends(part["x"], xerr), part["y"])
            strokes = [place for low, high, y in rows for place in ((low, y), (high, y), (None, y))]
            places = {"x": [at for at, _ in strokes], "y": [y for _, y in strokes]}
            self._add("line", "spread along x", **places, isMark=True)
        return part

    @takes("Line2D", "bottom data use_line_collection")
    def stem(
        self,
        *args,
        linefmt=None,
        markerfmt=None,
        basefmt=None,
        bottom=0,
        label=None,
        use_line_collection=None,
        orientation="vertical",
        data=None,
    ):
        if orientation != "vertical":
            raise refusal("stem(orientation=...)")
        args = [one for one in args if not isinstance(one, str)]
        (part,) = self.plot(*args, label=label, color=in_format(linefmt or ""))
        part["kind"] = "stems"
        return part

    @takes("PathCollection", "data")
    def scatter(
        self,
        x,
        y,
        s=None,
        c=None,
        marker=None,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        linewidths=None,
        *,
        edgecolors=None,
        plotnonfinite=False,
        data=None,
        color=None,
        label=None,
    ):
        if norm is not None:
            if not isinstance(norm, Normalize):
                raise refusal(f"scatter(norm={type(norm).__name__}(...))")
            vmin, vmax = norm.vmin, norm.vmax
        x, y = numbers(flat(x)), numbers(flat(y))
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        colour = colours_of(color if c is None else c, len(x))
        values = numbers(flat(c)) if colour is None and c is not None else None
        many = colour if isinstance(colour, list) else values
        if many is not None and len(many) != len(x):
            raise ValueError(
                f"'c' argument has {len(many)} elements, which is inconsistent "
                f"with 'x' and 'y' with size {len(x)}."
            )
        limits = {"vmin": vmin, "vmax": vmax}
        part = self._add("points", label, x=x, y=y, colour=colour, values=values, **limits)
        if values is not None:
            self.figure._last_image = part
        return part

    @takes("PolyCollection", "step data")
    def fill_between(
        self,
        x,
        y1,
        y2=0,
        where=None,
        interpolate=False,
        step=None,
        *,
        data=None,
        label=None,
        color=None,
    ):
        x, y1, y2 = numbers(x), numbers(y1), numbers(y2)
        y1, y2 = (y * len(x) if len(y) == 1 else y for y in (y1, y2))
        if where is not None:
            shown = [bool(one) for one in flat(where)]
            if len(shown) != len(x):
                raise ValueError(f"where size ({len(shown)}) does not match 'x' size ({len(x)})")
            y1 = [y if is_shown else None for y, is_shown in zip(y1, shown)]
        return self._add("band", label, x=x, low=y1, high=y2, colour=colours_of(color))

    def _segments(self, ends, label, color):
        """Pieces of one line, with a gap after each."""
        if isinstance(colour := colours_of(color), list):
            raise refusal("vlines() and hlines() of several colours")
        x = [v for (a, _), (b, _) in ends for v in (a, b, None)]
        y = [v for (_, a), (_, b) in ends for v in (a, b, None)]
        return self._add("line", label, x=x, y=y, colour=colour)

    def _pieces(self, at, low, high):
        at, low, high = (numbers(flat(one)) for one in (at, low, high))
        n = max(map(len, (at, low, high)))
        return zip(*(one * n if len(one) == 1 else one for one in (at, low, high)))

    @takes("Line2D", "data")
    def vlines(
        self, x, ymin, ymax, colors=None, linestyles="solid", label="", *, color=None, data=None
    ):
        ends = [((a, b), (a, c)) for a, b, c in self._pieces(x, ymin, ymax)]
        return self._segments(ends, label or None, colors or color)

    @takes("Line2D", "data")
    def hlines(
        self, y, xmin, xmax, colors=None, linestyles="solid", label="", *, color=None, data=None
    ):
        ends = [((b, a), (c, a)) for a, b, c in self._pieces(y, xmin, xmax)]
        return self._segments(ends, label or None, colors or color)

    # ------------------------------------------------------------------ arrows and words

    @takes("FancyArrow")
    def arrow(self, x, y, dx, dy, *, label=None, color=None):
        x, y, dx, dy = map(float, (x, y, dx, dy))
        return self._add(
            "arrows", label, x=[x, x + dx], y=[y, y + dy], colour=colours_of(color), heads="end"
        )

    @takes("Quiver", "pivot cmap norm data")
    def quiver(
        self,
        *args,
        units="width",
        angles="uv",
        scale=None,
        scale_units=None,
        pivot="tail",
        cmap=None,
        norm=None,
        color=None,
        data=None,
        label=None,
    ):
        if len(args) not in (2, 3, 4, 5):
            raise TypeError(
                f"quiver() takes from 2 to 5 positional arguments but {len(args)} were given"
            )
        coloured = len(args) in (3, 5)
        if isinstance(colours_of(color), list):
            raise refusal("quiver(color=...) of several colours")
        args, rows = args[: len(args) - coloured], None
        u, v = (numbers(flat(one)) for one in args[-2:])
        shape = shape_of(args[-1])
        if len(args) == 2:
            columns = shape[-1]
            rows = [k // columns if len(shape) > 1 else k for k in range(len(u))]
            x, y = [k % columns for k in range(len(u))], rows
        else:
            x, y = (numbers(flat(one)) for one in args[:2])
            if len(shape) == 2 and len(x) == shape[1] and len(y) == shape[0] != len(u):
                x, y = x * shape[0], [at for at in y for _ in range(shape[1])]
        if not len(x) == len(y) == len(u) == len(v):
            raise ValueError(f"quiver() of {len(x)}, {len(y)}, {len(u)} and {len(v)} numbers")
        if coloured:
            self._unsaid("colours of arrows")
        if scale is None:
            lengths = [math.hypot(a, b) for a, b in zip(u, v)] or [0]
            across = max(max(x) - min(x), max(y) - min(y)) if x else 0
            mean = sum(lengths) / len(lengths)
            if scale_units is None and mean:
                scale = 1.8 * mean * max(10, math.sqrt(len(u))) / (across or 1)
        elif scale_units not in ("xy", "x", "y"):
            raise refusal("quiver(scale=...) without scale_units='xy'")
        scale = scale or 1
        ends_x = [at for a, b in zip(x, u) for at in (a, a + b / scale)]
        ends_y = [at for a, b in zip(y, v) for at in (a, a + b / scale)]
        colour = colours_of(color)
        return self._add("arrows", label, x=ends_x, y=ends_y, colour=colour, heads="end")

    @takes("Text")
    def text(self, x, y, s, fontdict=None, *, transform=None, ha=None, horizontalalignment=None):
        looks = {**(fontdict or {}), "ha": ha or horizontalalignment or (fontdict or {}).get("ha")}
        is_share = not of_data(transform, self, "text(transform=...)")
        x, y = numbers([x])[0], numbers([y])[0]
        return self._add(
            "text", x=x, y=y, text=str(s), isShare=is_share, align=looks["ha"] or "left"
        )

    @takes("Annotation", "annotation_clip")
    def annotate(
        self,
        text,
        xy,
        xytext=None,
        xycoords="data",
        textcoords=None,
        arrowprops=None,
        annotation_clip=None,
        *,
        ha=None,
        horizontalalignment=None,
    ):
        is_share = not of_data(xycoords, self, "annotate(xycoords=...)")
        part = {"text": str(text), "align": ha or horizontalalignment or "left"}
        to = numbers(xy)
        beside = str(textcoords) in ("offset points", "offset pixels")
        part.update(isShare=is_share, x=to[0], y=to[1])
        if xytext is not None and beside:
            part["beside"] = [step / _POINTS for step in numbers(xytext)]
        elif xytext is not None:
            is_share = not of_data(textcoords or xycoords, self, "annotate(textcoords=...)")
            x, y = numbers(xytext)
            part.update(isShare=is_share, x=x, y=y)
        if arrowprops is not None and xytext is not None:
            style = str(arrowprops.get("arrowstyle", "->"))
            heads = [style.startswith("<"), style.split(",")[0].endswith((">", "fancy", "simple"))]
            part["heads"] = {(True, True): "both", (True, False): "start"}.get(
                tuple(heads), "end" if heads[1] else "none"
            )
            part["to"] = [*to, not of_data(xycoords, self, "annotate(xycoords=...)")]
        return self._add("text", **part)

    # ------------------------------------------------------------------ rules

    @takes("Line2D", "ymin ymax marker")
    def axvline(self, x=0, ymin=0, ymax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._add("vline", label, at=number(x))

    @takes("Line2D", "xmin xmax marker")
    def axhline(self, y=0, xmin=0, xmax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._add("hline", label, at=number(y))

    @takes("Rectangle", "ymin ymax")
    def axvspan(self, xmin, xmax, ymin=0, ymax=1, *, label=None, color=None):
        """From one line to another, of which the first has the name."""
        self.axvline(xmin, label=label)
        return self.axvline(xmax)

    @takes("Rectangle", "xmin xmax")
    def axhspan(self, ymin, ymax, xmin=0, xmax=1, *, label=None, color=None):
        self.axhline(ymin, label=label)
        return self.axhline(ymax)

    def add_patch(self, patch):
        """The outline of a rectangle or a circle, as a line."""
        ends = patch.outline()
        self._add("line", patch.label, x=ends[0], y=ends[1], colour=patch.colour)
        return patch

    add_artist = add_patch

    # ------------------------------------------------------------------ the axes themselves

    set_title, set_xlabel, set_ylabel = map(_setter, ("title", "xlabel", "ylabel"))
    set_xscale, set_yscale = map(_scale, ("xscale", "yscale"))

    @takes(None, "auto")
    def set_xlim(self, left=None, right=None, emit=True, auto=False, *, xmin=None, xmax=None):
        return self._limit("xlim", limits_of(left, right, xmin, xmax))

    @takes(None, "auto")
    def set_ylim(self, bottom=None, top=None, emit=True, auto=False, *, ymin=None, ymax=None):
        return self._limit("ylim", limits_of(bottom, top, ymin, ymax))

    def _limit(self, name, given):
        before = self._record.get(name, [None, None])
        ends = [b if a is None else number(a) for a, b in zip(given, before)]
        if ends != [None, None]:
            self._record[name] = ends
        return tuple(ends)

    def _ticks(self, name, ticks, labels):
        if ticks is not None:
            self._record[f"{name}ticks"] = numbers(ticks)
            self._record.pop(f"{name}ticklabels", None)
        if labels is not None:
            self._words(name, labels)

    def _words(self, name, labels):
        places, labels = self._record.get(f"{name}ticks"), [*map(str, labels)]
        if places is not None and labels and len(places) != len(labels):
            raise ValueError(
                f"The number of FixedLocator locations ({len(places)}), usually from a call to "
                f"set_ticks, does not match the number of labels ({len(labels)})."
            )
        self._record[f"{name}ticklabels"] = labels

    @takes("Text", "minor")
    def set_xticks(self, ticks=None, labels=None, *, minor=False):
        self._ticks("x", ticks, labels)

    @takes("Text", "minor")
    def set_yticks(self, ticks=None, labels=None, *, minor=False):
        self._ticks("y", ticks, labels)

    @takes("Text", "minor")
    def set_xticklabels(self, labels, *, fontdict=None, minor=False):
        self._words("x", labels)

    @takes("Text", "minor")
    def set_yticklabels(self, labels, *, fontdict=None, minor=False):
        self._words("y", labels)

    def get_xticklabels(self):
        return [Look("Text", one) for one in self._record.get("xticklabels", [""])]

    def get_yticklabels(self):
        return [Look("Text", one) for one in self._record.get("yticklabels", [""])]

    @takes("Legend", "handler_map bbox_transform")
    def legend(self, *args, handles=None, labels=None, handler_map=None, bbox_transform=None):
        if len(args) > 1:
            handles, labels = args
        elif args:
            labels = args[0]
        parts = self._record["parts"] if handles is None else handles
        parts = [part._record if isinstance(part, Bars) else part for part in parts]
        parts = [part[0] if isinstance(part, list) and len(part) == 1 else part for part in parts]
        if not all(isinstance(part, (Part, Patch)) for part in parts):
            raise refusal("legend(handles=...) of what is not drawn")
        for patch in [part for part in parts if isinstance(part, Patch)]:
            self._add("legend entry", patch.label)
        parts = [part for part in parts if isinstance(part, Part)]
        if labels is not None:
            labelled = [p for p in parts if p["kind"] in _IN_LEGENDS]
            for part, label in zip(labelled, labels):
                part["label"] = str(label)
        self._record["legend"] = True

    def get_legend_handles_labels(self):
        named = [part for part in self._record["parts"] if "label" in part]
        return named, [part["label"] for part in named]

    @property
    def lines(self):
        return [part for part in self._record["parts"] if part["kind"] == "line"]

    @property
    def patches(self):
        return [bar for bars in self.containers for bar in bars]

    @takes("Line2DGrid")
    def grid(self, visible=True, which="major", axis="both"):
        self._record["grid"] = bool(visible)

    @takes(None, "adjustable anchor share")
    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        value = aspect if aspect in ("auto", "equal") else float(aspect)
        self._record["aspect"] = value

    def set(self, **kwargs):
        for name, value in kwargs.items():
            if not hasattr(Axes, "set_" + name):
                raise AttributeError(f"Axes.set() got an unexpected keyword argument {name!r}")
            getattr(self, "set_" + name)(value)

    @takes(None, "emit")
    def axis(self, what=None, *, emit=True):
        if isinstance(what, str) or what in (None, True, False):
            if what in ("equal", "square", "scaled"):
                self.set_aspect("equal")
            elif what not in ("off", "on", "auto", "tight", "image", None, True, False):
                raise ValueError(f"Unrecognized string {what!r} to axis; try 'on' or 'off'")
        else:
            self.set_xlim(what[:2])
            self.set_ylim(what[2:])

    @takes("Ticks")
    def tick_params(self, axis="both"):
        pass

    def invert_xaxis(self):
        self._record["isReversed"] = not self._record.get("isReversed")

    def invert_yaxis(self):
        self._record["isInverted"] = not self._record.get("isInverted")

    def twinx(self):
        twin = Axes(self.figure, self.place)
        twin._first = self
        twin._unsaid("two heights in one picture: the second is a picture of its own")
        return twin

    set_axis_off = set_axis_on = minorticks_on = minorticks_off = label_outer = chosen("")
    margins, autoscale, relim = map(chosen, ("x y tight", "enable axis tight", "visible_only"))
    set_facecolor, set_axisbelow, set_frame_on = map(chosen, ("color", "b", "b"))
    set_box_aspect, set_zorder = map(chosen, ("aspect", "level"))
    ticklabel_format = chosen("axis style scilimits useOffset useLocale useMathText")
    locator_params = chosen("axis tight nbins")

    def get_title(self):
        return self._record["title"]

    def get_xlabel(self):
        return self._record["xlabel"]

    def get_ylabel(self):
        return self._record["ylabel"]

    def get_figure(self):
        return self.figure

    def __getattr__(self, name):
        raise lacking("matplotlib.axes.Axes", name)
