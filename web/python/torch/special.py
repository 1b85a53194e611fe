"""Functions of mathematics under the names of torch.special; most are functions of torch itself."""

import math

import torch
from torch._arguments import _mismatch, _named, _tensor
from torch._elementwise import _fitted
from torch._missing import getattr_of
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step

_SAME = """
    digamma erf erfc erfinv exp2 expm1 log1p log_softmax logit logsumexp round sinc softmax
    xlogy""".split()
_OTHER_NAMES = {"expit": "sigmoid", "gammaln": "lgamma", "psi": "digamma"}


def _of_torch(name, own):
    function = getattr(torch, own)
    return _named(lambda *args, **kwargs: function(*args, **kwargs), f"special_{name}")


globals().update({name: _of_torch(name, name) for name in _SAME})
globals().update({name: _of_torch(name, own) for name, own in _OTHER_NAMES.items()})


def _float(x, name):
    x = _tensor(x, name)
    if x.is_complex():
        raise RuntimeError(f"{name}() of complex numbers is not part of this lab's torch")
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def entr(input):
    x = _float(input, "special_entr")

    def forward(x):
        made = torch.where(x == 0, 0 * x, -x * x.log())
        return made.masked_fill(x < 0, -math.inf)

    return _own_step(forward, lambda g: [g * (-x.log() - 1)], "SpecialEntrBackward0", x)


def ndtr(input):
    x = _float(input, "special_ndtr")
    return _named_step(torch.erfc(x * -math.sqrt(0.5)) * 0.5, "MulBackward1")


def xlog1py(input, other):
    given = [x for x in (input, other) if isinstance(x, torch.Tensor)]
    if not given:
        _mismatch("special_xlog1py", input, other)
    kind = torch.result_type(input, other)
    kind = kind if kind.is_floating_point else torch.get_default_dtype()
    x, y = (torch.as_tensor(one).to(kind) for one in (input, other))

    def forward(x, y):
        return (x * y.log1p()).masked_fill((x == 0) & (y == y), 0)

    def back(g):
        by_x = xlog1py(g, y).masked_fill((x == 0) & (y <= -1), 0)
        return [_fitted(by_x, x), _fitted(g * x / (y + 1), y)]

    kind = 1 if not isinstance(input, torch.Tensor) else 0 if len(given) == 2 else 2
    return _own_step(forward, back, f"SpecialXlog1PyBackward{kind}", x, y)


__getattr__ = getattr_of("torch.special")
