"""What PyTorch can switch and nothing here depends on: devices, threads."""

import functools as _functools
import sys as _sys
import warnings as _warnings
from types import ModuleType as _ModuleType

from torch._arguments import _is_int, _kind
from torch._missing import attribute_error as _attribute_error


def get_num_threads():
    return 1


def set_num_threads(threads):
    if not _is_int(threads):
        raise RuntimeError(f"set_num_threads expects an int, but got {_kind(threads)}")
    if threads <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")


_deterministic = (False, False)


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Everything here is: the same seed gives the same numbers."""
    global _deterministic
    if not isinstance(mode, bool):
        raise TypeError(
            "_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, "
            f"not {_kind(mode)}"
        )
    _deterministic = (mode, mode and warn_only)


def are_deterministic_algorithms_enabled():
    return _deterministic[0]


def is_deterministic_algorithms_warn_only_enabled():
    return _deterministic[1]


def _no_cuda():
    raise RuntimeError("this lab has no cuda device: everything runs on the CPU")


class autocast:
    """Of CUDA: disabled, as PyTorch does where there is none. Around code or a function."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if device_type not in ("cuda", "cpu"):
            raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
        self.device, self.fast_dtype = device_type, dtype
        if device_type == "cuda":
            _warnings.warn(
                "User provided device_type of 'cuda', but CUDA is not available. Disabling",
                stacklevel=2,
            )
            enabled = False
        elif enabled and (dtype is None or dtype._name == "bfloat16"):
            raise NotImplementedError("autocast() of the CPU is not part of this lab's torch")
        elif enabled:
            _warnings.warn(
                "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                "CPU Autocast only supports dtype of torch.bfloat16 currently.",
                stacklevel=2,
            )
        self._enabled = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __call__(self, function):
        @_functools.wraps(function)
        def decorated(*args, **kwargs):
            return function(*args, **kwargs)

        return decorated


class _CudaAutocast(autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler:
    """Disabled, as PyTorch's is without CUDA: nothing is scaled."""

    def __init__(
        self,
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        if enabled:
            _warnings.warn(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.",
                stacklevel=2,
            )

    def scale(self, outputs):
        return outputs

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def unscale_(self, optimizer):
        """There is nothing to divide by."""

    def update(self, new_scale=None):
        """There is no scale."""

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return False

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        """There is no state."""


class _DeviceScaler(GradScaler):
    def __init__(self, device="cuda", *args, **kwargs):
        super().__init__(*args, **kwargs)


def _module(name, **values):
    made = _ModuleType(name)
    made.__path__ = []
    made.__getattr__ = lambda key: _raise(_attribute_error(name, key))
    for key, value in values.items():
        setattr(made, key, value)
    _sys.modules[name] = made
    return made


def _raise(error):
    raise error


_DeviceScaler.__name__ = _DeviceScaler.__qualname__ = "GradScaler"
_CudaAutocast.__name__ = _CudaAutocast.__qualname__ = "autocast"
amp = _module("torch.amp", autocast=autocast, GradScaler=_DeviceScaler)


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, **options):
    """PyTorch 2's: the same numbers, and here at the same speed."""
    unknown = options.keys() - {"options", "disable"}
    if unknown:
        raise TypeError(f"compile() got an unexpected keyword argument '{min(unknown)}'")
    if model is None:
        return lambda model: compile(model)
    from torch.nn._containers import OptimizedModule
    from torch.nn._module import Module

    return OptimizedModule(model) if isinstance(model, Module) else model


def _assert(condition, message):
    assert condition, message


def _script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """The function or class itself: compiled or not, it computes the same numbers."""
    from torch.nn._module import Module

    if isinstance(obj, Module):
        raise NotImplementedError("script() of a module is not part of this lab's torch: call it")
    return obj


def _ignore(drop=False, **_):
    return drop if callable(drop) else lambda function: function


class _Final:
    """Of an annotation: its type."""

    def __class_getitem__(cls, item):
        return item


jit = _module(
    "torch.jit",
    Final=_Final,
    script=_script,
    ignore=_ignore,
    unused=lambda fn: fn,
    export=lambda fn: fn,
    script_if_tracing=lambda fn: fn,
    is_scripting=lambda: False,
    is_tracing=lambda: False,
    annotate=lambda the_type, the_value: the_value,
)
for _name in ("script", "ignore"):
    _function = getattr(jit, _name)
    _function.__name__ = _function.__qualname__ = _name


def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"{precision} is not one of 'highest', 'high', or 'medium'")


class _Cuda:
    """There is none, and it says so."""

    __name__, __spec__, __path__ = "torch.cuda", None, ()
    amp = _module("torch.cuda.amp", autocast=_CudaAutocast, GradScaler=GradScaler)
    synchronize = staticmethod(lambda device=None: _no_cuda())

    _initialized = False
    is_available = staticmethod(lambda: False)
    is_initialized = staticmethod(lambda: False)
    device_count = staticmethod(lambda: 0)
    empty_cache = staticmethod(lambda: None)
    manual_seed = manual_seed_all = staticmethod(lambda seed: None)

    def __getattr__(self, name):
        raise _attribute_error("torch.cuda", name)

    def __repr__(self):
        return "<module 'torch.cuda'>"


cuda = _Cuda()


class _Mps:
    @staticmethod
    def is_available():
        return False


class _Cudnn:
    """Its switches can be set, and nothing depends on them."""

    __name__, __spec__ = "torch.backends.cudnn", None
    deterministic, benchmark, enabled = True, False, False
    is_available = staticmethod(lambda: False)


class _Matmul:
    """The switches of products on a GPU."""

    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True


class _CudaBackend:
    __name__, __spec__ = "torch.backends.cuda", None
    matmul = _Matmul()
    is_built = staticmethod(lambda: False)

    def __getattr__(self, name):
        raise _attribute_error("torch.backends.cuda", name)


class _Backends:
    __name__, __spec__, __path__ = "torch.backends", None, ()
    mps, cudnn, cuda = _Mps(), _Cudnn(), _CudaBackend()

    def __getattr__(self, name):
        raise _attribute_error("torch.backends", name)


backends = _Backends()
for _module in (cuda, backends, backends.cudnn, backends.cuda):
    _sys.modules[_module.__name__] = _module
