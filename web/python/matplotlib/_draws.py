"""Images, curves, points, arrows and words on axes."""

import math

import numpy
from matplotlib import ticker
from matplotlib._arguments import looking, looks, refusal, takes
from matplotlib._charts import Charts, ends, spread
from matplotlib._colours import each, is_colours, rgba, shades
from matplotlib._looks import for_page, of_data
from matplotlib._numbers import edges_of, flat, listed, matrix, number, numbers, shape_of
from matplotlib._parts import (
    Container,
    Contours,
    Image,
    Part,
    form_of,
    series_of,
    stepped,
)
from matplotlib._settings import rcParams
from matplotlib.colors import ListedColormap, Normalize, known
from matplotlib.patches import FancyArrowPatch


def _contours(name, is_filled):
    def contours(
        self,
        *args,
        levels=None,
        colors=None,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        origin=None,
    ):
        made = self._heights(name, args, cmap, norm, vmin, vmax, levels, colors, is_filled)
        made.take({"alpha": alpha})
        return made

    contours.__name__ = contours.__qualname__ = name
    return takes("Contour", "extent extend locator data hatches corner_mask nchunk")(contours)


class Draws(Charts):
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
        cmap, origin = cmap or rcParams["image.cmap"], origin or rcParams["image.origin"]
        if origin not in ("upper", "lower"):
            raise ValueError(
                f"{origin!r} is not a valid value for origin; supported values are 'upper', 'lower'"
            )
        if isinstance(cmap, str):
            known(cmap)
        if interpolation not in (None, *_SHARP, *_SMOOTH):
            names = ", ".join(map(repr, (*_SHARP, *_SMOOTH)))
            raise ValueError(
                f"{interpolation!r} is not a valid value for interpolation; supported values are "
                + names
            )
        shape = shape_of(X)
        if len(shape) == 3 and shape[2] == 1:
            X = [[cell[0] for cell in row] for row in listed(X)]
        is_picture = len(shape) == 3 and shape[2] in (3, 4)
        image = self._add("picture" if is_picture else "image", made=Image, origin=origin)
        aspect = aspect if aspect in (None, "auto", "equal") else float(aspect)
        image["rows"] = _pixels(X) if is_picture else matrix(X)
        image.take({"alpha": alpha})
        image["smooth"] = interpolation in _SMOOTH
        if is_picture:
            image["channels"] = shape[2]
        if is_picture:
            image.values = numpy.asarray(listed(X))
        else:
            values = numpy.asarray(listed(X))
            if values.dtype.kind not in "iu":
                rows = [[math.nan if v is None else v for v in row] for row in image["rows"]]
                values = numpy.array(rows, dtype=float)
            image.colour_by(values, cmap, norm, vmin, vmax)
            self._current_image = self.figure._last_image = image
        if extent is not None:
            image["given"] = listed(extent)
            image["extent"] = numbers(extent)
        left, right, bottom, top = image.extent()
        for name, low, high in (("x", left, right), ("y", bottom, top)):
            view = self._views[name]
            if view.lim is None:
                view.is_flipped = low > high
            view.hold(*sorted((low, high)))
        self._aspect = "auto" if aspect == "auto" else 1.0 if aspect in (None, "equal") else aspect
        return image

    def matshow(self, Z, **kwargs):
        image = self.imshow(Z, **{"interpolation": "nearest", **kwargs})
        self._record["xside"] = "top"
        for name in "xy":
            self._views[name].locator = ticker.MaxNLocator(9, steps=[1, 2, 5, 10], integer=True)
        return image

    def spy(self, Z, **kwargs):
        rows = [[float(bool(v)) for v in row] for row in listed(Z)]
        return self.matshow(rows, **{"cmap": "binary", **kwargs})

    def _heights(self, name, args, cmap, norm, vmin, vmax, levels, colors, is_filled):
        if len(args) not in (1, 2, 3, 4):
            raise TypeError(
                f"{name} takes from 1 to 4 positional arguments but {len(args)} were given"
            )
        heights = args[0 if len(args) < 3 else 2]
        levels = args[-1] if len(args) in (2, 4) else levels
        rows = matrix(heights)
        places = [range(len(rows[0])), range(len(rows))]
        if len(args) > 2:
            edges_of(*args[:2], len(rows), len(rows[0]), f"{name}()")
            x, y = (listed(one) for one in args[:2])
            places = [x[0], [row[0] for row in y]] if shape_of(x)[1:] else [x, y]
        made = self._add("contour", made=Contours, rows=rows, filled=is_filled)
        made["xs"], made["ys"] = map(numbers, places)
        ends = [(min(made[n]), max(made[n])) for n in ("xs", "ys")]
        made.bounds = {n: ([*both], [*both]) for n, both in zip("xy", ends)}
        every = [v for row in rows for v in row if v is not None]
        made.levels = _levels(levels, every)
        made["levels"] = made.levels.tolist()
        if is_filled and len(made.levels) < 2:
            raise ValueError("Filled contours require at least 2 levels.")
        layers = (made.levels[1:] + made.levels[:-1]) / 2 if is_filled else made.levels
        if colors is None:
            made.colour_by(layers, cmap, norm, vmin, vmax)
            made["paints"] = [_css(one) for one in made.cmap(made.norm(layers))]
        else:
            many = each(colors, None)
            made["paints"] = [_css(rgba(many[k % len(many)])) for k in range(len(layers))]
            made.colour_by(layers, ListedColormap(many), Normalize())
        made.own.setdefault("linewidth", 1.5)
        self._current_image = self.figure._last_image = made
        return made

    contour, contourf = _contours("contour", False), _contours("contourf", True)

    @takes("ContourLabels")
    def clabel(self, CS, levels=None):
        CS["labels"] = True
        return []

    @takes("QuadMesh", "data")
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
        rows = args[-1]
        n_rows, n_cols = (*shape_of(rows), 0, 0)[:2]
        extent = [0.0, float(n_cols), 0.0, float(n_rows)]
        is_counted = len(args) == 1
        if not is_counted:
            extent = edges_of(*args[:2], n_rows, n_cols, "pcolormesh()")
        look = {"cmap": cmap, "norm": norm, "vmin": vmin, "vmax": vmax, "alpha": alpha}
        aspect, flips = self._aspect, {n: v.is_flipped for n, v in self._views.items()}
        image = self.imshow(rows, origin="lower", extent=extent, aspect="auto", **look)
        self._aspect = aspect
        for name, is_flipped in flips.items():
            self._views[name].is_flipped, self._views[name].held = is_flipped, None
        image["isCounted"] = is_counted
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
        made = []
        for k, (x, y, form, given) in enumerate(series_of(args)):
            line, mark, shade = form_of(form)
            if shade and (shade == form or shade[0] == "C"):
                shade = rgba(shade)  # a line with a letter keeps the letter
            corners = x, y
            if drawstyle not in ("default", None):
                corners = stepped(x, y, {"steps": "pre"}.get(drawstyle, drawstyle[6:]))
            name = label[k] if isinstance(label, (list, tuple)) else label
            part = self._add("line", name, x=corners[0], y=corners[1])
            part.data = tuple(numpy.array([*one]) for one in given)
            if corners[0] is not x:
                part["places"] = [x, y]
                part.bounds = {"x": (x, []), "y": (y, [])}
            if color is None and shade is None and "color" not in part.own:
                shade = self._next()
            shade = _one(color) if color is not None else part.own.get("color", shade)
            rgba(shade)
            part.take(
                {
                    "color": shade,
                    "linestyle": linestyle or (line if linestyle is None else "None"),
                    "marker": mark if marker is None else marker,
                    "drawstyle": drawstyle,
                }
            )
            for_page(part.own)
            made.append(part)
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

    def add_line(self, line):
        line.axes = self
        self._record["parts"].append(line)
        return line

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
        part["errors"] = {
            "colour": ecolor and _css(rgba(ecolor)),
            "width": elinewidth,
            "cap": capsize or 0,
        }
        part.data = tuple(numpy.asarray(listed(one)) for one in (x, y))
        if fmt.lower() == "none":
            part.own["linestyle"] = "None"
        if yerr is not None:
            spread(part, yerr)
        if xerr is not None:  # a stroke for each point, with a gap behind it
            rows = zip(*ends(part["x"], xerr), part["y"])
            strokes = [place for low, high, y in rows for place in ((low, y), (high, y), (None, y))]
            places = {"x": [at for at, _ in strokes], "y": [y for _, y in strokes]}
            mark = self._add("line", "spread along x", **places, isUnread=True)
            mark["label"] = mark.name = "_spread"
            mark.own.update(
                {"color": ecolor or part.get_color(), "linestyle": "-", "marker": "None"}
            )
        n_errors = (xerr is not None) + (yerr is not None)
        caps = (part, part) * n_errors if capsize else ()
        bars = tuple(part for one in (xerr, yerr) if one is not None)
        shown = None if fmt.lower() == "none" else part
        own = {"has_xerr": xerr is not None, "has_yerr": yerr is not None}
        made = Container(
            "ErrorbarContainer", (shown, caps, bars), part, lines=(shown, caps, bars), **own
        )
        self.containers.append(made)
        return made

    @takes("Line2D", "data use_line_collection")
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
        forms = [one for one in args if isinstance(one, str)] + [None] * 3
        linefmt, markerfmt, basefmt = (a or b for a, b in zip((linefmt, markerfmt, basefmt), forms))
        args = [one for one in args if not isinstance(one, str)]
        (part,) = self.plot(*args, label=label, color=form_of(linefmt or "")[2] or "C0")
        part["kind"] = "stems"
        line, _, shade = form_of(linefmt or "C0-")
        _, mark, dot = form_of(markerfmt or (shade or "C0") + "o")
        part.own.update(color=dot or shade or "C0", marker=mark or "o", linestyle="None")
        part["stem"] = {"colour": _css(rgba(shade or "C0")), "bottom": float(bottom)}
        xs = [v for v in part["x"] if v is not None]
        rule, _, below = form_of(basefmt or "C3-")
        base = self._add("line", x=[min(xs), max(xs)], y=[bottom, bottom], isUnread=True)
        base.own.update(color=below or "C3", linestyle=rule or "-", zorder=1)
        if basefmt is not None and not basefmt.strip():
            base.own["linestyle"] = "None"
        made = Container("StemContainer", (part, part, base), part)
        made.markerline, made.stemlines, made.baseline = made
        self.containers.append(made)
        return made

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
        x, y = numbers(flat(x)), numbers(flat(y))
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        given = color if c is None else c
        values = None if c is None or is_colours(c, len(x)) else numbers(flat(c))
        many = values if values is not None or given is None else each(given, len(x))
        if many is not None and len(many) not in (1, len(x)):
            raise ValueError(
                f"'c' argument has {len(many)} elements, which is inconsistent "
                f"with 'x' and 'y' with size {len(x)}."
            )
        part = self._add("points", label, x=x, y=y, values=values)
        part.take(
            {"alpha": alpha, "linewidth": linewidths, "edgecolor": edgecolors, "marker": marker}
        )
        sizes = (
            [36.0]
            if s is None
            else [float(v) for v in flat(listed(s) if hasattr(s, "__len__") else [s])]
        )
        if len(sizes) not in (1, len(x)):
            raise ValueError(
                "s must be a scalar, or float array-like with the same size as x and y"
            )
        part.own["sizes"] = numpy.asarray([36.0] if s is None else listed(s)).reshape(-1)
        part["sizes"] = sizes
        if values is not None:
            finite = numpy.array([math.nan if v is None else v for v in values], dtype=float)
            part.colour_by(finite, cmap, norm, vmin, vmax)
            self._current_image = self.figure._last_image = part
        else:
            if given is None and part.own.get("facecolor") is None:
                part.own["facecolor"] = self._next("faces")
            elif given is not None:
                part.own["facecolor"] = shades(given, len(x))
            part.get_facecolor()
        return part

    @takes("PolyCollection", "data")
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
        if step not in (None,):
            raise refusal("fill_between(step=...)")
        x, y1, y2 = numbers(x), numbers(y1), numbers(y2)
        y1, y2 = (y * len(x) if len(y) == 1 else y for y in (y1, y2))
        if where is not None:
            shown = [bool(one) for one in flat(where)]
            if len(shown) != len(x):
                raise ValueError(f"where size ({len(shown)}) does not match 'x' size ({len(x)})")
            y1 = [y if is_shown else None for y, is_shown in zip(y1, shown)]
        part = self._add("band", label, x=x, low=y1, high=y2)
        return self._faces(part, color)

    @takes("PolyCollection", "data step")
    def fill_betweenx(
        self,
        y,
        x1,
        x2=0,
        where=None,
        step=None,
        interpolate=False,
        *,
        data=None,
        label=None,
        color=None,
    ):
        y, x1, x2 = numbers(y), numbers(x1), numbers(x2)
        x1, x2 = (x * len(y) if len(x) == 1 else x for x in (x1, x2))
        return self._shape(x1 + x2[::-1], y + y[::-1], label, color, "faces")

    def _shape(self, x, y, label=None, color=None, queue=None, **own):
        """A filled outline."""
        part = self._add("shape", label, x=x, y=y)
        if queue:
            self._faces(part, color)
        part.take({"facecolor": color, **own})
        return part

    @takes("Polygon", "data")
    def fill(self, *args, data=None, label=None, color=None):
        made = []
        for x, y, form, _ in series_of(args):
            shade = color or form_of(form)[2]
            made.append(self._shape(x, y, label, self._next("faces") if shade is None else shade))
        return made

    @takes("PolyCollection", "data")
    def stackplot(self, x, *args, labels=(), colors=None, baseline="zero", data=None):
        if baseline != "zero":
            raise refusal("stackplot(baseline=...)")
        rows = [
            numbers(row)
            for one in args
            for row in (listed(one) if len(shape_of(one)) > 1 else [one])
        ]
        below, made = [0.0] * len(rows[0]), []
        for k, row in enumerate(rows):
            top = [a + b for a, b in zip(below, row)]
            shade = self._next() if colors is None else colors[k % len(colors)]
            name = labels[k] if k < len(labels) else None
            made.append(self.fill_between(x, below, top, color=shade, label=name))
            below = top
        low = sum(map(sum, rows)) and 0.0
        made[0].bounds = {"x": ([*numbers(x)], []), "y": ([low, *numbers(rows[0])], [0.0])}
        return made

    def _segments(self, ends, label, color):
        """Pieces of one line, with a gap after each."""
        if color is not None and len(each(color)) > 1:
            raise refusal("vlines() and hlines() of several colours")
        x = [v for (a, _), (b, _) in ends for v in (a, b, None)]
        y = [v for (_, a), (_, b) in ends for v in (a, b, None)]
        part = self._add("line", label, x=x, y=y)
        part.own["color"] = "C0" if color is None else _one(color)
        part["isPieces"] = True
        return part

    def _pieces(self, at, low, high):
        at, low, high = (numbers(flat(one)) for one in (at, low, high))
        n = max(map(len, (at, low, high)))
        return zip(*(one * n if len(one) == 1 else one for one in (at, low, high)))

    @takes("Line2D", "data")
    def vlines(
        self, x, ymin, ymax, colors=None, linestyles="solid", label="", *, color=None, data=None
    ):
        ends = [((a, b), (a, c)) for a, b, c in self._pieces(x, ymin, ymax)]
        with looking(linestyle=linestyles if linestyles != "solid" else looks().get("linestyle")):
            return self._segments(ends, label or None, colors or color)

    @takes("Line2D", "data")
    def hlines(
        self, y, xmin, xmax, colors=None, linestyles="solid", label="", *, color=None, data=None
    ):
        ends = [((b, a), (c, a)) for a, b, c in self._pieces(y, xmin, xmax)]
        with looking(linestyle=linestyles if linestyles != "solid" else looks().get("linestyle")):
            return self._segments(ends, label or None, colors or color)

    # ------------------------------------------------------------------ arrows and words

    @takes("FancyArrow")
    def arrow(self, x, y, dx, dy, *, label=None, color=None):
        x, y, dx, dy = map(float, (x, y, dx, dy))
        part = self._add("arrows", label, x=[x, x + dx], y=[y, y + dy], heads="end")
        part.own["color"] = part.own.get("facecolor", "C0") if color is None else _one(color)
        part["isPatch"] = True
        return part

    @takes("Quiver", "pivot data")
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
        by_value = numbers(flat(args[-1])) if coloured else None
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
        part = self._add("arrows", label, x=ends_x, y=ends_y, heads="end")
        part.bounds = {"x": (x, []), "y": (y, [])}
        part.own["color"] = "k" if color is None else shades(color, len(u))
        if coloured:
            values = numpy.array([math.nan if v is None else v for v in by_value], dtype=float)
            part.colour_by(values, cmap, norm)
            part["values"] = by_value
            self._current_image = self.figure._last_image = part
        return part

    @takes("Text")
    def text(
        self,
        x,
        y,
        s,
        fontdict=None,
        *,
        transform=None,
        color=None,
        ha=None,
        va=None,
        horizontalalignment=None,
        verticalalignment=None,
    ):
        looks = {**(fontdict or {}), "ha": ha or horizontalalignment or (fontdict or {}).get("ha")}
        is_share = not of_data(transform, self, "text(transform=...)")
        given = x, y
        x, y = numbers([x])[0], numbers([y])[0]
        part = self._add("text", x=x, y=y, text=str(s), isShare=is_share)
        part.given = given
        part.take({**looks, "va": va or verticalalignment or looks.get("va")})
        part.take({"color": color if color is not None else looks.get("color")})
        return part

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
        color=None,
        ha=None,
        va=None,
        horizontalalignment=None,
        verticalalignment=None,
    ):
        is_share = not of_data(xycoords, self, "annotate(xycoords=...)")
        ha, va = ha or horizontalalignment, va or verticalalignment
        part = {"text": str(text)}
        to = numbers(xy)
        beside = str(textcoords) in ("offset points", "offset pixels")
        part.update(isShare=is_share, x=to[0], y=to[1])
        if xytext is not None and beside:
            part["points"] = numbers(xytext)
        elif xytext is not None:
            is_share = not of_data(textcoords or xycoords, self, "annotate(textcoords=...)")
            x, y = numbers(xytext)
            part.update(isShare=is_share, x=x, y=y)
        shade = None
        if arrowprops is not None and xytext is not None:
            style = str(arrowprops.get("arrowstyle", "->"))
            heads = [style.startswith("<"), style.split(",")[0].endswith((">", "fancy", "simple"))]
            part["heads"] = {(True, True): "both", (True, False): "start"}.get(
                tuple(heads), "end" if heads[1] else "none"
            )
            part["to"] = [*to, not of_data(xycoords, self, "annotate(xycoords=...)")]
            shade = arrowprops.get(
                "color", arrowprops.get("facecolor", arrowprops.get("fc", "black"))
            )
            part["arrow"] = [
                _css(rgba(shade)),
                float(arrowprops.get("lw", arrowprops.get("linewidth", 1))),
            ]
        made = self._add("text", **part)
        made.take({"ha": ha, "va": va, "color": color})
        made.data = tuple(listed(xy))
        made.given = tuple(listed(xy if xytext is None else xytext))
        return made

    # ------------------------------------------------------------------ rules

    def _rule(self, kind, at, ends, label, color, linestyle):
        raw = at
        at = number(self._views["x" if kind == "vline" else "y"].number(at))
        low, high = sorted(self._views["x" if kind == "vline" else "y"].limits())
        part = self._add(kind, label, at=at)
        part.asks = not low <= at <= high
        part["ends"] = [float(v) for v in ends]
        part.own["color"] = part.own.get("facecolor", "C0") if color is None else _one(color)
        part.take({"linestyle": linestyle})
        across = [raw, raw], [*ends]
        part.data = across if kind == "vline" else across[::-1]
        return part

    @takes("Line2D", "marker")
    def axvline(self, x=0, ymin=0, ymax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._rule("vline", x, (ymin, ymax), label, color, linestyle)

    @takes("Line2D", "marker")
    def axhline(self, y=0, xmin=0, xmax=1, *, label=None, color=None, linestyle=None, marker=None):
        return self._rule("hline", y, (xmin, xmax), label, color, linestyle)

    def _span(self, kind, low, high, ends, label, color):
        """From one line to another, of which the first has the name."""
        name = "x" if kind == "vline" else "y"
        low, high = (number(self._views[name].number(v)) for v in (low, high))
        first = self._add(kind, label, at=low)
        first["span"], first["ends"] = [low, high], [float(v) for v in ends]
        first.take({"facecolor": color})
        first.own.setdefault("facecolor", "C0")
        second = self._add(kind, at=high)
        second["isEnd"] = True
        return first

    @takes("Rectangle")
    def axvspan(self, xmin, xmax, ymin=0, ymax=1, *, label=None, color=None):
        return self._span("vline", xmin, xmax, (ymin, ymax), label, color)

    @takes("Rectangle")
    def axhspan(self, ymin, ymax, xmin=0, xmax=1, *, label=None, color=None):
        return self._span("hline", ymin, ymax, (xmin, xmax), label, color)

    @takes("Line2D")
    def axline(self, xy1, xy2=None, *, slope=None):
        raise refusal("axline()", "draw it with plot() over the limits of x")

    def add_patch(self, patch):
        """The outline of a rectangle or a circle, as a line."""
        if isinstance(patch, FancyArrowPatch):
            (x, y), (to_x, to_y) = patch.ends
            part = self._add("arrows", x=numbers([x, to_x]), y=numbers([y, to_y]), heads="end")
            part.own.update(
                patch.own, color=patch.own.get("edgecolor", patch.own.get("facecolor", "k"))
            )
        else:
            ends = patch.outline()
            part = self._add("line", patch.label, x=ends[0], y=ends[1])
            part.own = patch.own
            part.own.setdefault("facecolor", "C0")
            if patch.own.get("fill") is False:
                part.own.setdefault("edgecolor", "black")
            part["isShape"] = True
            self._patches.append(patch)
        part.asks, patch._part = False, part
        return patch

    def add_artist(self, artist):
        return self.add_line(artist) if isinstance(artist, Part) else self.add_patch(artist)


_SHARP = "antialiased none nearest".split()
_SMOOTH = """
    bilinear bicubic spline16 spline36 hanning hamming hermite kaiser quadric catrom gaussian bessel
    mitchell sinc lanczos blackman""".split()


def _one(color):
    """A colour that may be in a list of its own, or an array."""
    made = shades(color)
    return made[0] if isinstance(made, list) else made


def _css(colour):
    *parts, much = colour
    return "#" + "".join(f"{round(255 * float(v)):02x}" for v in (*parts, much))


def _pixels(X):
    """Rows of colours as bytes."""
    values = numpy.asarray(listed(X))
    if values.dtype.kind == "f":
        values = numpy.round(numpy.clip(numpy.nan_to_num(values), 0, 1) * 255)
    values = numpy.clip(values, 0, 255).astype(int)
    return [flat(row) for row in values.tolist()]


def _levels(levels, heights):
    """Those that are given, or round numbers around all heights."""
    if levels is not None and not isinstance(levels, (int, numpy.integer)):
        levels = numpy.asarray(listed(levels), dtype=float)
        if (numpy.diff(levels) <= 0).any():
            raise ValueError("Contour levels must be increasing")
        return levels
    low, high = min(heights), max(heights)
    n = 7 if levels is None else int(levels)
    made = ticker.MaxNLocator(n + 1, min_n_ticks=1).tick_values(low, high)
    under, over = numpy.nonzero(made < low)[0], numpy.nonzero(made > high)[0]
    first = int(under[-1]) if len(under) else 0
    last = int(over[0]) + 1 if len(over) else len(made)
    return made if last - first < 3 else made[first:last]
