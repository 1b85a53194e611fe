"""Numbers by other laws than the uniform and the normal one, by the algorithms of numpy.

They are made of three kinds of draws: uniform(), normal() and exponential() of what is given as
draw.
"""

import math

import torch
from numpy._array import _in, array


def gamma(draw, shape, scale=1.0):
    """G. Marsaglia, W. Tsang, ACM TOMS 26, 2000; below a shape of 1, J. Ahrens and U. Dieter's."""
    if shape == 1.0:
        return scale * draw.exponential()
    if shape == 0.0:
        return 0.0
    if shape < 1.0:
        while True:
            u, v = draw.uniform(), draw.exponential()
            if u <= 1.0 - shape:
                x = u ** (1.0 / shape)
                if x <= v:
                    return scale * x
            else:
                y = -math.log((1 - u) / shape)
                x = (1.0 - shape + shape * y) ** (1.0 / shape)
                if x <= v + y:
                    return scale * x
    b = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9 * b)
    while True:
        x = draw.normal()
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v, u = v * v * v, draw.uniform()
        if u < 1.0 - 0.0331 * (x * x) * (x * x):
            return scale * (b * v)
        if u == 0.0 or math.log(u) < 0.5 * x * x + b * (1.0 - v + math.log(v)):
            return scale * (b * v)


def poisson(draw, lam):
    """By products of uniform numbers; from 10 on by transformed rejection."""
    if lam == 0:
        return 0
    if lam < 10:
        least, product, k = math.exp(-lam), draw.uniform(), 0
        while product > least:
            product *= draw.uniform()
            k += 1
        return k
    b = 0.931 + 2.53 * math.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse, most = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
    while True:
        u = draw.uniform() - 0.5
        v = draw.uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + lam + 0.43) if us else -1
        if us >= 0.07 and v <= most:
            return k
        if k < 0 or us < 0.013 and v > us:
            continue
        chance = math.log(v) if v else -math.inf
        chance += math.log(inverse) - math.log(a / (us * us) + b)
        if chance <= -lam + k * math.log(lam) - math.lgamma(k + 1):
            return k


def beta(draw, a, b):
    if a > 1.0 or b > 1.0:
        x = gamma(draw, a)
        return x / (x + gamma(draw, b))
    while True:
        u, v = draw.uniform(), draw.uniform()
        x, y = u ** (1.0 / a), v ** (1.0 / b)
        if 0.0 < x + y <= 1.0:
            return x / (x + y)


def laplace(draw, loc, scale):
    while True:
        u = draw.uniform()
        if u >= 0.5:
            return loc - scale * math.log(2.0 - u - u)
        if u > 0.0:
            return loc + scale * math.log(u + u)


def exponential(draw, scale):
    return scale * draw.exponential()


def lognormal(draw, mean, sigma):
    return math.exp(mean + sigma * draw.normal())


def _law(name, function, names, defaults=(), kind="float64", allows_zero=True):
    """A method. names: of its arguments; the last ones have defaults. Negative ones are refused."""
    signed = ("loc", "mean")

    def method(self, *args, size=None, **kwargs):
        n = len(names)
        if len(args) == n + 1:
            *args, size = args
        given = dict(zip(names[n - len(defaults) :], defaults))
        given |= dict(zip(names, args)) | kwargs
        for key in given:
            if key not in names:
                raise TypeError(f"{name}() got an unexpected keyword argument {key!r}")
        if len(given) < n or len(args) > n:
            raise TypeError(f"{name}() takes the arguments {', '.join(names)}, size")
        values = [given[name] for name in names]
        for key, value in zip(names, values):
            for one in _in(value).flatten().tolist():
                if key not in signed and (one < 0 or one == 0 and not allows_zero or one != one):
                    what = "< 0" if allows_zero else "<= 0"
                    is_counted = kind == "int64"
                    raise ValueError(f"{key} {what}" + f" or {key} is NaN" * is_counted)
        return _many(function, self._draws(), values, size, kind)

    method.__name__ = name
    return method


def _many(function, draw, values, size, kind):
    tensors = [_in(v).to(torch.float64) for v in values]
    if size is None and all(t.dim() == 0 for t in tensors):
        return function(draw, *(float(t) for t in tensors))
    if size is None:
        shape = torch.broadcast_shapes(*(t.shape for t in tensors))
    else:
        shape = tuple(size) if hasattr(size, "__len__") else (int(size),)
    rows = zip(*(t.expand(shape).flatten().tolist() for t in tensors))
    return array([function(draw, *row) for row in rows], dtype=kind).reshape(shape)


_GIVEN = (
    ("gamma", gamma, ("shape", "scale"), (1.0,)),
    ("standard_gamma", gamma, ("shape",)),
    ("poisson", poisson, ("lam",), (1.0,), "int64"),
    ("beta", beta, ("a", "b"), (), "float64", False),
    ("laplace", laplace, ("loc", "scale"), (0.0, 1.0)),
    ("exponential", exponential, ("scale",), (1.0,)),
    ("lognormal", lognormal, ("mean", "sigma"), (0.0, 1.0)),
)
LAWS = {given[0]: _law(*given) for given in _GIVEN}
