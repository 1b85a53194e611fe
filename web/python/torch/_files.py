"""torch.save and torch.load."""

import os

from torch._types import device


def _refuse(name, argument):
    raise NotImplementedError(f"{argument} of {name}() is not part of this lab's torch")


def _is_pickle(module):
    return module is None or module.__name__ == "pickle"


def _is_path(f):
    return isinstance(f, (str, os.PathLike))


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    from torch import _archive

    if not _is_pickle(pickle_module):
        _refuse("save", "pickle_module=")
    if not _use_new_zipfile_serialization:
        _refuse("save", "_use_new_zipfile_serialization=False")
    if not _is_path(f):
        _archive.written(obj, f, "archive", pickle_protocol)
        return
    name = os.path.splitext(os.path.basename(os.fspath(f)))[0]
    with open(f, "wb") as file:
        _archive.written(obj, file, name or "archive", pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, **pickle_load_args):
    """Only tensors and Python's own containers, whatever weights_only says."""
    from torch import _archive

    if not _is_pickle(pickle_module):
        _refuse("load", "pickle_module=")
    for name in pickle_load_args.keys() - {"encoding"}:
        _refuse("load", f"{name}=")
    if isinstance(map_location, (str, device)):
        device(map_location)  # or it says that there is no such
    if not _is_path(f):
        return _archive.loaded(f)
    with open(f, "rb") as file:
        return _archive.loaded(file)
