"""Where ticks are, and what is written at them."""

import math as _math

import numpy as _np
from matplotlib._arguments import lacking as _lacking

_MINUS = "\N{MINUS SIGN}"


def nonsingular(low, high, expander=0.05, tiny=1e-15):
    """Limits that are not one number."""
    if not (_math.isfinite(low) and _math.isfinite(high)):
        return -expander, expander
    is_swapped = high < low
    low, high = (high, low) if is_swapped else (low, high)
    most = max(abs(low), abs(high))
    if most < 1e6 / tiny * 2.2250738585072014e-308:
        low, high = -expander, expander
    elif high - low <= most * tiny:
        low, high = low - expander * abs(low), high + expander * abs(high)
    return (high, low) if is_swapped else (low, high)


class Locator:
    axis = None
    MAXTICKS = 1000

    def __call__(self):
        return self.tick_values(*self.axis.get_view_interval())

    def raise_if_exceeds(self, locs):
        """They are as many as they are, with a warning; the page draws none of so many."""
        if len(locs) >= self.MAXTICKS:
            import logging

            logging.getLogger("matplotlib.ticker").warning(
                f"Locator attempting to generate {len(locs)} ticks ([{locs[0]}, ..., {locs[-1]}]), "
                f"which exceeds Locator.MAXTICKS ({self.MAXTICKS})."
            )
        return locs

    def set_axis(self, axis):
        self.axis = axis

    def nonsingular(self, low, high):
        return nonsingular(low, high)

    def view_limits(self, low, high):
        return nonsingular(low, high)


class FixedLocator(Locator):
    def __init__(self, locs, nbins=None):
        self.locs, self.nbins = _np.asarray(locs), nbins

    def tick_values(self, vmin, vmax):
        if self.nbins is None:
            return self.locs
        step = max(int(_math.ceil(len(self.locs) / self.nbins)), 1)
        some = [self.locs[k::step] for k in range(step)]
        return min(some, key=lambda ticks: abs(ticks).min())  # those with 0, where it is one


class NullLocator(FixedLocator):
    def __init__(self):
        super().__init__([])

    def tick_values(self, vmin, vmax):
        return []


class IndexLocator(Locator):
    def __init__(self, base, offset):
        self._base, self.offset = base, offset

    def tick_values(self, vmin, vmax):
        return self.raise_if_exceeds(_np.arange(vmin + self.offset, vmax + 1, self._base))


class LinearLocator(Locator):
    def __init__(self, numticks=None, presets=None):
        self.numticks = numticks or 11

    def tick_values(self, vmin, vmax):
        return self.raise_if_exceeds(_np.linspace(*nonsingular(vmin, vmax), self.numticks))


class _Edges:
    """How many steps lie below a place and above it, but for what rounding makes."""

    def __init__(self, step, offset=0):
        self.step, self.offset = step, abs(offset)

    def _is_near(self, share, edge):
        tol = 1e-10
        if self.offset > 0:
            tol = min(0.4999, max(tol, 10 ** (_math.log10(self.offset / self.step) - 12)))
        return abs(share - edge) < tol

    def below(self, x):
        whole, rest = divmod(x, self.step)
        return whole + 1 if self._is_near(rest / self.step, 1) else whole

    def above(self, x):
        whole, rest = divmod(x, self.step)
        return whole if self._is_near(rest / self.step, 0) else whole + 1


