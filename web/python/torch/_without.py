"""What PyTorch can switch and nothing here depends on: devices, threads."""

import sys as _sys

from torch._missing import attribute_error as _attribute_error


def get_num_threads():
    return 1


def set_num_threads(_):
    pass


def _no_cuda():
    raise RuntimeError("this lab has no cuda device: everything runs on the CPU")


class _Cuda:
    """There is none, and it says so."""

    __name__, __spec__, __path__ = "torch.cuda", None, ()
    synchronize = staticmethod(lambda device=None: _no_cuda())

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


class _Backends:
    __name__, __spec__, __path__ = "torch.backends", None, ()
    mps, cudnn = _Mps(), _Cudnn()

    def __getattr__(self, name):
        raise _attribute_error("torch.backends", name)


backends = _Backends()
for _module in (cuda, backends, backends.cudnn):
    _sys.modules[_module.__name__] = _module
