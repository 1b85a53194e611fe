"""Distributions: drawing numbers, and how likely they are."""

import math
import numbers

import torch
from torch._missing import getattr_of, set_places
from torch.nn import functional as F

__getattr__ = getattr_of("torch.distributions")

_REAL = (lambda x: x == x, "Real()")
_POSITIVE = (lambda x: x > 0, "GreaterThan(lower_bound=0.0)")
_UNIT = (lambda x: (x >= 0) & (x <= 1), "Interval(lower_bound=0.0, upper_bound=1.0)")
_VECTOR = (lambda x: x == x, "IndependentConstraint(Real(), 1)")
_SIMPLEX = (
    lambda x: ((x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6)).unsqueeze(-1),
    "Simplex()",
)


def _broadcast(*values):
    """Numbers become tensors of the type that the tensors have."""
    given = [v for v in values if isinstance(v, torch.Tensor)]
    if any(not isinstance(v, (torch.Tensor, numbers.Number)) for v in values):
        raise ValueError(
            "Input arguments must all be instances of numbers.Number, torch.Tensor or objects "
            "implementing __torch_function__."
        )
    dtype = given[0].dtype if given else torch.get_default_dtype()
    made = [v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype) for v in values]
    is_alike = len({v.shape for v in made}) == 1
    return made if is_alike else torch.broadcast_tensors(*made)


class Distribution:
    has_rsample = False
    arg_constraints = {}

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape, self._event_shape = torch.Size(batch_shape), torch.Size(event_shape)
        self._validates = validate_args is not False
        if not self._validates:
            return
        for name, (is_right, rule) in self.arg_constraints.items():
            value = self.__dict__.get(name)
            if value is not None and not bool(is_right(value).all()):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape "
                    f"{tuple(value.shape)}) of distribution {self!r} to satisfy the constraint "
                    f"{rule}, but found invalid values:\n{value}"
                )

    batch_shape = property(lambda self: self._batch_shape)
    event_shape = property(lambda self: self._event_shape)
    stddev = property(lambda self: self.variance.sqrt())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(sample_shape) + self._batch_shape + self._event_shape

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    def _check(self, value, is_right, rule):
        if not self._validates:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        own = self._batch_shape
        if any(1 not in pair and len(set(pair)) > 1 for pair in zip(value.shape[::-1], own[::-1])):
            raise ValueError(
                f"Value is not broadcastable with batch_shape+event_shape: {value.shape} vs {own}."
            )
        if not bool(is_right(value).all()):
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) "
                f"to be within the support ({rule}) of the distribution {self!r}, but found "
                f"invalid values:\n{value}"
            )

    def sample_n(self, n):
        return self.sample(torch.Size((n,)))

    def perplexity(self):
        return torch.exp(self.entropy())

    def __repr__(self):
        parts = ((k, self.__dict__[k]) for k in self.arg_constraints if k in self.__dict__)
        said = ", ".join(f"{k}: {v if v.numel() == 1 else v.size()}" for k, v in parts)
        return f"{type(self).__name__}({said})"


