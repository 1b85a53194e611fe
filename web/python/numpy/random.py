"""Numbers that are drawn: by a seed those of numpy.random.seed()."""

from numpy._array import _in, _out, _wrap
from numpy._generator import PCG64 as PCG64
from numpy._generator import Generator as Generator
from numpy._generator import default_rng as default_rng
from torch import _engine
from torch._bridge import _to_text
from torch._tensor import _new


def _text(size):
    if size is None:
        return ""
    return str(size) if isinstance(size, int) else _to_text(size)


def seed(seed=0):
    if not 0 <= seed < 2**32:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    _engine.numpy_seed(float(seed))


def randn(*shape):
    return _out(_new(_engine.numpy_normal(_to_text(shape))))


def rand(*shape):
    return _out(_new(_engine.numpy_uniform(_to_text(shape))))


def random(size=None):
    return _out(_new(_engine.numpy_uniform(_text(size))))


random_sample = random


def randint(low, high=None, size=None):
    low, high = (0, low) if high is None else (low, high)
    if low >= high:
        raise ValueError("low >= high")
    if high - low > 2**32:
        raise NotImplementedError("randint() over more than 2**32 is not part of this lab's numpy")
    return _out(_new(_engine.numpy_randint(_text(size), float(low), float(high))))


def permutation(x):
    if isinstance(x, int):
        return _wrap(_new(_engine.numpy_permutation(x)))
    rows = _in(x)
    return _wrap(rows[_new(_engine.numpy_permutation(rows.shape[0]))])


def normal(loc=0.0, scale=1.0, size=None):
    return _out(_new(_engine.numpy_normal(_text(size))) * scale + loc)


def standard_normal(size=None):
    return normal(size=size)


def uniform(low=0.0, high=1.0, size=None):
    return _out(_new(_engine.numpy_uniform(_text(size))) * (high - low) + low)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.random.{name} is not part of this lab's numpy")