class MultipleLocator(Locator):
    def __init__(self, base=1.0):
        self._base = float(base)

    def tick_values(self, vmin, vmax):
        low, high = min(vmin, vmax), max(vmin, vmax)
        low = _Edges(self._base).above(low) * self._base
        n = int((high - low + 0.001 * self._base) // self._base)
        return self.raise_if_exceeds(low - self._base + _np.arange(n + 3) * self._base)


class MaxNLocator(Locator):
    def __init__(self, nbins=10, integer=False, steps=None, prune=None, min_n_ticks=2, **kwargs):
        if kwargs:
            raise _lacking("matplotlib.ticker.MaxNLocator", next(iter(kwargs)))
        self._nbins, self._integer, self._prune = nbins, integer, prune
        steps = _np.array([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] if steps is None else steps, float)
        steps = steps if steps[0] == 1 else _np.concatenate([[1], steps])
        steps = steps if steps[-1] == 10 else _np.concatenate([steps, [10]])
        self._steps = _np.concatenate([0.1 * steps[:-1], steps, [10 * steps[1]]])
        self._least = max(1, min_n_ticks)

    def set_params(self, nbins=None, integer=None, prune=None):
        self._nbins = self._nbins if nbins is None else nbins
        self._integer = self._integer if integer is None else integer
        self._prune = self._prune if prune is None else prune

    def tick_values(self, vmin, vmax):
        low, high = nonsingular(min(vmin, vmax), max(vmin, vmax), 1e-13, 1e-14)
        n = self._nbins
        if n == "auto":
            space = 9 if self.axis is None else self.axis.get_tick_space()
            n = min(9, max(space, 1, self._least - 1))
        middle, span = (high + low) / 2, high - low
        offset = 0
        if abs(middle) / span >= 100:
            offset = _math.copysign(10 ** (_math.log10(abs(middle)) // 1), middle)
        scale = 10 ** (_math.log10(span / n) // 1)
        steps, low, high = self._steps * scale, low - offset, high - offset
        if self._integer:
            steps = steps[(steps < 1) | (abs(steps - _np.round(steps)) < 0.001)]
        first = int(_np.nonzero(steps >= (high - low) / n)[0][0])
        for k in range(first, -1, -1):
            step = float(steps[k])
            if self._integer and _math.floor(high) - _math.ceil(low) >= self._least - 1:
                step = max(1.0, step)
            start, edges = (low // step) * step, _Edges(step, offset)
            ends = edges.below(low - start), edges.above(high - start)
            ticks = _np.arange(ends[0], ends[1] + 1) * step + start
            if ((ticks <= high) & (ticks >= low)).sum() >= self._least:
                break
        ticks = ticks + offset
        if self._prune in ("lower", "both"):
            ticks = ticks[1:]
        return ticks[:-1] if self._prune in ("upper", "both") else ticks

    def view_limits(self, low, high):
        return nonsingular(low, high, 1e-12, 1e-13)


class AutoLocator(MaxNLocator):
    def __init__(self):
        super().__init__("auto", steps=[1, 2, 2.5, 5, 10])


class AutoMinorLocator(Locator):
    """So many parts between two ticks; by default four, and five of a step of 1, 2.5, 5 or 10."""

    def __init__(self, n=None):
        self.ndivs = n

    def __call__(self):
        major = _np.asarray(self.axis.ticks(), dtype=float)
        if self.axis.scale == "log" or len(major) < 2:
            return _np.array([])
        step, parts = float(major[1] - major[0]), self.ndivs
        if parts is None:
            share = 10 ** (_math.log10(step) % 1)
            parts = 5 if _np.isclose(share, [1.0, 2.5, 5.0, 10.0]).any() else 4
        step, first = step / parts, float(major[0])
        low, high = sorted(self.axis.get_view_interval().tolist())
        low, high = (((end - first) // step + 1) * step for end in (low, high))
        return self.raise_if_exceeds(_np.arange(low, high, step) + first)


class LogLocator(Locator):
    def __init__(self, base=10.0, subs=(1.0,), numdecs=4, numticks="auto"):
        self._base, self._n = float(base), numticks or "auto"
        self._subs = "auto" if subs is None else subs

    def nonsingular(self, low, high):
        low, high = min(low, high), max(low, high)
        if not (_math.isfinite(low) and _math.isfinite(high)) or high <= 0:
            return 1, 10
        low = self.axis.get_minpos() if low <= 0 else low
        if low == high:
            power = _math.log(low) / _math.log(self._base)
            low = self._base ** (_math.ceil(power) - 1)
            high = self._base ** (_math.floor(power) + 1)
        return low, high

    def tick_values(self, vmin, vmax):
        n = self._n
        if n == "auto":
            n = 9 if self.axis is None else min(9, max(2, self.axis.get_tick_space()))
        low, high = min(vmin, vmax), max(vmin, vmax)
        base = _math.log(self._base)
        low, high = (_math.log(end) / base for end in (low, high))
        decades = _math.floor(high) - _math.ceil(low)
        stride = (decades + 1) // n + 1
        stride = max(1, decades - 1) if stride >= decades else stride
        powers = _np.arange(_math.floor(low) - stride, _math.ceil(high) + 2 * stride, stride)
        ticks, subs = self._base ** powers.astype(float), self._subs
        if isinstance(subs, str):
            is_wide = high - low > 10 or self._base < 3
            subs = [] if is_wide else _np.arange(2.0 if subs == "auto" else 1.0, self._base)
        if len(subs) == 0 or (len(subs) > 1 or subs[0] != 1) and stride > 1:
            return _np.array([])
        if len(subs) > 1:
            ticks = _np.outer(ticks, subs).ravel()
            ends = self._base**low, self._base**high
            if ((ticks >= ends[0]) & (ticks <= ends[1])).sum() <= 1:
                return AutoLocator().tick_values(*ends)
        return self.raise_if_exceeds(ticks)


class SymmetricalLogLocator(Locator):
    """Powers on both sides of 0."""

    def __init__(self, base=10.0, linthresh=2.0):
        self._base, self._near = base, linthresh

    def tick_values(self, vmin, vmax):
        low, high, near = min(vmin, vmax), max(vmin, vmax), self._near
        log = _math.log10 if self._base == 10 else lambda v: _math.log(v, self._base)

        def decades(first, last):
            return _math.floor(log(first)), _math.ceil(log(last + 1))

        below = decades(max(near, -high), -low) if low < -near else (0, 0)
        above = decades(max(near, low), high) if high > near else (0, 0)
        has_zero = low < -near < high or low < near < high
        n = below[1] - below[0] + above[1] - above[0] + has_zero
        step = max(n // 14, 1)
        left, right = (
            self._base ** _np.arange(*ends, step).astype(float) for ends in (below, above)
        )
        return self.raise_if_exceeds(_np.concatenate([-left[::-1], [0.0] * int(has_zero), right]))


class Formatter:
    axis, locs = None, ()

    def set_axis(self, axis):
        self.axis = axis

    def set_locs(self, locs):
        self.locs = locs

    def get_offset(self):
        return ""

    def format_ticks(self, values):
        self.set_locs(values)
        return [self(value, k) for k, value in enumerate(values)]


class NullFormatter(Formatter):
    def __call__(self, x, pos=None):
        return ""


class FixedFormatter(Formatter):
    def __init__(self, seq):
        self.seq = [str(one) for one in seq]

    def __call__(self, x, pos=None):
        return self.seq[pos] if pos is not None and pos < len(self.seq) else ""


class FuncFormatter(Formatter):
    def __init__(self, func):
        self.func = func

    def __call__(self, x, pos=None):
        return self.func(x, pos)


class FormatStrFormatter(Formatter):
    def __init__(self, fmt):
        self.fmt = fmt

    def __call__(self, x, pos=None):
        return self.fmt % x


class StrMethodFormatter(FormatStrFormatter):
    def __call__(self, x, pos=None):
        return self.fmt.format(x=x, pos=pos)


class PercentFormatter(Formatter):
    def __init__(self, xmax=100, decimals=None, symbol="%", is_latex=False):
        self.xmax, self.decimals, self._symbol = xmax + 0.0, decimals, symbol or ""

    def __call__(self, x, pos=None):
        return self.format_pct(x, abs(_np.subtract(*self.axis.get_view_interval())))

    def format_pct(self, x, display_range):
        digits = self.decimals
        if digits is None:
            span = 100.0 * display_range / self.xmax
            places = _math.ceil(2.0 - _math.log10(2.0 * span)) if span > 0 else 0
            digits = min(5, max(0, places))
        text = f"{100.0 * (x / self.xmax):0.{int(digits)}f}{self._symbol}"
        return text.replace("-", _MINUS)


class ScalarFormatter(Formatter):
    def __init__(self, useOffset=True, useMathText=None, useLocale=None):
        self._uses_offset, self._is_scientific, self._limits = useOffset, True, (-5, 6)
        self.offset, self.orderOfMagnitude, self._digits = 0, 0, 0

    def set_scientific(self, b):
        self._is_scientific = bool(b)

    def set_useOffset(self, value):
        self._uses_offset = value

    def set_powerlimits(self, lims):
        self._limits = tuple(lims)

    def _inside(self):
        low, high = sorted(self.axis.get_view_interval())
        return [v for v in self.locs if low <= v <= high], high - low

    def set_locs(self, locs):
        self.locs = _np.asarray(locs, dtype=float)
        if not len(self.locs):
            return
        inside, span = self._inside()
        self.offset = _shared_part(inside) if self._uses_offset is True else 0
        self.orderOfMagnitude = self._order(span)
        both = self.locs if len(locs) > 1 else [*locs, *self.axis.get_view_interval()]
        both = (_np.asarray(both) - self.offset) / 10.0**self.orderOfMagnitude
        size = _np.ptp(both) or abs(both).max() or 1
        order = _math.floor(_math.log10(size))
        some = both if len(locs) > 1 else both[:-2]
        digits = max(0, 3 - order)
        while digits >= 0 and abs(some - _np.round(some, digits)).max() < 1e-3 * 10**order:
            digits -= 1
        self._digits = digits + 1

    def _order(self, span):
        if not self._is_scientific:
            return 0
        low, high = self._limits
        if low == high != 0:
            return low
        if self.offset:
            order = _math.floor(_math.log10(span))
        else:
            most = float(abs(self.locs).max())
            order = 0 if most == 0 else _math.floor(_math.log10(most))
        return order if order <= low or order >= high else 0

    def __call__(self, x, pos=None):
        if not len(self.locs):
            return ""
        value = (x - self.offset) / 10.0**self.orderOfMagnitude
        value = 0 if abs(value) < 1e-8 else value
        return f"{value:.{self._digits}f}".replace("-", _MINUS)

    def get_offset(self):
        text = f"1e{self.orderOfMagnitude}" if self.orderOfMagnitude else ""
        if self.offset:
            text += f"{self.offset:+.10g}"
        return text.replace("-", _MINUS)


def _shared_part(inside):
    """What all that is inside begins with, where that is four digits or more."""
    if not inside or min(inside) == max(inside) or min(inside) <= 0 <= max(inside):
        return 0
    least, most = sorted((abs(min(inside)), abs(max(inside))))
    top = _math.ceil(_math.log10(most))
    order = 1 + next(k for k in range(top, -400, -1) if least // 10.0**k != most // 10.0**k)
    if (most - least) / 10.0**order <= 1e-2:
        order = 1 + next(k for k in range(top, -400, -1) if most // 10.0**k - least // 10.0**k > 1)
    whole = most // 10.0**order
    return _math.copysign(whole * 10.0**order, inside[0]) if whole >= 1000 else 0


class LogFormatter(Formatter):
    def __init__(self, base=10.0, labelOnlyBase=False, minor_thresholds=None, linthresh=None):
        self._base, self._only_base, self._some = base, labelOnlyBase, None
        self._wide, self._narrow = minor_thresholds or (1, 0.4)

    def set_locs(self, locs=None):
        """Between powers, labels are where the axis is a decade long at most: few, or all."""
        low, high = sorted(self.axis.get_view_interval().tolist())
        decades = _math.log10(high / low) if low > 0 else _math.inf
        first = max(1, int(self._base) // 2)
        if decades > self._wide:
            self._some = [1]
        elif decades > self._narrow:
            self._some = [round(self._base ** (k / first)) for k in range(first + 1)]
        else:
            self._some = None

    def __call__(self, x, pos=None):
        if x == 0:
            return r"$\mathdefault{0}$"
        sign, power = "-" if x < 0 else "", _math.log(abs(x)) / _math.log(self._base)
        whole = round(power)
        if abs(power - whole) < 1e-8:
            return rf"$\mathdefault{{{sign}{self._base:g}^{{{whole}}}}}$"
        whole = _math.floor(power)
        many = self._base ** (power - whole)
        if self._only_base or self._some is not None and round(many) not in self._some:
            return ""
        many = round(many) if abs(many - round(many)) < 1e-8 * many else many
        return rf"$\mathdefault{{{sign}{many:g}\times{self._base:g}^{{{whole}}}}}$"


LogFormatterSciNotation = LogFormatterMathtext = LogFormatter


class EngFormatter(Formatter):
    def __init__(self, unit="", places=None, sep=" "):
        self.unit, self.places, self.sep = unit, places, sep

    def __call__(self, x, pos=None):
        power = 0 if x == 0 else min(8, max(-8, _math.floor(_math.log10(abs(x)) / 3)))
        value = x / 1000.0**power
        digits = "g" if self.places is None else f".{self.places}f"
        if abs(float(f"{value:{digits}}")) >= 1000 and power < 8:
            value, power = value / 1000, power + 1
        prefix = "yzafpn\N{MICRO SIGN}m kMGTPEZY"[power + 8].strip()
        text = f"{value:{digits}}{self.sep}{prefix}{self.unit}".replace("-", _MINUS)
        return text.removesuffix(self.sep) if self.sep and not prefix + self.unit else text


class CategoryLocator(FixedLocator):
    """A place for each name, in the order in which they came."""

    def __init__(self, names):
        self._names = names

    def tick_values(self, vmin, vmax):
        return [*range(len(self._names))]


class CategoryFormatter(Formatter):
    def __init__(self, names):
        self._names = names

    def __call__(self, x, pos=None):
        return self._names[round(x)] if 0 <= round(x) < len(self._names) else ""


def __getattr__(name):
    raise _lacking("matplotlib.ticker", name)