class Normal(Distribution):
    has_rsample = True
    arg_constraints = {"loc": _REAL, "scale": _POSITIVE}

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _broadcast(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        noise = torch.normal(
            torch.zeros(shape, dtype=self.loc.dtype), torch.ones(shape, dtype=self.loc.dtype)
        )
        return self.loc + noise * self.scale

    def log_prob(self, value):
        self._check(value, *_REAL)
        var = self.scale**2
        off = -((value - self.loc) ** 2) / (2 * var)
        return off - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        self._check(value, *_REAL)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Uniform(Distribution):
    has_rsample = True
    arg_constraints = {"low": _REAL, "high": _REAL}

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _broadcast(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)
        if self._validates and not bool((self.low < self.high).all()):
            raise ValueError("Uniform is not defined when low>= high")

    mean = property(lambda self: (self.high + self.low) / 2)
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape=torch.Size()):
        noise = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + noise * (self.high - self.low)

    def log_prob(self, value):
        rule = f"Interval(lower_bound={self.low}, upper_bound={self.high})"
        self._check(value, lambda x: (x >= self.low) & (x <= self.high), rule)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return torch.log(inside) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    has_rsample = True
    arg_constraints = {"rate": _POSITIVE}

    def __init__(self, rate, validate_args=None):
        (self.rate,) = _broadcast(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        return torch.empty(shape, dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        self._check(value, lambda x: x >= 0, "GreaterThanEq(lower_bound=0.0)")
        return self.rate.log() - self.rate * value

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class _OfProbabilities(Distribution):
    """By probs or by logits: the other one is computed at its first use, and kept."""

    def __init__(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")

    def __getattr__(self, name):
        if name not in ("probs", "logits"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        made = self._to_probs() if name == "probs" else self._to_logits()
        self.__dict__[name] = made
        return made

    def _clamped(self):
        eps = torch.finfo(self.probs.dtype).eps
        return self.probs.clamp(eps, 1 - eps)


class Bernoulli(_OfProbabilities):
    arg_constraints = {"probs": _UNIT, "logits": _REAL}

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)
        if probs is not None:
            (self.probs,) = _broadcast(probs)
        else:
            (self.logits,) = _broadcast(logits)
        shape = (self.logits if probs is None else self.probs).shape
        Distribution.__init__(self, shape, validate_args=validate_args)

    def _to_probs(self):
        return torch.sigmoid(self.logits)

    def _to_logits(self):
        p = self._clamped()
        return torch.log(p) - torch.log1p(-p)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._check(value, lambda x: (x == 0) | (x == 1), "Boolean()")
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Categorical(_OfProbabilities):
    arg_constraints = {"probs": _SIMPLEX, "logits": _VECTOR}

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)
        given = logits if probs is None else probs
        if given.dim() < 1:
            name = "logits" if probs is None else "probs"
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(-1, keepdim=True)
        self._num_events = given.size(-1)
        Distribution.__init__(self, given.shape[:-1], validate_args=validate_args)

    def _to_probs(self):
        return F.softmax(self.logits, -1)

    def _to_logits(self):
        return torch.log(self._clamped())

    mode = property(lambda self: self.probs.argmax(-1))

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype)

    variance = mean

    def sample(self, sample_shape=torch.Size()):
        shape = torch.Size(sample_shape)
        with torch.no_grad():
            rows = self.probs.reshape(-1, self._num_events)
            drawn = torch.multinomial(rows, shape.numel(), True).T
            return drawn.reshape(self._extended_shape(shape))

    def log_prob(self, value):
        n = self._num_events
        rule = f"IntegerInterval(lower_bound=0, upper_bound={n - 1})"
        self._check(value, lambda x: (x % 1 == 0) & (x >= 0) & (x < n), rule)
        value = value.long().unsqueeze(-1)
        shape = torch.broadcast_shapes(value.shape[:-1], self.logits.shape[:-1])
        logits = self.logits.expand(*shape, n)
        return logits.gather(-1, value.expand(*shape, 1)).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


def _kl_of_categorical(p, q):
    parts = p.probs * (p.logits - q.logits)
    parts = parts.masked_fill((q.probs == 0).expand(parts.shape), math.inf)
    return parts.masked_fill((p.probs == 0).expand(parts.shape), 0).sum(-1)


def _kl_of_bernoulli(p, q):
    def part(a, b):
        made = (a * (a / b).log()).masked_fill(b == 0, math.inf)
        return made.masked_fill(a == 0, 0)

    return part(p.probs, q.probs) + part(1 - p.probs, 1 - q.probs)


def _kl_of_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def _kl_of_exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


def _kl_of_uniform(p, q):
    made = torch.log((q.high - q.low) / (p.high - p.low))
    return made.masked_fill((q.low > p.low) | (q.high < p.high), math.inf)


_DIVERGENCES = {
    Normal: _kl_of_normal,
    Categorical: _kl_of_categorical,
    Bernoulli: _kl_of_bernoulli,
    Exponential: _kl_of_exponential,
    Uniform: _kl_of_uniform,
}


def kl_divergence(p, q):
    if type(p) is not type(q) or type(p) not in _DIVERGENCES:
        raise NotImplementedError(
            f"kl_divergence of {type(p).__name__} and {type(q).__name__} is not part of this "
            "lab's torch"
        )
    return _DIVERGENCES[type(p)](p, q)


set_places("torch.distributions")
