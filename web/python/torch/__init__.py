"""The part of PyTorch that the exercises use, over the lab's own tensors. No autograd, CPU only."""

import builtins as _b
import math as _math

from torch._missing import attribute_error, getattr_of
from torch._tensor import _DTYPES, Size, Tensor, _flat, device, dtype
from torch._functions import *  # noqa: F403
from torch._functions import Tensor, tensor  # noqa: F811
from torch._info import finfo, iinfo  # noqa: F401
from torch import _functions

globals().update(
    {name: value for name, value in vars(_functions).items() if not name.startswith("_")}
)
globals().update(_DTYPES)

__version__ = "1.13.1+poslab"

float, double, half = _DTYPES["float32"], _DTYPES["float64"], _DTYPES["float16"]
long, int, short, cfloat = (
    _DTYPES["int64"],
    _DTYPES["int32"],
    _DTYPES["int16"],
    _DTYPES["complex64"],
)
pi, e, inf, nan = _math.pi, _math.e, _math.inf, _math.nan


def FloatTensor(*args):
    return Tensor(*args)


def LongTensor(*args):
    is_size = len(args) > 0 and isinstance(args[0], _b.int)
    data = zeros(*args) if is_size else list(args[0]) if args else []  # noqa: F405
    return tensor(data, dtype=_DTYPES["int64"])


def BoolTensor(data):
    return tensor(data, dtype=_DTYPES["bool"])


def get_default_dtype():
    return _DTYPES[_functions._default]


def set_default_dtype(d):
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _functions._default = d._name


class _NoGrad:
    """There are no gradients to switch off: a context and a decorator that do nothing."""

    def __init__(self, mode=None):
        self._mode = mode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __call__(self, function):
        return function


no_grad = inference_mode = _NoGrad


def set_grad_enabled(mode):
    if mode:
        raise NotImplementedError(
            "set_grad_enabled(True) is not part of this lab's torch: it has no autograd"
        )
    return _NoGrad()


def is_grad_enabled():
    return False


def set_printoptions(**_):
    raise NotImplementedError("set_printoptions() is not part of this lab's torch")


def get_num_threads():
    return 1


def set_num_threads(_):
    pass


class _Cuda:
    """There is none, and it says so."""

    is_available = staticmethod(lambda: False)
    is_initialized = staticmethod(lambda: False)
    device_count = staticmethod(lambda: 0)
    empty_cache = staticmethod(lambda: None)
    manual_seed = manual_seed_all = staticmethod(lambda _: None)

    def __getattr__(self, name):
        raise attribute_error("torch.cuda", name)

    def __repr__(self):
        return "<module 'torch.cuda'>"


cuda = _Cuda()


class backends:
    class mps:
        @staticmethod
        def is_available():
            return False

    class cudnn:
        deterministic = True
        benchmark = False


__getattr__ = getattr_of("torch")


from torch import linalg, nn, testing  # noqa: E402
