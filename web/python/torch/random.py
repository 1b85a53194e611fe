"""The row of random numbers of PyTorch itself."""

import contextlib

from torch._missing import getattr_of
from torch._random import (
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

__all__ = [
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True):
    """What is drawn within does not change what is drawn after it."""
    before = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            set_rng_state(before)


__getattr__ = getattr_of("torch.random")
