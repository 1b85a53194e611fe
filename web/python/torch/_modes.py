"""Whether is recorded what gradients need."""

import functools
from bisect import bisect_right

is_on = True
is_inference = False  # whether an inference_mode() is around
spans = []  # of the numbers of storages that were made within one: where each begins and ends


def _set_inference(wanted):
    global is_inference
    if wanted != is_inference:
        from torch import _engine, empty
        from torch._tape import begin

        begin()
        last = empty(0)
        spans.append(_engine.storage(last._h))
    is_inference = wanted


def is_of_inference(storage):
    return bool(bisect_right(spans, storage) % 2)


class _Mode:
    """A context and a decorator that sets whether is recorded."""

    _wanted = False

    def __enter__(self):
        global is_on
        self._before, is_on = is_on, self._wanted
        return self

    def __exit__(self, *_):
        global is_on
        is_on = self._before
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def switched(*args, **kwargs):
            with self._again():
                return function(*args, **kwargs)

        return switched

    def _again(self):
        return type(self)()


class no_grad(_Mode):
    pass


class enable_grad(_Mode):
    _wanted = True


class inference_mode(_Mode):
    def __init__(self, mode=True):
        self._is_function = callable(mode)
        self._wanted = False if self._is_function else not mode

    def __new__(cls, mode=True):
        made = object.__new__(cls)
        if not callable(mode):
            return made
        made.__init__(True)
        return made(mode)  # as a decorator without parentheses

    def __enter__(self):
        self._outer = is_inference
        _set_inference(not self._wanted)
        return super().__enter__()

    def __exit__(self, *_):
        _set_inference(self._outer)
        return super().__exit__()

    def _again(self):
        return inference_mode(not self._wanted)


class set_grad_enabled(_Mode):
    def __init__(self, mode):
        global is_on
        if not isinstance(mode, bool):
            raise TypeError(f"enabled must be a bool (got {type(mode).__name__})")
        self._wanted = mode
        self._before, is_on = is_on, self._wanted

    def __enter__(self):
        return self

    def __call__(self, function):
        global is_on
        is_on = self._before  # as a decorator it is for the calls of that function alone
        return (enable_grad if self._wanted else no_grad)()(function)


for _kind in (no_grad, enable_grad, inference_mode, set_grad_enabled):
    _kind.__module__ = "torch.autograd.grad_mode"


def is_grad_enabled():
    return is_on


def is_inference_mode_enabled():
    return is_inference
