"""Bars, histograms, pies and boxes."""

import math

import numpy
from matplotlib._arguments import looks, refusal, takes
from matplotlib._colours import paint, shades
from matplotlib._looks import Look
from matplotlib._numbers import listed, numbers, shape_of
from matplotlib._parts import Bars, Container, columns_of, form_of
from matplotlib.patches import Polygon, Wedge


def ends(values, given):
    """Below and above each value: one number, one for each, or two rows."""
    rows = listed(given)
    rows = rows if len(shape_of(rows)) == 2 else [rows, rows]
    below, above = (numbers(row) for row in rows)
    below, above = (row * len(values) if len(row) == 1 else row for row in (below, above))
    low = [v - e for v, e in zip(values, below)]
    return low, [v + e for v, e in zip(values, above)]


def spread(part, given):
    """How far each bar goes below and above."""
    tops = [y + base for y, base in zip(part["y"], part.get("base") or [0] * len(part["y"]))]
    part["low"], part["high"] = ends(tops, given)


def _words(fmt, value):
    if callable(fmt):
        return fmt(value)
    try:
        return fmt % value
    except (TypeError, ValueError):
        return fmt.format(value)


class Charts:
    def _bars(self, name, x, height, width, base, align, data, color, label, log, tick_label):
        raw = [height, width, 0 if base is None else base]
        x, height = numbers(x), numbers(height)
        widths = numbers(width if hasattr(width, "__len__") else [width])
        first = next((v for v in x if v is not None), "")
        if not isinstance(first, str):  # as matplotlib computes them, which rounds
            widths = [(first + w) - first for w in widths]
            raw[1] = widths if hasattr(width, "__len__") else widths[0]
        n = max(len(x), len(height), len(widths))
        x, height, widths = (row * n if len(row) == 1 else row for row in (x, height, widths))
        if not len(x) == len(height) == len(widths):
            raise ValueError(
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is "
                f"between arg 0 with shape ({len(x)},) and arg 1 with shape ({len(height)},)."
            )
        if align not in ("center", "edge"):
            raise ValueError(
                f"{align!r} is not a valid value for align; supported values are 'center', 'edge'"
            )
        if align == "edge":
            x = [at + w / 2 for at, w in zip(x, widths)]
        labels = list(map(str, label)) if isinstance(label, (list, tuple)) else None
        along, up = "yx" if name == "barh" else "xy"
        sideways = {"isSideways": True} if name == "barh" else {}
        name = None if labels else label
        part = self._add("bars", name, x=x, y=height, **sideways)
        part.name = "_container0" if name is None else str(name)
        part["width"] = widths
        given = part.own.get("facecolor") if color is None else color
        part.own["facecolor"] = self._next("faces") if given is None else shades(given, n)
        paint(part.own["facecolor"]) if isinstance(part.own["facecolor"], str) else None
        if base is not None:
            base = numbers(base)
            if len(base) not in (1, n):
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is "
                    f"between arg 0 with shape ({n},) and arg 1 with shape ({len(base)},)."
                )
            part["base"] = base * n if len(base) == 1 else base
        if log:
            getattr(self, f"set_{up}scale")("log")
        if labels and len(labels) != n:
            raise ValueError(
                f"number of labels ({len(labels)}) does not match number of bars ({n})."
            )
        if labels:
            part.labels = labels
        if tick_label is not None:
            names = [tick_label] * n if isinstance(tick_label, str) else list(map(str, tick_label))
            getattr(self, f"set_{along}ticks")(part.places(), names)
        part.raw = [*zip(*(numpy.asarray(listed(v)) + numpy.zeros(n, dtype=int) for v in raw))]
        self.containers.append(Bars(part))
        return self.containers[-1]

    def _errors(self, made, given):
        """How far each bar goes below and above."""
        part, own = made._record, {**looks(), **(looks().get("error_kw") or {})}
        spread(part, given)
        part["errors"] = {
            "colour": paint(own.get("ecolor", "k")),
            "width": own.get("elinewidth", 1.5),
            "cap": float(own.get("capsize", 0)),
        }
        bars = (part,)
        made.errorbar = Container(
            "ErrorbarContainer", (None, (), bars), part, lines=(None, (), bars), has_yerr=True
        )

    @takes("Rectangle", "data xerr orientation")
    def bar(
        self,
        x,
        height,
        width=0.8,
        bottom=None,
        *,
        align="center",
        data=None,
        color=None,
        label=None,
        xerr=None,
        yerr=None,
        log=False,
        orientation="vertical",
        tick_label=None,
    ):
        look = (align, data, color, label, log, tick_label)
        made = self._bars("bar", x, height, width, bottom, *look)
        if yerr is not None:
            self._errors(made, yerr)
        return made

    @takes("Rectangle", "data yerr")
    def barh(
        self,
        y,
        width,
        height=0.8,
        left=None,
        *,
        align="center",
        data=None,
        color=None,
        label=None,
        xerr=None,
        yerr=None,
        log=False,
        tick_label=None,
    ):
        look = (align, data, color, label, log, tick_label)
        made = self._bars("barh", y, width, height, left, *look)
        if xerr is not None:
            self._errors(made, xerr)
        return made

    @takes("Text")
    def bar_label(self, container, labels=None, *, fmt="%g", label_type="edge", padding=0):
        """Words at the ends of bars, or in their middle."""
        values = container._record["y"]
        if labels is None:
            labels = [_words(fmt, value) for value in values]
        record = container._record
        record["words"] = list(map(str, labels))
        record["wordsAt"] = [label_type, float(padding)]
        return [Look("Text", text) for text in record["words"]]

    @takes("Rectangle", "data")
    def hist(
        self,
        x,
        bins=None,
        range=None,
        density=False,
        weights=None,
        cumulative=False,
        bottom=None,
        histtype="bar",
        align="mid",
        orientation="vertical",
        rwidth=None,
        log=False,
        color=None,
        label=None,
        stacked=False,
        *,
        data=None,
    ):
        from numpy import array, diff, histogram, zeros

        if histtype not in ("bar", "barstacked", "step", "stepfilled"):
            raise ValueError(
                f"{histtype!r} is not a valid value for histtype; supported values are 'bar', "
                "'barstacked', 'step', 'stepfilled'"
            )
        several = len(shape_of(x)) > 1 or any(shape_of(one) for one in listed(x))
        sets = [listed(one) for one in listed(x)] if several else [listed(x)]
        if len(shape_of(x)) == 2 and hasattr(x, "tolist"):
            sets = columns_of(x)
        several = several and len(sets) > 1 or isinstance(x, (list, tuple)) and several
        shares = listed(weights)
        shares = [None] * len(sets) if shares is None else shares if several else [shares]
        kept = [
            [(v, 1.0 if w is None else w[k]) for k, v in enumerate(numbers(one)) if v is not None]
            for one, w in zip(sets, shares)
        ]
        bins = 10 if bins is None else bins
        bins = bins if isinstance(bins, (int, str)) else list(listed(bins))
        every = [v for one in kept for v, _ in one]
        edges = histogram(every, bins, range)[1].astype(float)
        steps = diff(edges)
        stacked = stacked or histtype == "barstacked"
        tops = []
        for one in kept:
            w = None if weights is None else [share for _, share in one]
            is_share = density and not stacked
            counts = histogram([v for v, _ in one], edges, weights=w, density=is_share)[0]
            tops.append(counts.astype(float))
        if stacked:
            tops = [sum(tops[:k], zeros(len(steps))) + top for k, top in enumerate(tops)]
            whole = tops[-1].sum() if density else 1
            tops = [top / steps / whole if density else top for top in tops]
        if cumulative:
            tops = [top * steps if density else top for top in tops]
            tops = [t.cumsum() if cumulative > 0 else t[::-1].cumsum()[::-1] for t in tops]
        n = len(tops)
        share = (
            min(1, max(0, rwidth)) if rwidth is not None else 0.8 if n > 1 and not stacked else 1.0
        )
        across = 1 if stacked or histtype != "bar" else n
        first = {"left": 0.0, "mid": 0.5, "right": 1.0}[align] - 0.5 * share * (1 - 1 / across)
        base = zeros(len(steps), dtype=int) + (0 if bottom is None else array(listed(bottom)))
        given, made = base, []
        for k, top in enumerate(tops):
            colour = color[k] if several and isinstance(color, (list, tuple)) else color
            name = label[k] if several and isinstance(label, (list, tuple)) else label
            colour = looks().get("facecolor") or self._next() if colour is None else colour
            height = top - base if stacked and k else top
            middles = edges[:-1] + steps * (first + (share / across * k if across > 1 else 0))
            is_plain = bottom is None and not (stacked and k)
            under = None if is_plain else base
            draw = self.barh if orientation == "horizontal" else self.bar
            own = {"color": colour, "log": log, "label": None if "step" in histtype else name}
            bars = draw(middles, height, steps * share / across, under, **own)
            bars._record["isHistogram"] = True
            if k:
                bars._record.stuck = False
            if "step" in histtype:
                bars = [self._outline(bars, edges, top, given, histtype, orientation, colour, name)]
            made.append(bars)
            base = top if stacked else base
        return (array(tops), edges, made) if several else (tops[0], edges, made[0])

    def _outline(self, bars, edges, top, base, histtype, orientation, colour, name):
        """A histogram as one outline; who moves through the picture reads its bars."""
        self.containers.remove(bars)
        bars.remove()
        self._add("reading", name, x=bars._record["x"], y=bars._record["y"])
        along = [float(v) for v in edges.repeat(2)]
        up = [float(base[0]), *map(float, (top + base * 0).repeat(2)), float(base[-1])]
        is_filled = histtype == "stepfilled"
        places = (up, along) if orientation == "horizontal" else (along, up)
        shape = self._shape(*places, name, colour if is_filled else None)
        values = [float(base[0]), *up]
        shape.bounds["x" if orientation == "horizontal" else "y"] = (values, [float(base.min())])
        if not is_filled:
            shape.own.update(facecolor="none", edgecolor=shades(colour))
            shape["isOpen"] = True
        made = Polygon([*zip(*places)])
        made.own, made._part, made.label = shape.own, shape, name
        self._patches.append(made)
        return made

    @takes("QuadMesh", "data cmin cmax")
    def hist2d(
        self,
        x,
        y,
        bins=10,
        range=None,
        density=False,
        weights=None,
        cmin=None,
        cmax=None,
        *,
        data=None,
        cmap=None,
        norm=None,
        vmin=None,
        vmax=None,
        alpha=None,
        label=None,
    ):
        from numpy import histogram2d

        counts, xedges, yedges = histogram2d(
            numbers(x), numbers(y), bins, range=range, density=density, weights=weights
        )
        look = {"cmap": cmap, "norm": norm, "vmin": vmin, "vmax": vmax}
        return counts, xedges, yedges, self.pcolormesh(xedges, yedges, counts.T, **look)

    @takes("Pie", "center data")
    def pie(
        self,
        x,
        explode=None,
        labels=None,
        colors=None,
        autopct=None,
        pctdistance=0.6,
        shadow=False,
        labeldistance=1.1,
        startangle=0,
        radius=1,
        counterclock=True,
        wedgeprops=None,
        textprops=None,
        center=(0, 0),
        frame=False,
        rotatelabels=False,
        *,
        normalize=True,
        hatch=None,
        data=None,
    ):
        """Wedges; who moves through the picture reads the shares."""
        x = numbers(x)
        if any(value is None or value < 0 for value in x):
            raise ValueError("Wedge sizes 'x' must be non negative values")
        if labels is not None and len(labels) != len(x):
            raise ValueError("'label' must be of length 'x'")
        if not normalize and sum(x) > 1:
            raise ValueError("Cannot plot an unnormalized pie with sum(x) > 1")
        shares = [value / sum(x) if normalize else value for value in x]
        names = [f"wedge {k + 1}" for k in range(len(x))] if labels is None else labels
        read = self._add("reading", "share", x=list(map(str, names)), y=shares)
        percents = [100 * share for share in shares]
        words = []
        if autopct is not None:
            words = [autopct(one) if callable(autopct) else autopct % one for one in percents]
            read["words"] = words
        shade = [*colors] if colors is not None else [f"C{k % 10}" for k in range(10)]
        wedges, texts, inner = [], [], []
        start, props = startangle / 360, textprops or {}
        for k, share in enumerate(shares):
            end = start + (share if counterclock else -share)
            middle = math.pi * (start + end)
            out = 0 if explode is None else explode[k]
            x0, y0 = out * math.cos(middle), out * math.sin(middle)
            own = {"facecolor": shade[k % len(shade)], "edgecolor": None, **(wedgeprops or {})}
            wedge = Wedge(
                (x0, y0),
                radius,
                360 * min(start, end),
                360 * max(start, end),
                own.pop("width", None),
            )
            wedge.own.update({n: v for n, v in own.items() if v is not None})
            wedge.label = None if labels is None else str(labels[k])
            shape = self._shape(*wedge.outline(), wedge.label)
            shape.own = wedge.own
            wedge._part = shape
            wedges.append(wedge)
            for text, far, into in ((names[k] if labels else None, labeldistance, texts),) + (
                ((words[k], pctdistance, inner),) if words else ()
            ):
                if far is None:
                    continue
                at = [c + far * radius * f(middle) for c, f in ((x0, math.cos), (y0, math.sin))]
                side = "center" if into is inner else "left" if at[0] > 0 else "right"
                into.append(
                    self.text(*at, "" if text is None else text, ha=side, va="center", **props)
                )
            start = end
        self._patches += wedges
        for name in "xy":
            self._views[name].set(-1.25, 1.25)
            getattr(self, f"set_{name}ticks")([])
        self.set_frame_on(False)
        self._aspect = 1.0
        return (wedges, texts) if autopct is None else (wedges, texts, inner)

    @takes(
        "Boxes",
        "notch bootstrap usermedians conf_intervals meanline autorange data",
    )
    def boxplot(
        self,
        x,
        notch=None,
        sym=None,
        vert=None,
        whis=1.5,
        positions=None,
        widths=None,
        patch_artist=None,
        bootstrap=None,
        usermedians=None,
        conf_intervals=None,
        meanline=None,
        showmeans=False,
        showcaps=True,
        showbox=True,
        showfliers=True,
        labels=None,
        tick_labels=None,
        manage_ticks=True,
        autorange=False,
        *,
        data=None,
    ):
        """A box, its median and its whiskers; what is beyond them, as points."""
        from numpy import percentile

        if not vert and vert is not None:
            raise refusal("boxplot(vert=False)")
        sets = columns_of(x) if hasattr(x, "tolist") else [listed(one) for one in x]
        sets = sets if all(shape_of(one) for one in sets) else [sets]
        places = [*range(1, len(sets) + 1)] if positions is None else numbers(positions)
        labels = tick_labels if labels is None else labels
        names = [f"{place:g}" for place in places] if labels is None else list(map(str, labels))
        if len(names) != len(sets):
            raise ValueError("Dimensions of labels and X must be compatible")
        span = max(places) - min(places)
        widths = min(0.5, max(0.15, 0.15 * span)) if widths is None else widths
        widths = numbers(widths if hasattr(widths, "__len__") else [widths] * len(sets))
        made = {n: [] for n in "whiskers caps boxes medians fliers means".split()}
        given = {
            n: looks().get(f"{n}props") or {} for n in "box whisker cap median flier mean".split()
        }

        def line(what, xs, ys, **own):
            part = self._add("line", x=xs, y=ys, isUnread=True)
            part.own.update({"color": "black", "linewidth": 1.0})
            part.take({**own, **given[{"boxes": "box"}.get(what, what[:-1])]})
            made[what].append(part)
            return part

        for at, name, values, width in zip(places, names, sets, widths):
            values = sorted(v for v in numbers(values) if v is not None)
            low, middle, high = (float(percentile(values, q)) for q in (25, 50, 75))
            if isinstance(whis, (tuple, list)):
                least, most = (float(percentile(values, q)) for q in whis)
            else:
                least, most = low - whis * (high - low), high + whis * (high - low)
            inside = [v for v in values if least <= v <= most]
            least = min([low, *inside])
            most = max([high, *inside])
            left, right, cap = at - width / 2, at + width / 2, width / 4
            read = {"whisker": least, "lower quartile": low, "median": middle}
            read |= {"upper quartile": high, "upper whisker": most}
            if showbox:
                box = line("boxes", [left, right, right, left, left], [low, low, high, high, low])
                if patch_artist:
                    box["isShape"] = True
                    box.own["facecolor"] = given["box"].get("facecolor", "C0")
                    box.own.setdefault("edgecolor", "black")
            line("whiskers", [at, at], [low, least])
            line("whiskers", [at, at], [high, most])
            if showcaps:
                line("caps", [at - cap, at + cap], [least, least])
                line("caps", [at - cap, at + cap], [most, most])
            line("medians", [left, right], [middle, middle], color="C1")
            if showmeans:
                mean = sum(values) / len(values)
                look = {"color": "C2", "marker": "^", "linestyle": "None"}
                line("means", [at], [mean], **look)
                read["mean"] = mean
            beyond = [v for v in values if not least <= v <= most] if showfliers else []
            if showfliers and sym != "":
                look = {"color": form_of(sym or "k")[2] or "k", "marker": "o", "linestyle": "None"}
                line("fliers", [at] * len(beyond), beyond, **look, markerfacecolor="none")
            words = [*read, *["beyond the whiskers"] * len(beyond)]
            self._add("reading", name, x=words, y=[*read.values(), *beyond])
        wide = self._add("shape", x=[], y=[])
        edges = [min(places) - 0.5, max(places) + 0.5]
        wide.bounds = {"x": (edges, edges), "y": ([], [])}
        if manage_ticks:
            self.set_xticks(places, names)
        return made

    @takes("Violins", "data")
    def violinplot(
        self,
        dataset,
        positions=None,
        vert=True,
        widths=0.5,
        showmeans=False,
        showextrema=True,
        showmedians=False,
        quantiles=None,
        points=100,
        bw_method=None,
        *,
        data=None,
    ):
        """How dense the values are, on both sides of a line."""
        from numpy import array, linspace, median

        if quantiles is not None or bw_method not in (None, "scott"):
            raise refusal("violinplot(quantiles=..., bw_method=...)")
        sets = columns_of(dataset) if hasattr(dataset, "tolist") else [listed(v) for v in dataset]
        sets = sets if all(shape_of(one) for one in sets) else [sets]
        sets = [[v for v in numbers(one) if v is not None] for one in sets]
        places = [*range(1, len(sets) + 1)] if positions is None else numbers(positions)
        widths = numbers(widths if hasattr(widths, "__len__") else [widths] * len(sets))
        colour = self._next()
        made = {"bodies": []}
        for at, values, width in zip(places, sets, widths):
            along = linspace(min(values), max(values), points)
            if min(values) == max(values):
                dense = (along == values[0]).astype(float)
            else:
                dense = density_of(array(values), along)
            half = (0.5 * width * dense / dense.max()).tolist()
            out = [at - h for h in half] + [at + h for h in half[::-1]]
            up = along.tolist() + along.tolist()[::-1]
            body = self._shape(*((out, up) if vert else (up, out)), None, colour)
            body.own["alpha"] = 0.3
            made["bodies"].append(body)
        flat, upright = (self.hlines, self.vlines) if vert else (self.vlines, self.hlines)
        ends = [[at + side * w for at, w in zip(places, widths)] for side in (-0.25, 0.25)]
        lows, highs = [min(v) for v in sets], [max(v) for v in sets]
        marks = {"cmeans": [sum(v) / len(v) for v in sets] if showmeans else None}
        marks["cmaxes"], marks["cmins"] = (highs, lows) if showextrema else (None, None)
        for name, at in marks.items():
            if at is not None:
                made[name] = flat(at, *ends, colors=colour)
        if showextrema:
            made["cbars"] = upright(places, lows, highs, colors=colour)
        if showmedians:
            made["cmedians"] = flat([float(median(array(v))) for v in sets], *ends, colors=colour)
        return made


def density_of(values, places, factor=1.0):
    """A sum of bells as wide as Scott's rule says; values and places are arrays of numpy."""
    from numpy import exp, sqrt

    n = len(values)
    width = sqrt(values.var() * n / (n - 1)) * n ** (-0.2) * factor
    far = (places[:, None] - values[None, :]) / width
    bells = exp(-0.5 * far * far) / (width * math.sqrt(2 * math.pi))
    return bells.mean(axis=1)
