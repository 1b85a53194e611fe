"""numpy.random.default_rng: PCG64, seeded by SeedSequence, and what is drawn from it.

Everything is computed in Python's integers and floats, by the algorithms of numpy's own generator.
"""

import math
import os

from numpy import _ziggurat
from numpy._array import array, asarray, ndarray, owned
from numpy._dtype import name_of
from numpy._laws import LAWS, many
from torch._arguments import _whole

_32, _64, _128 = 2**32 - 1, 2**64 - 1, 2**128 - 1
_STEP = 0x2360ED051FC65DA44385DF649FCCF645  # what PCG64 multiplies its state by


# ------------------------------------------------------------------------------- the seed


def _words(entropy):
    """A seed as 32-bit numbers, the lowest first."""
    if isinstance(entropy, (list, tuple, ndarray)):
        return [word for one in entropy for word in _words(int(one))]
    if not hasattr(entropy, "__index__"):
        raise TypeError(f"SeedSequence expects int or sequence of ints for entropy not {entropy!r}")
    entropy = entropy.__index__()
    if entropy < 0:
        raise ValueError("expected non-negative integer")
    words = [entropy & _32]
    while entropy := entropy >> 32:
        words.append(entropy & _32)
    return words


class _Hash:
    """A number that is multiplied on with every use."""

    def __init__(self, start, by):
        self.value, self.by = start, by

    def __call__(self, word):
        word ^= self.value
        self.value = self.value * self.by & _32
        word = word * self.value & _32
        return word ^ word >> 16


def _mix(x, y):
    result = (0xCA01F9DD * x - 0x4973F715 * y) & _32
    return result ^ result >> 16


def _seeded(entropy):
    """Two numbers of 128 bits: where PCG64 starts, and its increment."""
    words, hashed = _words(entropy), _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashed(word) for word in (words + [0] * 4)[:4]]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = _mix(pool[target], hashed(pool[source]))
    for word in words[4:]:
        for target in range(4):
            pool[target] = _mix(pool[target], hashed(word))
    spread = _Hash(0x8B51F9DD, 0x58F38DED)
    state = [spread(pool[k % 4]) for k in range(8)]
    high0, high1, low0, low1 = (state[2 * k] | state[2 * k + 1] << 32 for k in range(4))
    return high0 << 64 | high1, low0 << 64 | low1


# ------------------------------------------------------------------------------- the bits


class PCG64:
    """Permuted congruential generator, of 128 bits, that gives 64 at a time."""

    def __init__(self, seed=None):
        start, increment = _seeded(int.from_bytes(os.urandom(16)) if seed is None else seed)
        self._increment = (increment << 1 | 1) & _128
        self._state = ((self._increment + start) * _STEP + self._increment) & _128
        self._half = None  # the upper 32 bits of a number whose lower ones were given

    def next64(self):
        self._state = state = (self._state * _STEP + self._increment) & _128
        word, shift = (state >> 64 ^ state) & _64, state >> 122
        return (word >> shift | word << (-shift & 63)) & _64

    def next32(self):
        if self._half is None:
            word = self.next64()
            self._half = word >> 32
            return word & _32
        word, self._half = self._half, None
        return word

    def uniform(self):
        return (self.next64() >> 11) / 2**53


# ------------------------------------------------------------- the normal distribution

# Where the tails begin: of the normal one, and of the exponential one.
_EDGE, _LAST = 3.6541528853610088, 7.69711747013104972


def binomial(draw, n, p):
    """How often what happens by a probability p does in n trials: by inversion."""
    check_binomial(n, p)
    if p == 1 and n:
        draw()  # which decides nothing
        return n
    if p > 0.5:
        return n - binomial(draw, n, 1.0 - p)
    if n == 0 or p == 0:
        return 0
    if n * p > 30:
        raise NotImplementedError(
            "binomial() with an expected count above 30 is not part of this lab's numpy"
        )
    none = math.exp(n * math.log(1.0 - p))
    bound = int(min(n, n * p + 10.0 * math.sqrt(n * p * (1.0 - p) + 1)))
    k, share, u = 0, none, draw()
    while u > share:
        k += 1
        if k > bound:
            k, share, u = 0, none, draw()
        else:
            u -= share
            share = (n - k + 1) * p * share / (k * (1.0 - p))
    return k


def check_binomial(n, p):
    """Also where no number is drawn."""
    if n < 0:
        raise ValueError("n < 0")
    if not 0 <= p <= 1:
        raise ValueError("p < 0, p > 1 or p is NaN")


def _check_double(dtype):
    if name_of(dtype) != "float64":
        raise NotImplementedError(f"dtype={dtype!r} of a generator is not part of this lab's numpy")


