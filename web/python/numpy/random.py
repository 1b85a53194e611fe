"""Numbers that are drawn: by a seed those of numpy.random.seed() and RandomState."""

import math as _math
import os as _os
import warnings as _warnings

import torch as _torch
from numpy._array import _in, _out, _wrap, array, ndarray, owned
from numpy._array import asarray as _array_of
from numpy._dtype import name_of
from numpy._generator import PCG64 as PCG64
from numpy._generator import Generator as Generator
from numpy._generator import _are_several, _shape, check_binomial, tolerance_of
from numpy._generator import binomial as _binomial
from numpy._generator import default_rng as default_rng
from numpy._laws import LAWS as _LAWS
from numpy._laws import check_fits
from numpy._laws import many as _many
from numpy._memory import in_base
from numpy._scalar import int64
from torch import _engine
from torch._bridge import _to_text
from torch._tensor import _new
from torch._types import _DTYPES, _INT, _INTEGER, _REAL
from torch._types import iinfo as _iinfo


def _text(size):
    if size is None:
        return ""
    return _to_text(_shape(size))


def _checked_seed(seed):
    if seed is None:
        return int.from_bytes(_os.urandom(4), "little")
    if not hasattr(seed, "__index__"):
        if isinstance(seed, (list, tuple, ndarray)):
            raise NotImplementedError("a seed of several numbers is not part of this lab's numpy")
        raise TypeError(f"Cannot cast scalar from dtype({type(seed).__name__!r}) to dtype('int64')")
    if not 0 <= seed < 2**32:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    return seed.__index__()


class _Draws:
    """What the laws are made of."""

    def __init__(self, state):
        self.uniform = lambda: state._uniform(None).item()
        self.normal = lambda: state._normal(None).item()
        self.exponential = lambda: -_math.log(1.0 - self.uniform())
        self.failures = self._failures

    def _failures(self, p):
        """As the older numpy has it: of a small p little is left in 1 - p."""
        if 1.0 - p == 1.0:
            raise NotImplementedError(f"geometric({p}) is not part of this lab's numpy")
        return _math.log1p(-self.uniform()) / _math.log(1.0 - p)


