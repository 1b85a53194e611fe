"""Bars, histograms, pies and boxes."""

from matplotlib._arguments import refusal, takes
from matplotlib._colours import colours_of, in_format
from matplotlib._numbers import listed, numbers, shape_of
from matplotlib._parts import Bars, columns_of


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
        x, height = numbers(x), numbers(height)
        n = max(len(x), len(height))
        x, height = (row * n if len(row) == 1 else row for row in (x, height))
        if len(x) != len(height):
            raise ValueError(
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is "
                f"between arg 0 with shape ({len(x)},) and arg 1 with shape ({len(height)},)."
            )
        if align not in ("center", "edge"):
            raise ValueError(
                f"{align!r} is not a valid value for align; supported values are 'center', 'edge'"
            )
        if align == "edge":
            x = [at + width / 2 for at in x]
        labels = list(map(str, label)) if isinstance(label, (list, tuple)) else None
        part = self._add("bars", None if labels else label, x=x, y=height, colour=colours_of(color))
        if base is not None:
            base = numbers(base)
            if len(base) not in (1, n):
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is "
                    f"between arg 0 with shape ({n},) and arg 1 with shape ({len(base)},)."
                )
            part["base"] = base * n if len(base) == 1 else base
        if name == "barh":
            part["isSideways"] = True
        along, up = "yx" if name == "barh" else "xy"
        if log:
            self._record[f"{up}scale"] = "log"
        if tick_label is not None or labels:
            names = labels if tick_label is None else tick_label
            names = [names] * n if isinstance(names, str) else list(map(str, names))
            self._record[f"{along}ticklabels"] = names
        self.containers.append(Bars(part, width))
        return self.containers[-1]

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
            spread(made._record, yerr)
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
        """The same numbers as bar(): the page draws every bar upright."""
        look = (align, data, color, label, log, tick_label)
        made = self._bars("barh", y, width, height, left, *look)
        if xerr is not None:
            spread(made._record, xerr)
        return made

    @takes("Text")
    def bar_label(self, container, labels=None, *, fmt="%g", label_type="edge", padding=0):
        """Words at the ends of bars, where the page writes values in any case."""
        values = container._record["y"]
        if labels is None:
            labels = [_words(fmt, value) for value in values]
        container._record["words"] = list(map(str, labels))

    @takes("Rectangle", "bottom align data")
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
        from numpy import array, diff, histogram  # only here: matplotlib is loaded without it

        if stacked and density:
            raise refusal("hist(stacked=True, density=True)")
        several = len(shape_of(x)) > 1 or any(shape_of(one) for one in listed(x))
        sets = [listed(one) for one in listed(x)] if several else [listed(x)]
        if len(shape_of(x)) == 2 and hasattr(x, "tolist"):
            sets = columns_of(x)
        shares = listed(weights)
        shares = [None] * len(sets) if shares is None else shares if several else [shares]
        kept = [
            [(v, 1.0 if w is None else w[k]) for k, v in enumerate(numbers(one)) if v is not None]
            for one, w in zip(sets, shares)
        ]
        bins = 10 if bins is None else bins
        bins = bins if isinstance(bins, (int, str)) else list(listed(bins))
        every = [v for one in kept for v, _ in one]
        edges = histogram(every, bins, range)[1]
        places = edges.tolist()
        steps = [high - low for low, high in zip(places, places[1:])]
        if max(steps) - min(steps) > 1e-6 * max(steps):
            raise refusal("hist() with bins of different widths")
        centers = [low + step / 2 for low, step in zip(places, steps)]
        made, bars = [], []
        for k, one in enumerate(kept):
            w = None if weights is None else [share for _, share in one]
            counts = histogram([v for v, _ in one], edges, weights=w, density=density)[0]
            counts = counts.astype(float)
            if cumulative:
                counts = counts * diff(edges) if density else counts
                counts = counts.cumsum() if cumulative > 0 else counts[::-1].cumsum()[::-1]
            made.append(counts)
            colour = color[k] if several and isinstance(color, (list, tuple)) else color
            name = label[k] if several and isinstance(label, (list, tuple)) else label
            draw = self.barh if orientation == "horizontal" else self.bar
            base = made[-2] if stacked and k else None
            bars.append(draw(centers, counts, steps[0], base, color=colour, label=name, log=log))
            made[-1] = counts if base is None else base + counts
            bars[-1]._record["isHistogram"] = True
        return (array(made), edges, bars) if several else (made[0], edges, bars[0])

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

    @takes("Pie", "center normalize data")
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
        """The shares, as bars: their heights are compared more exactly than angles are."""
        x = numbers(x)
        if any(value is None or value < 0 for value in x):
            raise ValueError("Wedge sizes 'x' must be non negative values")
        if labels is not None and len(labels) != len(x):
            raise ValueError("'label' must be of length 'x'")
        shares = [value / sum(x) for value in x]
        names = [f"wedge {k + 1}" for k in range(len(x))] if labels is None else labels
        part = self._add("bars", x=list(map(str, names)), y=shares, colour=colours_of(colors))
        self._record["ylabel"] = self._record["ylabel"] or "share"
        if autopct is not None:
            percents = [100 * share for share in shares]
            part["words"] = [
                autopct(one) if callable(autopct) else autopct % one for one in percents
            ]
        self._unsaid("the circle of a pie, whose shares are bars")
        wedges = Bars({"x": [], "y": []}, 0)
        return (wedges, []) if autopct is None else (wedges, [], [])

    @takes(
        "Boxes",
        "notch bootstrap usermedians conf_intervals meanline autorange showcaps showbox data",
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
        manage_ticks=True,
        autorange=False,
        *,
        data=None,
    ):
        """A box, its median and its whiskers in one stroke; what is beyond them, as points."""
        from numpy import percentile

        if not vert and vert is not None:
            raise refusal("boxplot(vert=False)")
        sets = columns_of(x) if hasattr(x, "tolist") else [listed(one) for one in x]
        sets = sets if all(shape_of(one) for one in sets) else [sets]
        places = range(1, len(sets) + 1) if positions is None else numbers(positions)
        names = [f"{place:g}" for place in places] if labels is None else list(map(str, labels))
        if len(names) != len(sets):
            raise ValueError("Dimensions of labels and X must be compatible")
        at_most = (
            0.5
            if len(sets) < 2
            else 0.5 * min(abs(b - a) for a, b in zip(places, list(places)[1:]))
        )
        for at, name, values in zip(places, names, sets):
            values = sorted(v for v in numbers(values) if v is not None)
            low, middle, high = (float(percentile(values, q)) for q in (25, 50, 75))
            if isinstance(whis, (tuple, list)):
                least, most = (float(percentile(values, q)) for q in whis)
            else:
                least, most = low - whis * (high - low), high + whis * (high - low)
            inside = [v for v in values if least <= v <= most]
            least = min([low, *inside])
            most = max([high, *inside])
            half = at_most / 2
            left, right, cap = at - half, at + half, half / 2
            corners = [
                *((at - cap, least), (at + cap, least), (at, least), (at, low), (left, low)),
                *((left, middle), (right, middle), (left, middle), (left, high), (at, high)),
                *((at, most), (at - cap, most), (at + cap, most), (at, most), (at, high)),
                *((right, high), (right, low), (at, low)),
            ]
            self._add("line", name, x=[a for a, _ in corners], y=[b for _, b in corners])
            beyond = [v for v in values if not least <= v <= most] if showfliers else []
            if beyond and sym != "":
                fliers = {"x": [at] * len(beyond), "y": beyond, "colour": in_format(sym or "k")}
                self._add("points", f"{name}, beyond the whiskers", **fliers)
            if showmeans:
                mean = sum(values) / len(values)
                self._add("points", f"{name}, mean", x=[at], y=[mean], colour="green")
        if manage_ticks:
            self.set_xticks(places, names)