def _standard_normal(bits):
    certain, width, density = _ziggurat.normal()
    while True:
        word = bits.next64()
        layer, word = word & 0xFF, word >> 8
        sign, part = word & 1, word >> 1 & 0x000FFFFFFFFFFFFF
        x = part * width[layer]
        x = -x if sign else x
        if part < certain[layer]:
            return x
        if layer == 0:
            while True:
                beyond = -math.log1p(-bits.uniform()) / _EDGE
                if -2 * math.log1p(-bits.uniform()) > beyond * beyond:
                    return -(_EDGE + beyond) if part >> 8 & 1 else _EDGE + beyond
        above = (density[layer - 1] - density[layer]) * bits.uniform() + density[layer]
        if above < math.exp(-0.5 * x * x):
            return x


def _standard_exponential(bits):
    certain, width, density = _ziggurat.exponential()
    while True:
        word = bits.next64() >> 3
        layer, part = word & 0xFF, word >> 8
        x = part * width[layer]
        if part < certain[layer]:
            return x
        if layer == 0:
            return _LAST - math.log1p(-bits.uniform())
        above = (density[layer - 1] - density[layer]) * bits.uniform() + density[layer]
        if above < math.exp(-x):
            return x


class _Draws:
    """What the laws are made of."""

    def __init__(self, bits):
        self.uniform = bits.uniform
        self.normal = lambda: _standard_normal(bits)
        self.exponential = lambda: _standard_exponential(bits)
        self.failures = lambda p: -self.exponential() / math.log1p(-p)


# ------------------------------------------------------------------------- whole numbers


def _below(bits, most, width=64):
    """0 to most, each equally likely. width: of the type it is drawn for."""
    if most == 0:
        return 0
    if most <= _32 and width > 16 or width == 32:
        if most == _32:
            return bits.next32()
        return _scaled(bits.next32, most, 32)
    if most == _64:
        return bits.next64()
    return _scaled(bits.next64, most, 64)


def _scaled(draw, most, width):
    count, full = most + 1, 2**width
    product = draw() * count
    if product % full < count:
        least = (full - count) % count
        while product % full < least:
            product = draw() * count
    return product >> width


