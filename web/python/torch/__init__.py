"""The part of PyTorch that the exercises use, over the lab's own tensors. CPU only."""

import sys as _sys
from math import e, inf, nan, pi

from torch._algebra import *
from torch._backward import attach as _attach_gradients
from torch._base import Size
from torch._base import TensorBase as _TensorBase
from torch._checks import check_all as _check_all
from torch._checks import check_methods as _check_methods
from torch._compare import *
from torch._create import *
from torch._elementwise import *
from torch._files import load, save
from torch._index import *
from torch._kinds import *
from torch._methods import _attach
from torch._missing import getattr_of as _getattr_of
from torch._missing import set_places as _set_places
from torch._modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from torch._out import attach as _attach_out
from torch._parts import *
from torch._pointwise import *
from torch._products import *
from torch._random import *
from torch._reductions import *
from torch._repr import set_printoptions
from torch._shape import *
from torch._statistics import *
from torch._tensor import Tensor
from torch._types import (
    _ALIASES,
    _DTYPES,
    _FORMATS,
    _NUMPY_ONLY,
    device,
    dtype,
    finfo,
    get_default_dtype,
    iinfo,
    layout,
    memory_format,
    set_default_dtype,
    set_default_tensor_type,
    strided,
)
from torch._without import *
from torch._without import _assert as _assert
from torch._written import *

__version__ = "1.13.1+poslab"
__getattr__ = _getattr_of("torch")

_check_all(globals(), "torch")
for _kind in (Tensor, _TensorBase):
    _check_methods(_kind)
_attach(globals())
_attach_gradients(globals())
_attach_out(globals())
globals().update({name: t for name, t in _DTYPES.items() if name not in _NUMPY_ONLY} | _FORMATS)
globals().update({alias: _DTYPES[name] for alias, name in _ALIASES.items()})

from torch import autograd, linalg, nn, optim, testing, utils  # noqa: E402

torch = _sys.modules[__name__]  # torch.torch, as in PyTorch
_check_all(vars(linalg), "torch")
for _module in (nn, nn.functional, nn.init, testing):
    _check_all(vars(_module), "torch", is_strict=False)
for _owner in "torch nn nn.functional nn.utils optim utils.data autograd".split():
    _set_places(_owner if _owner == "torch" else f"torch.{_owner}")
