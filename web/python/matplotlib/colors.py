"""Colours, maps of colours, and norms: from numbers to places in a map."""

import math as _math

import numpy as _np
from matplotlib import _maps
from matplotlib._arguments import lacking as _lacking
from matplotlib._arguments import refusal as _refusal
from matplotlib._colours import each as _each_of
from matplotlib._colours import paint as _paint
from matplotlib._colours import rgba as to_rgba

_HOT = (0.365079, 0.746032)
_SEGMENTS = {  # of red, green and blue: places and heights
    "autumn": ((0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 1, 0)),
    "binary": ((0, 1, 1, 0),) * 3,
    "bone": (
        (0, 0, _HOT[1], 0.652778, 1, 1),
        (0, 0, _HOT[0], 0.319444, _HOT[1], 0.777778, 1, 1),
        (0, 0, _HOT[0], 0.444444, 1, 1),
    ),
    "brg": ((0, 0, 0.5, 1, 1, 0), (0, 0, 0.5, 0, 1, 1), (0, 1, 0.5, 0, 1, 0)),
    "cool": ((0, 0, 1, 1), (0, 1, 1, 0), (0, 1, 1, 1)),
    "copper": ((0, 0, 0.809524, 1, 1, 1), (0, 0, 1, 0.7812), (0, 0, 1, 0.4975)),
    "gray": ((0, 0, 1, 1),) * 3,
    "hot": (
        (0, 0.0416, _HOT[0], 1, 1, 1),
        (0, 0, _HOT[0], 0, _HOT[1], 1, 1, 1),
        (0, 0, _HOT[1], 0, 1, 1),
    ),
    "hsv": (
        (0, 1, 0.15873, 1, 0.174603, 0.96875, 0.333333, 0.03125, 0.349206, 0)
        + (0.666667, 0, 0.68254, 0.03125, 0.84127, 0.96875, 0.857143, 1, 1, 1),
        (0, 0, 0.15873, 0.9375, 0.174603, 1, 0.507937, 1, 0.666667, 0.0625, 0.68254, 0, 1, 0),
        (0, 0, 0.333333, 0, 0.349206, 0.0625, 0.507937, 1, 0.84127, 1, 0.857143, 0.9375)
        + (1, 0.09375),
    ),
    "jet": (
        (0, 0, 0.35, 0, 0.66, 1, 0.89, 1, 1, 0.5),
        (0, 0, 0.125, 0, 0.375, 1, 0.64, 1, 0.91, 0, 1, 0),
        (0, 0.5, 0.11, 1, 0.34, 1, 0.65, 0, 1, 0),
    ),
    "seismic": (
        (0, 0, 0.25, 0, 0.5, 1, 0.75, 1, 1, 0.5),
        (0, 0, 0.25, 0, 0.5, 1, 0.75, 0, 1, 0),
        (0, 0.3, 0.25, 1, 0.5, 1, 0.75, 0, 1, 0),
    ),
    "spring": ((0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 1, 0)),
    "summer": ((0, 0, 1, 1), (0, 0.5, 1, 1), (0, 0.4, 1, 0.4)),
    "terrain": (
        (0, 0.2, 0.15, 0, 0.25, 0, 0.5, 1, 0.75, 0.5, 1, 1),
        (0, 0.2, 0.15, 0.6, 0.25, 0.8, 0.5, 1, 0.75, 0.36, 1, 1),
        (0, 0.6, 0.15, 1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.33, 1, 1),
    ),
    "winter": ((0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 1, 0.5)),
    "gist_rainbow": (
        (0, 1, 0.03, 1, 0.215, 1, 0.4, 0, 0.586, 0, 0.77, 0, 0.954, 1, 1, 1),
        (0, 0, 0.03, 0, 0.215, 1, 0.4, 1, 0.586, 1, 0.77, 0, 0.954, 0, 1, 0),
        (0, 0.16, 0.03, 0, 0.215, 0, 0.4, 0, 0.586, 1, 0.77, 1, 0.954, 1, 1, 0.75),
    ),
}


