"""Along axes: sums, means, extremes, norms, running sums, softmax."""

from torch import _engine
from torch._arguments import _named
from torch._tensor import Tensor, _as_type, _binary, _many, _new, _reduce


def _reduction(name):
    def function(input, dim=None, keepdim=False, *, dtype=None, out=None):
        return _reduce(name, _as_type(input, dtype), dim, keepdim)

    return _named(function, name)


_REDUCTIONS = "sum mean prod amax amin argmax argmin logsumexp all any count_nonzero".split()
globals().update({name: _reduction(name) for name in _REDUCTIONS})


class _Named(tuple):
    """values and indices, as PyTorch's return types have them."""

    def __new__(cls, name, values, indices):
        made = tuple.__new__(cls, (values, indices))
        made._name = name
        return made

    values = property(lambda self: self[0])
    indices = property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.{self._name}(\nvalues={self[0]!r},\nindices={self[1]!r})"


def _extreme(name, of_two, is_most):
    def function(input, dim=None, keepdim=False, *, out=None):
        if isinstance(dim, Tensor):
            return _binary(of_two, input, dim)
        if dim is None:
            return _reduce("a" + name, input)
        return _Named(name, *_many(_engine.extreme(input._h, dim, bool(keepdim), is_most)))

    return _named(function, name)


max, min = _extreme("max", "maximum", True), _extreme("min", "minimum", False)


def _spread(name):
    def function(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        by = int(unbiased) if correction is None else correction
        return _reduce(name, input, dim, keepdim, by)

    return _named(function, name)


std, var = _spread("std"), _spread("var")


def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    return _reduce("norm", input, dim, keepdim, 2 if p in (None, "fro") else float(p))


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    sizes = norm(x1, 2, dim) * norm(x2, 2, dim)
    return (x1 * x2).sum(dim) / sizes.clamp(min=eps)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def _running(name):
    def function(input, dim, *, dtype=None):
        return _new(_engine.cumulate(name, _as_type(input, dtype)._h, dim))

    return _named(function, name)


cumsum, cumprod = _running("cumsum"), _running("cumprod")


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.shape[dim]
        input = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    return input


def softmax(input, dim=None, *, dtype=None):
    if dim is None:
        raise TypeError("softmax() received an invalid combination of arguments: dim is missing")
    return _new(_engine.softmax(_as_type(input, dtype)._h, dim, False))


def log_softmax(input, dim=None, *, dtype=None):
    return _new(_engine.softmax(_as_type(input, dtype)._h, dim, True))