class RandomState:
    """MT19937, as numpy has had it from its first version on."""

    def __init__(self, seed=None):
        self._g = _engine.numpy_new()
        self.seed(seed)

    def __repr__(self):
        return f"{self} at {hex(id(self)).upper().replace('X', 'x')}"

    def __str__(self):
        return "RandomState(MT19937)"

    def seed(self, seed=None):
        _engine.numpy_seed(float(_checked_seed(seed)), self._g)

    # ---- uniform

    def _uniform(self, size):
        return _new(_engine.numpy_uniform(_text(size), self._g))

    def _normal(self, size):
        return _new(_engine.numpy_normal(_text(size), self._g))

    def rand(self, *args):
        return _made(self._uniform(args), args or None)

    def randn(self, *args):
        return _made(self._normal(args), args or None)

    def random_sample(self, size=None):
        return _made(self._uniform(size), size)

    random = random_sample

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high, size = _fitted(low, high, size)
        width = _in(high) - _in(low)
        if not bool(width.isfinite().all()):
            raise OverflowError("Range exceeds valid bounds")
        return _made(self._uniform(size) * (high - low) + low, size)

    # ---- integers

    def randint(self, low, high=None, size=None, dtype=int):
        name = name_of(dtype)
        if _DTYPES[name]._kind > _INTEGER:
            raise TypeError(f"Unsupported dtype dtype('{name}') for randint")
        is_from_zero = high is None
        low, high = (0, low) if is_from_zero else (low, high)
        if _are_several(low, high) and name == "int64":
            return _many(
                lambda _, low, high: self.randint(int(low), int(high)),
                None,
                (low, high),
                size,
                "int64",
            )
        for end in (low, high):
            if not isinstance(end, _REAL):
                raise NotImplementedError(
                    f"randint() between arrays of {name} is not part of this lab's numpy"
                )
        low, high = int(low), int(high)
        if low >= high:
            raise ValueError("high <= 0" if is_from_zero else "low >= high")
        least, most = (0, 1) if name == "bool" else _limits(name)
        if low < least or high - 1 > most:
            raise ValueError(f"{'low' if low < least else 'high'} is out of bounds for {name}")
        if high > 2**63:
            raise NotImplementedError(
                f"limits of randint() from 2**63 on are not part of this lab's numpy, got {high}"
            )
        bits = 1 if name == "bool" else 8 * _DTYPES[name].itemsize
        if bits < 32:
            drawn = self._small(low, high - 1 - low, bits, _shape(size))
        elif high - low > 2**32:
            drawn = self._wide(low, high - 1 - low, _shape(size))
        else:
            drawn = _new(_engine.numpy_randint(_text(size), float(low), float(high), self._g))
        if size is None and dtype is int:
            return drawn.item()
        drawn = drawn.to(_DTYPES[name])
        return _out(drawn) if size is None else _wrap(drawn)

    def _word(self):
        """32 bits."""
        return int(_new(_engine.numpy_randint("", 0.0, 2.0**32, self._g)).item())

    def _wide(self, low, most, shape):
        """Numbers of more than 32 bits, of two draws each."""
        mask, values = (1 << most.bit_length()) - 1, []
        while len(values) < _math.prod(shape):
            value = (self._word() << 32 | self._word()) & mask
            if value <= most:
                values.append(low + value)
        return _torch.tensor(values, dtype=_torch.int64).reshape(shape)

    def _small(self, low, most, bits, shape):
        """Several numbers of few bits come out of one draw of 32."""
        mask, values, parts = (1 << most.bit_length()) - 1, [], []
        while len(values) < _math.prod(shape):
            if most and not parts:
                word = self._word()
                parts = [word >> k & (2**bits - 1) for k in range(32 - bits, -1, -bits)]
            value = parts.pop() & mask if most else 0
            if value <= most:
                values.append(low + value)
        return _torch.tensor(values, dtype=_torch.int64).reshape(shape)

    def random_integers(self, low, high=None, size=None):
        low, high = (1, low) if high is None else (low, high)
        text = f"This function is deprecated. Please call randint({low}, {high} + 1) instead"
        _warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
        made = self.randint(low, high + 1, size)
        return int64(made) if size is None else made

    def binomial(self, n, p, size=None):
        def draw():
            return self._uniform(None).item()

        if not _are_several(n, p):
            check_binomial(n, p)

        def one(n=n, p=p):
            if n == 0 or p == 0:
                draw()  # this generator draws a number also where it needs none
            return _binomial(draw, int(n), p)

        if _are_several(n, p):
            return _many(lambda _, n, p: one(n, p), None, (n, p), size, "int64")
        if size is None:
            return one()
        count = _math.prod(_shape(size))
        made = [one() for _ in range(count)]
        return owned(array(made, dtype=int).reshape(_shape(size)))

    def permutation(self, x):
        if isinstance(x, _INT):
            return _wrap(_new(_engine.numpy_permutation(max(int(x), 0), self._g)))
        rows = _array_of(x)
        if rows._is_text:
            return rows[_wrap(_new(_engine.numpy_permutation(len(rows), self._g)))]
        rows = _in(x)
        return _wrap(rows[_new(_engine.numpy_permutation(rows.shape[0], self._g))])

    def shuffle(self, x):
        order = _new(_engine.numpy_permutation(len(x), self._g)).tolist()
        if isinstance(x, ndarray):
            x[...] = x[order]
        else:
            x[:] = [x[k] for k in order]

    def choice(self, a, size=None, replace=True, p=None):
        """Places are drawn, then what is there."""
        given = None if isinstance(a, _INT) else a
        if given is not None:
            given = a if isinstance(a, ndarray) else array(a)
        if isinstance(given, ndarray) and given.ndim != 1:
            raise ValueError("a must be 1-dimensional")
        n = int(a) if given is None else len(given)
        if n <= 0 and _math.prod(_shape(size)):
            what = "a must be greater than 0" if given is None else "'a' cannot be empty"
            raise ValueError(f"{what} unless no samples are taken")
        share = None if p is None else _checked_shares(p, n)
        if n <= 0:
            places = _torch.zeros(0, dtype=_torch.int64)
            made = _wrap(places.reshape(_shape(size)))
            return made if given is None else array(given[made])
        places = self._places(n, size, share) if replace else self._distinct(n, size, share)
        if size is None:
            place = places.item()
            return place if given is None else given[place]
        made = _wrap(places.reshape(_shape(size)))
        if given is None:
            return made if replace or share is not None else in_base(made)
        return array(given[made])

    def _places(self, n, size, share):
        if share is None:
            return _in(self.randint(0, n, _shape(size)))
        return _searched(share, self._uniform(_shape(size)))

    def _distinct(self, n, size, share):
        count = _math.prod(_shape(size))
        if count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if share is None:
            return _in(self.permutation(n))[:count]
        if sum(value > 0 for value in share) < count:
            raise ValueError("Fewer non-zero entries in p than size")
        found, share = [], list(share)
        while len(found) < count:
            drawn = self._uniform(count - len(found))
            for place in found:
                share[place] = 0.0
            places = _searched(share, drawn).tolist()
            found += list(dict.fromkeys(places))
        return _torch.tensor(found, dtype=_torch.int64)

    # ---- by other laws

    def normal(self, loc=0.0, scale=1.0, size=None):
        loc, scale, size = _fitted(loc, scale, size)
        if bool((_in(scale) < 0).any()):
            raise ValueError("scale < 0")
        return _made(self._normal(size) * scale + loc, size)

    def standard_normal(self, size=None):
        return _made(self._normal(size), size)

    def _draws(self):
        return _Draws(self)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        mean, sigma, size = _fitted(mean, sigma, size)
        if bool((_in(sigma) < 0).any()):
            raise ValueError("sigma < 0")
        return _made((self._normal(size) * sigma + mean).exp(), size)

    def standard_exponential(self, size=None):
        return _made(-(1 - self._uniform(size)).log(), size)

    def exponential(self, scale=1.0, size=None):
        scale, _, size = _fitted(scale, 0.0, size)
        if bool((_in(scale) < 0).any()):
            raise ValueError("scale < 0")
        return _made(-(1 - self._uniform(size)).log() * scale, size)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"numpy.random.{name} is not part of this lab's numpy")


