"""Numbers by other laws than the uniform and the normal one, by the algorithms of numpy.

They are made of three kinds of draws: uniform(), normal() and exponential() of what is given as
draw.
"""

import math

import torch
from numpy._array import _in, array, owned


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


_MOST_EXPECTED = 2.0**63 - 1 - math.sqrt(2.0**63) * 10.0


def poisson(draw, lam):
    """By products of uniform numbers; from 10 on by transformed rejection."""
    if lam == 0:
        return 0
    if lam > _MOST_EXPECTED:
        raise ValueError("lam value too large")
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


def standard_t(draw, df):
    x = draw.normal()
    return math.sqrt(df / 2) * x / math.sqrt(gamma(draw, df / 2))


def logistic(draw, loc, scale):
    while (u := draw.uniform()) <= 0.0:
        pass
    return loc + scale * math.log(u / (1.0 - u))


def gumbel(draw, loc, scale):
    while (u := 1.0 - draw.uniform()) >= 1.0:
        pass
    return loc - scale * math.log(-math.log(u))


def triangular(draw, left, mode, right):
    base, u = right - left, draw.uniform()
    if u <= (mode - left) / base:
        return left + math.sqrt(u * (mode - left) * base)
    return right - math.sqrt((1.0 - u) * (right - mode) * base)


def geometric(draw, p):
    if not 0 < p <= 1:
        raise ValueError("p <= 0, p > 1 or p contains NaNs")
    if p < 0.333333333333333333333333:
        return math.ceil(draw.failures(p))
    k, total, product, u = 1, p, p, draw.uniform()
    while u > total:
        product *= 1.0 - p
        total += product
        k += 1
    return k


def exponential(draw, scale):
    return scale * draw.exponential()


def lognormal(draw, mean, sigma):
    return math.exp(mean + sigma * draw.normal())


def _law(name, function, names, defaults=(), kind="float64", allows_zero=True):
    """A method. names: of its arguments; the last ones have defaults. Negative ones are refused."""
    signed = ("loc", "mean", "left", "mode", "right")

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
        if name == "triangular":
            left, mode, right = map(_in, values)
            for text, is_so in (
                ("left > mode", left > mode),
                ("mode > right", mode > right),
                ("left == right", left == right),
            ):
                if bool(is_so.any()):
                    raise ValueError(text)
        return many(function, self._draws(), values, size, kind)

    method.__name__ = name
    return method


def shape_of(size):
    """The sizes that size= names."""
    if size is None:
        return ()
    sizes = tuple(size) if hasattr(size, "__len__") else (size,)
    for one in sizes:
        if not hasattr(one, "__index__"):
            raise TypeError(
                f"expected a sequence of integers or a single integer, got {str(one)!r}"
                if sizes[0] is size
                else f"'{type(one).__name__}' object cannot be interpreted as an integer"
            )
        if one < 0:
            raise ValueError("negative dimensions are not allowed")
    return tuple(map(int, sizes))


def _broadcast(size, given):
    return all(n == m or 1 in (n, m) for n, m in zip(size[::-1], tuple(given)[::-1]))


def check_fits(size, given):
    """given: the shape that the arguments have together"""
    if not _broadcast(size, given):
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"arg 0 with shape {size} and arg 1 with shape {tuple(given)}."
        )
    fits = len(given) <= len(size)
    if not fits or any(n not in (1, m) for n, m in zip(given[::-1], size[::-1])):
        inputs = str(tuple(given))
        raise ValueError(
            f"Output size {size} is not compatible with broadcast dimensions of inputs {inputs}."
        )


def many(function, draw, values, size, kind):
    tensors = [_in(v).to(torch.float64) for v in values]
    if size is None and all(t.dim() == 0 for t in tensors):
        return function(draw, *(float(t) for t in tensors))
    if size is None:
        shape = torch.broadcast_shapes(*(t.shape for t in tensors))
    else:
        shape = shape_of(size)
        check_fits(shape, torch.broadcast_shapes(*(t.shape for t in tensors)) if tensors else ())
    rows = zip(*(t.expand(shape).flatten().tolist() for t in tensors))
    rows = rows if tensors else [()] * math.prod(shape)
    return owned(array([function(draw, *row) for row in rows], dtype=kind).reshape(shape))


