"""poly1d: a polynomial by its coefficients, the highest power first."""

import re as _re

import numpy as np

_POWER = _re.compile(r"\*\*([0-9]*)")


def _of(value):
    return value.coeffs if isinstance(value, poly1d) else np.atleast_1d(value)


class poly1d:
    __module__ = "numpy"
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self._variable, self._coeffs = c_or_r._variable, c_or_r._coeffs
        else:
            given = np.poly(c_or_r) if r else np.atleast_1d(c_or_r)
            if given.ndim > 1:
                raise ValueError("Polynomial must be 1d only.")
            places = np.nonzero(given)[0]
            self._coeffs = given[int(places[0]) :] if len(places) else np.zeros(1, given.dtype)
            self._variable = "x"
        self._variable = variable or self._variable

    @property
    def coeffs(self):
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs
    order = o = property(lambda self: len(self._coeffs) - 1)
    roots = r = property(lambda self: np.roots(self._coeffs))
    variable = property(lambda self: self._variable)

    def __call__(self, val):
        return polyval(self, val)

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self._coeffs)

    def __array__(self, *_):
        return self._coeffs

    def __repr__(self):
        return f"poly1d({repr(self._coeffs)[6:-1]})"

    def __str__(self):
        terms = []
        for k, value in enumerate(self._coeffs):
            power, number = self.order - k, _text(value)
            if number != "0" or not terms and not power:
                name = f"**{power}" if power > 1 else ""
                terms.append(f"{number} {self._variable}{name}" if power else number)
        text = terms[0]
        for term in terms[1:]:
            text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
        return _raised(text)

    def __getitem__(self, power):
        if power > self.order or power < 0:
            return self._coeffs.dtype.type(0)
        return self._coeffs[self.order - power]

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError("Does not support negative powers.")
        if power > self.order:
            zeros = np.zeros(power - self.order, self._coeffs.dtype)
            self._coeffs = np.concatenate((zeros, self._coeffs))
        self._coeffs[self.order - power] = value

    def __neg__(self):
        return poly1d(-self._coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return poly1d(np.polyadd(self._coeffs, _of(other)))

    __radd__ = __add__

    def __sub__(self, other):
        return poly1d(np.polysub(self._coeffs, _of(other)))

    def __rsub__(self, other):
        return poly1d(np.polysub(_of(other), self._coeffs))

    def __mul__(self, other):
        if np.ndim(other) == 0 and not isinstance(other, poly1d):
            return poly1d(self._coeffs * other)
        return poly1d(np.polymul(self._coeffs, _of(other)))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if np.ndim(other) == 0 and not isinstance(other, poly1d):
            return poly1d(self._coeffs / other)
        return polydiv(self, poly1d(other))

    def __pow__(self, power):
        if not hasattr(power, "__index__") or power < 0:
            raise ValueError("Power to non-negative integers only.")
        made = poly1d([1])
        for _ in range(power):
            made = self * made
        return made

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        is_as_long = self._coeffs.shape == other._coeffs.shape
        return is_as_long and (self._coeffs == other._coeffs).all()

    def deriv(self, m=1):
        return poly1d(np.polyder(self._coeffs, m))

    def integ(self, m=1, k=0):
        made = self._coeffs
        constants = list(np.atleast_1d(k)) * (m if np.size(k) == 1 else 1)
        for constant in constants[:m]:
            made = np.polyint(made)
            made[-1] = constant
        return poly1d(made)


def _text(value):
    """By four digits, and without a point where none is needed."""
    if isinstance(value, complex):
        if value.imag:
            raise NotImplementedError(
                "polynomials of complex numbers as text are not part of this lab's numpy"
            )
        value = value.real
    text = f"{float(value):.4g}"
    return text.removesuffix(".0000")


def _raised(text, most=70):
    """The powers on a line above."""
    lines, above, below, last = [], "", "", 0
    for found in _POWER.finditer(text):
        part, power = text[last : found.start()], found[1]
        last = found.end()
        parts = " " * (len(part) - 1) + power, part + " " * (len(power) - 1)
        if max(len(above + parts[0]), len(below + parts[1])) > most:
            lines += [above, below]
            above, below = "", ""
        above, below = above + parts[0], below + parts[1]
    return (
        " "
        + "\n ".join("\n".join(pair) for pair in zip(lines[::2], lines[1::2]))
        + ("\n " if lines else "")
        + f"{above}\n{below}{text[last:]}"
    )


def polyval(p, x):
    made = np.polyval(_of(p), x) if not isinstance(x, poly1d) else None
    if made is not None:
        return made
    made = 0
    for factor in _of(p):
        made = x * made + factor
    return made


def polydiv(u, v):
    is_poly = isinstance(u, poly1d) or isinstance(v, poly1d)
    u, v = _of(u) + 0.0, _of(v) + 0.0
    m, n = len(u) - 1, len(v) - 1
    quotient = np.zeros(max(m - n + 1, 1), np.result_type(u, v))
    rest, scale = u.astype(quotient.dtype), 1.0 / v[0]
    for k in range(m - n + 1):
        quotient[k] = scale * rest[k]
        rest[k : k + n + 1] -= quotient[k] * v
    while len(rest) > 1 and np.allclose(rest[0], 0, rtol=1e-14):
        rest = rest[1:]
    return (poly1d(quotient), poly1d(rest)) if is_poly else (quotient, rest)