def _steps(*heights):
    """Heights at equal distances."""
    return tuple(v for k, height in enumerate(heights) for v in (k / (len(heights) - 1), height))


_SEGMENTS["CMRmap"] = (
    _steps(0, 0.15, 0.3, 0.6, 1, 0.9, 0.9, 0.9, 1),
    _steps(0, 0.15, 0.15, 0.2, 0.25, 0.5, 0.75, 0.9, 1),
    _steps(0, 0.5, 0.75, 0.5, 0.15, 0, 0.1, 0.5, 1),
)
_SEGMENTS["Wistia"] = tuple(
    _steps(*(v / 255 for v in row))
    for row in ((228, 255, 255, 255, 252), (255, 232, 189, 160, 127), (122, 26, 0, 0, 0))
)
_SEGMENTS["nipy_spectral"] = (
    _steps(0, 0.4667, 0.5333, *[0] * 10, 0.7333, 0.9333, 1, 1, 1, 0.8667, 0.8, 0.8),
    _steps(
        *(*[0] * 5, 0.4667, 0.6, 0.6667, 0.6667, 0.6, 0.7333, 0.8667),
        *(1, 1, 0.9333, 0.8, 0.6, 0, 0, 0, 0.8),
    ),
    _steps(0, 0.5333, 0.6, 0.6667, 0.8667, 0.8667, 0.8667, 0.6667, 0.5333, *[0] * 11, 0.8),
)
_SEGMENTS["gist_yarg"], _SEGMENTS["gist_gray"] = _SEGMENTS["binary"], _SEGMENTS["gray"]
_FORMULAS = {
    "afmhot": (lambda x: 2 * x, lambda x: 2 * x - 0.5, lambda x: 2 * x - 1),
    "gist_heat": (lambda x: 1.5 * x, lambda x: 2 * x - 1, lambda x: 4 * x - 3),
    "gnuplot": (_np.sqrt, lambda x: x**3, lambda x: _np.sin(2 * _math.pi * x)),
    "rainbow": (
        lambda x: abs(2 * x - 0.5),
        lambda x: _np.sin(_math.pi * x),
        lambda x: _np.cos(_math.pi / 2 * x),
    ),
    "flag": tuple(
        lambda x, m=much, s=shift: m * _np.sin((31.5 * x + s) * _math.pi) + (0.5 if s else 0)
        for much, shift in ((0.75, 0.25), (1, 0), (0.75, -0.25))
    ),
    "prism": tuple(
        lambda x, m=much, s=shift, b=base: m * _np.sin((20.9 * x + s) * _math.pi) + b
        for much, shift, base in ((0.75, 0.25, 0.67), (0.75, -0.25, 0.33), (-1.1, 0, 0))
    ),
    "gnuplot2": (
        lambda x: x / 0.32 - 0.78125,
        lambda x: 2 * x - 0.84,
        lambda x: _np.where(x < 0.25, 4 * x, _np.where(x < 0.92, 1.84 - 2 * x, x / 0.08 - 11.5)),
    ),
    "ocean": (lambda x: 3 * x - 2, lambda x: abs(3 * x - 1) / 2, lambda x: x),
    "cubehelix": tuple(
        lambda x, p=cos, q=sin: (
            x
            + x
            * (1 - x)
            / 2
            * (p * _np.cos(_math.pi * (1 / 3 - 3 * x)) + q * _np.sin(_math.pi * (1 / 3 - 3 * x)))
        )
        for cos, sin in ((-0.14861, 1.78277), (-0.29227, -0.90649), (1.97294, 0))
    ),
}
_TABLES = {
    words[0]: "".join(words[1:])
    for text in (_maps.KNOTS, _maps.LISTS)
    for words in [one.split() for one in text.replace("\n        ", "").strip().split("\n")]
}
_LISTS = [line.split()[0] for line in _maps.LISTS.replace("\n        ", "").strip().split("\n")]
_NAMES = [
    *_maps.CURVES,
    *_SEGMENTS,
    *_FORMULAS,
    *_TABLES,
    "coolwarm",
    "Grays",
    "grey",
    "twilight_shifted",
]
_WITHOUT = "gist_earth gist_ncar gist_stern pink".split()
_REGISTERED = {}