def _limits(name):
    limits = _iinfo(_DTYPES[name])
    return limits.min, limits.max


def _made(tensor, size):
    """An array, or a number of Python's where no size was given."""
    return tensor.item() if size is None else _wrap(tensor)


def _fitted(a, b, size):
    """Two arguments of a law, and the shape that they have together where none is given."""
    if any(isinstance(v, complex) for v in (a, b)):
        raise TypeError("float() argument must be a string or a real number, not 'complex'")
    a, b = (_in(v) if isinstance(v, (ndarray, list, tuple)) else v for v in (a, b))
    if size is None:
        shapes = [v.shape for v in (a, b) if hasattr(v, "shape")]
        size = _torch.broadcast_shapes(*shapes) if any(shapes) else None
    elif any(hasattr(v, "shape") for v in (a, b)):
        shapes = [v.shape for v in (a, b) if hasattr(v, "shape")]
        check_fits(tuple(_shape(size)), _torch.broadcast_shapes(*shapes))
    return a, b, None if size is None else tuple(_shape(size))


def _checked_shares(p, n):
    share = _in(p).to(_torch.float64).tolist()
    if len(share) != n:
        raise ValueError("'a' and 'p' must have same size")
    if any(value != value for value in share):
        raise ValueError("probabilities contain NaN")
    if any(value < 0 for value in share):
        raise ValueError("probabilities are not non-negative")
    if abs(_math.fsum(share) - 1) > tolerance_of(p):
        raise ValueError("probabilities do not sum to 1")
    return share


def _searched(share, drawn):
    sums = _torch.tensor(share, dtype=_torch.float64).cumsum(0)
    return _torch.searchsorted(sums / sums[-1], drawn, right=True)


_OWN = ("exponential", "lognormal")  # which it draws all at once
for _name in _LAWS:
    if _name not in _OWN:
        setattr(RandomState, _name, _LAWS[_name])
_own = RandomState.__new__(RandomState)
_own._g = 0
for _name in (
    """
    seed rand randn random random_sample uniform randint random_integers permutation
    shuffle binomial choice normal standard_normal standard_exponential""".split()
    + list(_LAWS)
):
    globals()[_name] = getattr(_own, _name)
sample = ranf = _own.random_sample


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from numpy._errors import absent

    raise absent(name, "numpy.random")