def _small(bits, most, width, n):
    """Of 1, 8 and 16 bits: several numbers come out of one draw of 32."""
    parts = []

    def draw():
        if not parts:
            word = bits.next32()
            parts.extend(word >> k * width & (2**width - 1) for k in range(32 // width))
        return parts.pop(0)

    if most == 2**width - 1:
        return [draw() for _ in range(n)]
    return [_scaled(draw, most, width) if most else 0 for _ in range(n)]


def _interval(bits, most):
    """0 to most by masking, as shuffle() draws."""
    mask = (1 << most.bit_length()) - 1
    draw = bits.next32 if most <= _32 else bits.next64
    while (value := draw() & mask) > most:
        pass
    return value


# ------------------------------------------------------------------------------ generator

_LIMITS = {
    "bool": (0, 2, 1),
    **{f"uint{n}": (0, 2**n, n) for n in (8, 16, 32, 64)},
    **{f"int{n}": (-(2 ** (n - 1)), 2 ** (n - 1), n) for n in (8, 16, 32, 64)},
}


def _shape(size):
    if size is None:
        return ()
    sizes = (_whole(size),) if _is_whole(size) else tuple(map(_whole, size))
    if any(n < 0 for n in sizes):
        raise ValueError("negative dimensions are not allowed")
    return sizes


def _is_whole(value):
    """An array has __index__ whatever its shape."""
    return hasattr(value, "__index__") and not (isinstance(value, ndarray) and value.ndim)


def _formed(values, size, dtype="float64"):
    """Of drawn numbers an array, or the one number where no size was given."""
    if size is None:
        return values[0] if dtype == "float64" else array(values, dtype=dtype)[0]
    return owned(array(values, dtype=dtype).reshape(_shape(size)))


_ABSENT = """
    bytes f hypergeometric logseries multivariate_hypergeometric negative_binomial
    noncentral_chisquare noncentral_f spawn vonmises wald zipf""".split()


class Generator:
    """Random numbers as numpy's Generator draws them."""

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def __repr__(self):
        return f"Generator(PCG64) at 0x{id(self):X}"

    def __str__(self):
        return "Generator(PCG64)"

    def __getattr__(self, name):
        if name.startswith("_") or name not in _ABSENT:
            raise AttributeError(f"'Generator' object has no attribute '{name}'")
        raise AttributeError(f"numpy.random.Generator.{name} is not part of this lab's numpy")

    def _draws(self):
        return _Draws(self.bit_generator)

    def _many(self, size, draw, *args):
        return [draw(*args) for _ in range(math.prod(_shape(size)))]

    def binomial(self, n, p, size=None):
        draw = self.bit_generator.uniform
        if _are_several(n, p):
            return many(lambda _, n, p: binomial(draw, int(n), p), None, (n, p), size, "int64")
        check_binomial(n, p)
        values = self._many(size, binomial, draw, int(n), p)
        return values[0] if size is None else _formed(values, size, "int64")

    def random(self, size=None, dtype="float64"):
        if name_of(dtype) == "float32":
            values = self._many(size, lambda: (self.bit_generator.next32() >> 8) / 2**24)
            return (
                values[0] if size is None else owned(array(values, "float32").reshape(_shape(size)))
            )
        _check_double(dtype)
        return _formed(self._many(size, self.bit_generator.uniform), size)

    def uniform(self, low=0.0, high=1.0, size=None):
        if _are_several(low, high):
            widths = asarray(high) - asarray(low)
            if not (widths - widths == 0).all():
                raise OverflowError("Range exceeds valid bounds")
            if (widths < 0).any():
                raise ValueError("low > high")

            def one(_, low, high):
                return low + (high - low) * self.bit_generator.uniform()

            return many(one, None, (low, high), size, "float64")
        width = _number("low", high, low)
        if not math.isfinite(width):
            raise OverflowError("high - low range exceeds valid bounds")
        if width < 0:
            raise ValueError("high - low < 0")
        values = self._many(size, self.bit_generator.uniform)
        return _formed([low + width * value for value in values], size)

    def standard_normal(self, size=None, dtype="float64"):
        _check_double(dtype)
        return _formed(self._many(size, _standard_normal, self.bit_generator), size)

    def standard_exponential(self, size=None, dtype="float64", method="zig"):
        _check_double(dtype)
        if method != "zig":
            raise NotImplementedError(f"method={method!r} is not part of this lab's numpy")
        return _formed(self._many(size, _standard_exponential, self.bit_generator), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if _are_several(loc, scale):
            if (asarray(scale) < 0).any():
                raise ValueError("scale < 0")
            draws = self._draws()
            return many(
                lambda _, loc, scale: loc + scale * draws.normal(),
                None,
                (loc, scale),
                size,
                "float64",
            )
        loc = _number("loc", loc)
        if _number("scale", scale) < 0:
            raise ValueError("scale < 0")
        values = self._many(size, _standard_normal, self.bit_generator)
        return _formed([loc + scale * value for value in values], size)

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
        is_from_zero = high is None
        low, high = (0, low) if is_from_zero else (low, high)
        name = name_of(dtype, "float64")
        if name not in _LIMITS:
            raise TypeError(f"Unsupported dtype dtype('{name}') for integers")
        if _are_several(low, high) and name == "int64":
            off = not endpoint

            def one(_, low, high):
                if high - off < low:
                    raise ValueError("low > high" if endpoint else "low >= high")
                return int(low) + _below(self.bit_generator, int(high) - off - int(low))

            return many(one, None, (low, high), size, "int64")
        for end in (low, high):
            if not hasattr(end, "__index__"):
                raise NotImplementedError(
                    "limits of integers() that are not whole numbers are not part of this lab's "
                    f"numpy: {end!r}"
                )
        low = _whole(low)
        least, beyond, width = _LIMITS[name]
        most = _whole(high) - (not endpoint)
        if low < least:
            raise ValueError(f"low is out of bounds for {name}")
        if most >= beyond:
            raise ValueError(f"high is out of bounds for {name}")
        if low > most:
            wrong = "low > high" if endpoint else "low >= high"
            raise ValueError("high < 0" if endpoint else "high <= 0" if is_from_zero else wrong)
        n, bits = math.prod(_shape(size)), self.bit_generator
        if width < 32:
            values = _small(bits, most - low, width, n)
        else:
            values = [_below(bits, most - low, width) for _ in range(n)]
        if size is None and name == "bool":
            return bool(low + values[0])
        return _formed([low + value for value in values], size, name)

    def shuffle(self, x, axis=0):
        if isinstance(x, ndarray):
            lines = x.swapaxes(0, axis)
            lines[...] = lines[array(self._order(len(lines)), dtype="int64")]
            return
        if axis != 0:
            raise NotImplementedError(
                "axis= of shuffle() of a list is not part of this lab's numpy"
            )
        x[:] = [x[k] for k in self._order(len(x))]

    def permuted(self, x, axis=None, out=None):
        """Each line along an axis in an order of its own."""
        if out is not None:
            raise NotImplementedError("out= of permuted() is not part of this lab's numpy")
        made = array(x)
        if not made.ndim:
            raise TypeError("len() of unsized object")
        if axis is None:  # as it lies in memory
            line = made.ravel("K")
            line[...] = line[array(self._order(len(line)), dtype="int64")]
            return made
        lines = made.swapaxes(axis, -1)
        rows = lines.reshape(-1, lines.shape[-1])
        rows = [row[array(self._order(len(row)), dtype="int64")] for row in rows]
        lines[...] = array(rows).reshape(lines.shape)
        return made

    def _order(self, n):
        """Fisher and Yates's, from the end."""
        places = list(range(n))
        for k in range(n - 1, 0, -1):
            other = _interval(self.bit_generator, k)
            places[k], places[other] = places[other], places[k]
        return places

    def permutation(self, x, axis=0):
        if _is_whole(x):
            return array(self._order(_whole(x)), dtype="int64")
        rows = asarray(x)
        return rows.take(array(self._order(rows.shape[axis]), dtype="int64"), axis)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        axis = 0 if _is_whole(a) else axis
        n = _whole(a) if _is_whole(a) else len(a) if axis == 0 else asarray(a).shape[axis]
        count = math.prod(_shape(size))
        if n <= 0 and count:
            what = "must be a positive integer" if _is_whole(a) else "cannot be empty"
            raise ValueError(f"a {what} unless no samples are taken")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if p is not None:
            places = self._by_weights(n, count, p, replace)
        elif replace:
            places = [_below(self.bit_generator, n - 1) for _ in range(count)]
        else:
            places = self._distinct(n, count, shuffle)
        chosen = array(places, dtype="int64")
        if not _is_whole(a):
            chosen = asarray(a)[chosen] if axis == 0 else asarray(a).take(chosen, axis)
        if axis != 0:
            kept = list(chosen.shape)
            kept[axis : axis + 1 or None] = _shape(size)
            return chosen.reshape(kept)
        if size is None:
            return chosen.item() if _is_whole(a) else chosen[0]
        return owned(chosen.reshape(*_shape(size), *chosen.shape[1:]))

    def _by_weights(self, n, count, p, replace):
        import bisect
        from itertools import accumulate

        most = tolerance_of(p)
        p = [float(value) for value in p]
        if len(p) != n:
            raise ValueError("a and p must have same size")
        if any(value != value for value in p):
            raise ValueError("probabilities contain NaN")
        if any(value < 0 for value in p):
            raise ValueError("probabilities are not non-negative")
        if abs(math.fsum(p) - 1) > most:
            raise ValueError("probabilities do not sum to 1")
        if replace:
            sums = list(accumulate(p))
            sums = [value / sums[-1] for value in sums]
            drawn = [self.bit_generator.uniform() for _ in range(count)]
            return [bisect.bisect_right(sums, value) for value in drawn]
        if sum(value > 0 for value in p) < count:
            raise ValueError("Fewer non-zero entries in p than size")
        found = []
        while len(found) < count:
            drawn = [self.bit_generator.uniform() for _ in range(count - len(found))]
            for place in found:
                p[place] = 0.0
            sums = list(accumulate(p))
            sums = [value / sums[-1] for value in sums]
            places = [bisect.bisect_right(sums, value) for value in drawn]
            found += dict.fromkeys(places)
        return found

    def _distinct(self, n, count, shuffle):
        if n > 10000 and count > n // (50 if shuffle else 20):
            return self._mixed(list(range(n)), max(n - count, 1))[n - count :]
        found, taken = [], set()
        for k in range(n - count, n):  # Floyd's
            value = _below(self.bit_generator, k)
            value = k if value in taken else value
            taken.add(value)
            found.append(value)
        return self._mixed(found) if shuffle else found

    def _mixed(self, places, first=1):
        """From the end down to that place, as choice() does."""
        for k in range(len(places) - 1, first - 1, -1):
            other = _below(self.bit_generator, k)
            places[k], places[other] = places[other], places[k]
        return places


for _name, _method in LAWS.items():
    setattr(Generator, _name, _method)


def _are_several(*values):
    return any(isinstance(v, (list, tuple)) or getattr(v, "ndim", 0) for v in values)


def _number(name, value, less=0):
    if (
        not hasattr(value, "__float__")
        or not hasattr(less, "__float__")
        or isinstance(value, ndarray)
    ):
        raise NotImplementedError(f"{name}= that is no number is not part of this lab's numpy")
    return float(value) - float(less)


def default_rng(seed=None):
    """A generator of its own; by one seed always the same numbers, those of numpy."""
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


def tolerance_of(p):
    """How far shares may be from 1 in sum: by the type of their array."""
    name = p.dtype.name if isinstance(p, ndarray) else "float64"
    return {"float16": 2.0**-5, "float32": 2.0**-11.5}.get(name, 2.0**-26)