def known(name, error=ValueError):
    """Raises what matplotlib raises of a colour map that it does not have."""
    base = str(name).removesuffix("_r")
    if base in _WITHOUT:
        raise _refusal(f"the colour map {name!r}", "take 'viridis', 'RdBu' or 'hsv' in its place")
    if base not in _NAMES and name not in _REGISTERED:
        if error is AttributeError:
            raise AttributeError(f"module 'matplotlib.cm' has no attribute {name!r}", name=name)
        raise error(f"{name!r} is not a valid value for name; see matplotlib.colormaps")


def _bytes(text):
    return _np.array([*bytes.fromhex(text)]).reshape(-1, 3) / 255


def _curve(text):
    from base64 import b85decode

    values, value, shift = [], 0, 0
    for byte in b85decode(text):
        value, shift = value + ((byte & 127) << shift), shift + 7
        if byte < 128:
            values.append(-((value + 1) // 2) if value % 2 else value // 2)
            value = shift = 0
    rows = _np.array(values).reshape(3, -1)
    first, steps = rows[:, :1], rows[:, 1:].cumsum(1)
    return (_np.concatenate([first, first + steps.cumsum(1)], 1) / 1e6).T


def _between(columns, n):
    """n rows of colours between places of red, green and blue."""
    at = _np.linspace(0, 1, n)
    made = [_np.interp(at, places[::2], places[1::2]) for places in columns]
    return _np.stack(made, 1)


def _evenly(colours, n):
    places = _np.linspace(0, 1, len(colours))
    return _np.stack(
        [_np.interp(_np.linspace(0, 1, n), places, c) for c in _np.array(colours).T], 1
    )


_tables = {}


def _table(name, n):
    """The colours of a map, n or, where it is a list, as many as that has."""
    if (name, n) in _tables:
        return _tables[name, n]
    base = {"Grays": "Greys", "grey": "gray"}.get(name, name)
    if name.endswith("_r"):
        made = _table(name[:-2], n)[::-1]
    elif base == "twilight_shifted":
        whole = _table("twilight", None)
        made = _np.concatenate([whole[len(whole) // 2 :], whole[: len(whole) // 2]])[::-1]
    elif base in _maps.CURVES:
        made = _curve(_maps.CURVES[base])
    elif base in _LISTS:
        made = _bytes(_TABLES[base])
    elif base in _TABLES:
        made = _evenly(_bytes(_TABLES[base]), n or 256)
    elif base == "coolwarm":
        made = _evenly(
            _np.array([float(v) for v in _maps.COOLWARM.split()]).reshape(3, -1).T, n or 256
        )
    elif base in _SEGMENTS:
        made = _between(_SEGMENTS[base], n or 256)
    else:
        at = _np.linspace(0, 1, n or 256)
        made = _np.clip(_np.stack([of(at) for of in _FORMULAS[base]], 1), 0, 1)
    if n and len(made) != n:  # of a list some colours
        made = made[_np.round(_np.linspace(0, len(made) - 1, n)).astype(int)]
    _tables[name, n] = made
    return made


def get_cmap(name=None, lut=None):
    if isinstance(name, Colormap):
        return name
    if name is None:
        from matplotlib._settings import rcParams

        name = rcParams["image.cmap"]
    if isinstance(name, str) and name in _REGISTERED:
        return _REGISTERED[name]
    known(name)
    return Colormap(name, lut)


class Colormap:
    def __init__(self, name, N=None):
        self.name, self._rows = name, None
        self.N = len(self.table()) if N is None else N
        self._ends, self._bad = {}, (0.0, 0.0, 0.0, 0.0)
        self.colorbar_extend = False
        if name.removesuffix("_r") in (*_maps.CURVES, *_LISTS, "twilight_shifted"):
            self.colors = self.table().tolist()

    def table(self):
        """Rows of red, green and blue."""
        return _table(self.name, getattr(self, "N", None)) if self._rows is None else self._rows

    def __call__(self, X, alpha=None, bytes=False):
        is_one = (
            not hasattr(X, "__len__") and not hasattr(X, "shape") or getattr(X, "shape", 1) == ()
        )
        values = _np.asarray(X.tolist() if hasattr(X, "tolist") else X)
        rows = self.table()
        n = len(rows)
        if values.dtype.kind == "f":
            bad = _np.isnan(values)
            scaled = _np.where(bad, 0, values) * n
            at = _np.floor(_np.clip(_np.where(scaled == n, n - 1, scaled), -1, n)).astype(int)
        else:
            at, bad = _np.clip(values.astype(int), -1, n), _np.zeros(values.shape, bool)
        full = _np.concatenate([rows, _np.ones((n, 1))], 1)
        ends = [self._ends.get("under", full[0]), self._ends.get("over", full[-1]), self._bad]
        full = _np.concatenate([full, [to_rgba(tuple(map(float, end))) for end in ends]])
        at = _np.where(bad, n + 2, _np.where(at < 0, n, _np.where(at >= n, n + 1, at)))
        made = full[at]
        if alpha is not None:
            made[..., 3] = alpha
        made = (made * 255).astype(_np.uint8) if bytes else made
        return tuple(made.tolist()) if is_one else made

    def set_under(self, color="k", alpha=None):
        self._ends["under"] = to_rgba(color, alpha)

    def set_over(self, color="k", alpha=None):
        self._ends["over"] = to_rgba(color, alpha)

    def set_bad(self, color="k", alpha=None):
        self._bad = to_rgba(color, alpha)

    def get_bad(self):
        return _np.array(self._bad)

    def copy(self):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._ends = dict(self._ends)
        return made

    __copy__ = copy

    def reversed(self, name=None):
        made = self.copy()
        made.name = name or (self.name[:-2] if self.name.endswith("_r") else f"{self.name}_r")
        made._rows = self.table()[::-1]
        return made

    def resampled(self, lutsize):
        made = self.copy()
        made.N = lutsize
        made._rows = (
            _evenly(self.table(), lutsize) if self._rows is not None else _table(self.name, lutsize)
        )
        return made

    def __eq__(self, other):
        return isinstance(other, Colormap) and (self.table() == other.table()).all()


class ListedColormap(Colormap):
    def __init__(self, colors, name="from_list", N=None):
        self.colors = _each_of(colors)
        rows = [to_rgba(one)[:3] for one in self.colors]
        self._rows = _np.array([rows[k % len(rows)] for k in range(N or len(rows))])
        super().__init__(name, len(self._rows))
        self._rows = _np.array([rows[k % len(rows)] for k in range(N or len(rows))])
        self.colors = _each_of(colors)


class LinearSegmentedColormap(Colormap):
    def __init__(self, name, segmentdata, N=256, gamma=1.0):
        if gamma != 1 or any(callable(part) for part in segmentdata.values()):
            raise _refusal("LinearSegmentedColormap(gamma=...) and functions of colours")
        columns = [segmentdata[part] for part in ("red", "green", "blue")]
        if any(left != right for rows in columns for _, left, right in rows):
            raise _refusal("LinearSegmentedColormap of colours that jump")
        rows = _between([[v for row in rows for v in row[:2]] for rows in columns], N)
        super().__init__(name, N)
        self._rows = rows

    @classmethod
    def from_list(cls, name, colors, N=256, gamma=1.0):
        colors = _each_of(colors)
        if isinstance(colors[0], (tuple, list)) and len(colors[0]) == 2:
            places, colors = zip(*colors)
        else:
            places = _np.linspace(0, 1, len(colors)).tolist()
        columns = [*zip(*(to_rgba(one) for one in colors))][:3]
        names = ("red", "green", "blue")
        return cls(name, {n: [*zip(places, c, c)] for n, c in zip(names, columns)}, N, gamma)


# ------------------------------------------------------------------------ norms


class Normalize:
    """From one limit to the other; what is None, the numbers decide."""

    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin, self.vmax, self.clip = (*map(_plain, (vmin, vmax)), clip)

    def _from(self, v):
        return v

    def _to(self, t):
        return t

    def __call__(self, value, clip=None):
        is_one = not hasattr(value, "__len__") or getattr(value, "shape", 1) == ()
        values = _np.asarray(value.tolist() if hasattr(value, "tolist") else value, dtype=float)
        self.autoscale_None(values)
        if self.vmin > self.vmax:
            raise ValueError("minvalue must be less than or equal to maxvalue")
        if self.clip if clip is None else clip:
            values = _np.clip(values, self.vmin, self.vmax)
        made = self._share(values)
        return float(made) if is_one else made

    def _share(self, values):
        low, high = (
            float(self._from(_np.asarray(end, dtype=float))) for end in (self.vmin, self.vmax)
        )
        if low == high:
            return values * 0.0
        return (self._from(values) - low) / (high - low)

    def inverse(self, value):
        low, high = (
            float(self._from(_np.asarray(end, dtype=float))) for end in (self.vmin, self.vmax)
        )
        return self._to(low + _np.asarray(value, dtype=float) * (high - low))

    def _fit(self, values):
        return values[_np.isfinite(values)]

    def autoscale_None(self, A):
        A = _np.asarray(A)
        A = self._fit(A if A.dtype.kind in "iu" else A.astype(float))
        self.vmin = A.min().item() if self.vmin is None and A.size else self.vmin
        self.vmax = A.max().item() if self.vmax is None and A.size else self.vmax

    def autoscale(self, A):
        self.vmin = self.vmax = None
        self.autoscale_None(A)

    def scaled(self):
        return self.vmin is not None and self.vmax is not None


def _plain(v):
    return None if v is None else float(v)


class NoNorm(Normalize):
    def __call__(self, value, clip=None):
        return value


class LogNorm(Normalize):
    def _fit(self, values):
        return values[_np.isfinite(values) & (values > 0)]

    def _share(self, values):
        if self.vmin <= 0:
            raise ValueError("Invalid vmin or vmax")
        return super()._share(values)

    def _from(self, v):
        return _np.log10(_np.where(v > 0, v, _np.nan))

    def _to(self, t):
        return 10.0**t


class PowerNorm(Normalize):
    def __init__(self, gamma, vmin=None, vmax=None, clip=False):
        super().__init__(vmin, vmax, clip)
        self.gamma = gamma

    def _share(self, values):
        shares = (values - self.vmin) / ((self.vmax - self.vmin) or 1)
        return _np.where(shares < 0, shares, abs(shares) ** self.gamma)

    def inverse(self, value):
        return (
            _np.asarray(value, dtype=float) ** (1 / self.gamma) * (self.vmax - self.vmin)
            + self.vmin
        )


class SymLogNorm(Normalize):
    def __init__(self, linthresh, linscale=1.0, vmin=None, vmax=None, clip=False, *, base=10):
        super().__init__(vmin, vmax, clip)
        self.linthresh, self._base = linthresh, base
        self._linear = linscale / (1.0 - 1.0 / base)

    def _from(self, v):
        t = self.linthresh
        far = _np.log(_np.maximum(abs(v), t) / t) / _math.log(self._base)
        return _np.where(abs(v) > t, _np.sign(v) * t * (self._linear + far), v * self._linear)

    def _to(self, v):
        t = self.linthresh
        far = _np.sign(v) * t * self._base ** (abs(v) / t - self._linear)
        return _np.where(abs(v) > t * self._linear, far, v / self._linear)


class TwoSlopeNorm(Normalize):
    def __init__(self, vcenter, vmin=None, vmax=None):
        if vmin is not None and vmin >= vcenter or vmax is not None and vmax <= vcenter:
            raise ValueError("vmin, vcenter, and vmax must be in ascending order")
        super().__init__(vmin, vmax)
        self.vcenter = vcenter

    def autoscale_None(self, A):
        super().autoscale_None(A)
        self.vmin, self.vmax = min(self.vmin, self.vcenter), max(self.vmax, self.vcenter)

    def _share(self, values):
        places = [self.vmin, self.vcenter, self.vmax]
        shares = _np.interp(values, places, [0, 0.5, 1])
        return _np.where(values < self.vmin, -0.1, _np.where(values > self.vmax, 1.1, shares))

    def inverse(self, value):
        return _np.interp(value, [0, 0.5, 1], [self.vmin, self.vcenter, self.vmax])


class CenteredNorm(Normalize):
    def __init__(self, vcenter=0, halfrange=None, clip=False):
        super().__init__(clip=clip)
        self.vcenter = vcenter
        self.halfrange = halfrange

    @property
    def halfrange(self):
        return None if self.vmax is None else self.vmax - self.vcenter

    @halfrange.setter
    def halfrange(self, half):
        self.vmin = None if half is None else self.vcenter - abs(half)
        self.vmax = None if half is None else self.vcenter + abs(half)

    def autoscale_None(self, A):
        A = self._fit(_np.asarray(A, dtype=float))
        if self.vmax is None and A.size:
            self.halfrange = max(self.vcenter - float(A.min()), float(A.max()) - self.vcenter)


class BoundaryNorm(Normalize):
    def __init__(self, boundaries, ncolors, clip=False, *, extend="neither"):
        if extend != "neither":
            raise _refusal("BoundaryNorm(extend=...)")
        super().__init__(boundaries[0], boundaries[-1], clip)
        self.boundaries, self.Ncmap = _np.asarray(boundaries), ncolors
        self._n = len(boundaries) - 1

    def __call__(self, value, clip=None):
        values = _np.asarray(value.tolist() if hasattr(value, "tolist") else value, dtype=float)
        at = _np.searchsorted(self.boundaries, values, side="right") - 1
        if self.Ncmap > self._n:
            at = (
                (at * 0 + (self.Ncmap - 1) // 2)
                if self._n == 1
                else _np.floor((self.Ncmap - 1) / (self._n - 1) * at)
            )
        at = _np.where(values < self.vmin, -1, _np.where(values >= self.vmax, self.Ncmap, at))
        return at.astype(int) if at.shape else int(at)


# ------------------------------------------------------------------------ colours


def to_rgb(c):
    return to_rgba(c)[:3]


def to_hex(c, keep_alpha=False):
    *parts, alpha = to_rgba(c)
    return "#" + "".join(
        f"{round(255 * v):02x}" for v in (*parts, *([alpha] if keep_alpha else []))
    )


def to_rgba_array(c, alpha=None):
    return _np.array([to_rgba(one, alpha) for one in _each_of(c)])


def is_color_like(c):
    try:
        return to_rgba(c) is not None
    except (ValueError, TypeError):
        return False


def same_color(c1, c2):
    return to_rgba(c1) == to_rgba(c2)


def for_page(cmap, norm):
    """The colours of a map as one text, and where each begins; linear ones only the limits."""
    rows = cmap.table()
    text = "".join(f"{v:02x}" for v in _np.round(rows * 255).astype(int).ravel().tolist())
    made = {"colours": text, "low": norm.vmin, "high": norm.vmax}
    if isinstance(norm, BoundaryNorm):
        edges = norm.boundaries.tolist()
        middles = [(a + b) / 2 for a, b in zip(edges, edges[1:])]
        at = [min(len(rows) - 1, norm(v)) for v in middles]
        made["colours"] = "".join(text[6 * k : 6 * k + 6] for k in at)
        made["edges"] = edges
    elif type(norm) is not Normalize and type(norm) is not CenteredNorm and norm.scaled():
        made["edges"] = norm.inverse(_np.linspace(0, 1, len(rows) + 1)).tolist()
    made["ends"] = [_paint(cmap._ends.get(end)) for end in ("under", "over")]
    made["bad"] = _paint(cmap._bad)
    return made


def __getattr__(name):
    raise _lacking("matplotlib.colors", name)


CSS4_COLORS = dict(
    zip(_maps.NAMED.split()[::2], ("#" + v.upper() for v in _maps.NAMED.split()[1::2]))
)
TABLEAU_COLORS = {
    f"tab:{name}": to_hex(f"tab:{name}")
    for name in "blue orange green red purple brown pink gray olive cyan".split()
}
BASE_COLORS = {letter: to_rgb(letter) for letter in "bgrcmykw"}
