"""Writes names.json, and numpy's beside it: the public names of PyTorch that learners may look for, and what each of its modules
holds. For developers who have it; then `node tests/golden/torch/make-elsewhere.js` writes into the page's
torch which of them it lacks, and what its modules hold.

    python3 tests/golden/torch/make_names.py
"""

import importlib
import json
import pathlib
import pkgutil
import sys
import types
import warnings

import numpy
import torch

OWNERS = """torch torch.Tensor torch.linalg torch.cuda torch.testing torch.nn torch.nn.Module torch.nn.functional
torch.nn.init torch.nn.utils torch.nn.utils.rnn torch.optim torch.optim.lr_scheduler torch.utils torch.utils.data
torch.autograd torch.distributions torch.backends torch.special torch.random"""
# Those whose modules are not listed: nothing of theirs is here, or they are many and used by few.
CLOSED = """ao backends contrib cuda distributed fft fx include jit masked multiprocessing onnx package profiler
quantization sparse testing utils.benchmark utils.bottleneck utils.data.datapipes utils.hipify utils.model_dump
utils.tensorboard""".split()
# What came after 1.13, by which learners' own notes may be written.
LATER = {
    "torch": "compile export func vmap get_default_device set_default_device library",
    "torch.nn": "RMSNorm attention CircularPad1d",
    "torch.nn.functional": "rms_norm scaled_dot_product_attention",
    "torch.nn.Module": "compile register_full_backward_pre_hook",
}


def is_own(value):
    """Not what PyTorch's files have imported from Python's library."""
    if isinstance(value, types.ModuleType):
        return value.__name__.startswith("torch")
    return getattr(value, "__module__", None) not in ("typing", "enum", "__future__", "functools", "warnings")


def names_of(owner):
    try:
        place = importlib.import_module(owner)
    except ModuleNotFoundError:
        place = getattr(importlib.import_module(owner.rpartition(".")[0]), owner.rpartition(".")[2])
    public = [name for name in dir(place) if not name.startswith("_") and is_own(getattr(place, name, None))]
    inside = [one.name for one in pkgutil.iter_modules(getattr(place, "__path__", ())) if one.name[0] != "_"]
    return " ".join(sorted({*public, *inside, *LATER.get(owner, "").split()}))


def modules(owner="torch"):
    """The public modules within, by their paths."""
    for one in pkgutil.iter_modules(importlib.import_module(owner).__path__):
        path = f"{owner}.{one.name}"
        if one.name[0] != "_" and path.removeprefix("torch.") not in CLOSED:
            yield path
            if one.ispkg:
                yield from modules(path)


def home_of(name, value):
    """The first owner that has this under the same name."""
    for owner in OWNERS.split():
        place = sys.modules.get(owner)
        if place and getattr(place, name, None) is value:
            return owner
    return None


def held(path):
    """Owner -> the names of its that this module defines, and those that it only imports."""
    try:
        place = importlib.import_module(path)
    except Exception:
        return {}
    found = {}
    for name, value in vars(place).items():
        home = home_of(name, value)
        if name[0] == "_" or home in (None, path) or not callable(value) or not is_own(value):
            continue
        lists = found.setdefault(home, ([], []))
        lists[getattr(value, "__module__", None) != path].append(name)
    return {home: [" ".join(sorted(names)) for names in lists] for home, lists in found.items()}


warnings.simplefilter("ignore")
names = {owner: names_of(owner) for owner in OWNERS.split()}
path = pathlib.Path(__file__).parent / "names.json"
places = {path: found for path in modules() if (found := held(path))}
places["torch.nn.modules.normalization"]["torch.nn"][0] += " RMSNorm"  # of PyTorch 2
path.write_text(json.dumps({"torch": torch.__version__, "names": names, "places": places}, indent=1) + "\n")
print({owner: len(text.split()) for owner, text in names.items()})

path = path.parent.parent / "numpy" / "names.json"
names_here = {*dir(numpy), *getattr(numpy, "__deprecated_attrs__", ())}
numpy_names = " ".join(sorted(name for name in names_here if name[0] != "_"))
path.write_text(json.dumps({"numpy": numpy.__version__, "names": numpy_names}, indent=1) + "\n")