_GIVEN = (
    ("gamma", gamma, ("shape", "scale"), (1.0,)),
    ("standard_gamma", gamma, ("shape",)),
    ("poisson", poisson, ("lam",), (1.0,), "int64"),
    ("beta", beta, ("a", "b"), (), "float64", False),
    ("laplace", laplace, ("loc", "scale"), (0.0, 1.0)),
    ("exponential", exponential, ("scale",), (1.0,)),
    ("lognormal", lognormal, ("mean", "sigma"), (0.0, 1.0)),
    ("chisquare", lambda d, df: 2.0 * gamma(d, df / 2), ("df",), (), "float64", False),
    ("standard_t", standard_t, ("df",), (), "float64", False),
    ("rayleigh", lambda d, scale: scale * math.sqrt(2.0 * d.exponential()), ("scale",), (1.0,)),
    ("weibull", lambda d, a: d.exponential() ** (1.0 / a) if a else 0.0, ("a",)),
    ("pareto", lambda d, a: math.expm1(d.exponential() / a), ("a",), (), "float64", False),
    (
        "power",
        lambda d, a: (-math.expm1(-d.exponential())) ** (1.0 / a),
        ("a",),
        (),
        "float64",
        False,
    ),
    ("logistic", logistic, ("loc", "scale"), (0.0, 1.0)),
    ("gumbel", gumbel, ("loc", "scale"), (0.0, 1.0)),
    ("standard_cauchy", lambda d: d.normal() / d.normal(), ()),
    ("triangular", triangular, ("left", "mode", "right")),
    ("geometric", geometric, ("p",), (), "int64", False),
)
LAWS = {given[0]: _law(*given) for given in _GIVEN}


# ------------------------------------------------------------------------ of vectors


def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8):
    """By the singular values of the covariance."""
    import numpy as np

    mean, cov = np.asarray(mean, float), np.asarray(cov, float)
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")
    shape = shape_of(size)
    x = self.standard_normal((*shape, len(mean))).reshape(-1, len(mean))
    _, s, v = np.linalg.svd(cov)
    if not np.allclose(v.T * s @ v, cov, tol, tol):
        text = "covariance is not symmetric positive-semidefinite."
        if check_valid == "raise":
            raise ValueError(text.replace("symmetric ", ""))
        raise NotImplementedError(f"{text[:-1]}, which is not part of this lab's numpy")
    return owned((mean + x @ (np.sqrt(s)[:, None] * v)).reshape(*shape, len(mean)))


def dirichlet(self, alpha, size=None):
    alpha = _in(alpha).to(torch.float64).tolist()
    if any(a <= 0 for a in alpha):
        raise ValueError("alpha <= 0")
    if max(alpha) < 0.1:
        raise NotImplementedError("dirichlet() of such small alpha is not part of this lab's numpy")
    shape = shape_of(size)
    draw, rows = self._draws(), []
    for _ in range(math.prod(shape)):
        row = [gamma(draw, a) for a in alpha]
        by = 1 / sum_in_order(row)
        rows.append([x * by for x in row])
    return owned(array(rows).reshape(*shape, len(alpha)))


def sum_in_order(values):
    total = 0.0
    for value in values:
        total += value
    return total


def multinomial(self, n, pvals, size=None):
    from numpy._generator import binomial

    shares = _in(pvals).to(torch.float64).tolist()
    if not all(0 <= share <= 1 for share in shares):
        raise ValueError("pvals < 0, pvals > 1 or pvals contains NaNs")
    if hasattr(n, "__len__"):
        raise NotImplementedError("multinomial() of several n is not part of this lab's numpy")
    if n < 0:
        raise ValueError("n < 0")
    if sum_in_order(shares[:-1]) > 1.0 + 1e-12:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    shape = shape_of(size)
    draw, rows = self._draws().uniform, []
    for _ in range(math.prod(shape)):
        row, left, rest = [0] * len(shares), int(n), 1.0
        for k, share in enumerate(shares[:-1]):
            row[k] = binomial(draw, left, share / rest)
            left, rest = left - row[k], rest - share
            if left <= 0:
                break
        row[-1] += max(left, 0)
        rows.append(row)
    return owned(array(rows, dtype="int64").reshape(*shape, len(shares)))


LAWS |= {f.__name__: f for f in (multivariate_normal, dirichlet, multinomial)}
