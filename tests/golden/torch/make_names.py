"""Writes names.json: the public names of PyTorch that learners may look for. For developers who have
it; then `node tests/golden/torch/make-elsewhere.js` writes into the page's torch which of them it lacks.

    python3 tests/golden/torch/make_names.py
"""

import importlib
import json
import pathlib
import types

import torch

OWNERS = """torch torch.Tensor torch.linalg torch.cuda torch.testing torch.nn torch.nn.Module torch.nn.functional
torch.nn.init torch.nn.utils torch.optim torch.optim.lr_scheduler torch.utils torch.utils.data torch.autograd
torch.distributions"""
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
    return " ".join(sorted({*public, *LATER.get(owner, "").split()}))


names = {owner: names_of(owner) for owner in OWNERS.split()}
path = pathlib.Path(__file__).parent / "names.json"
path.write_text(json.dumps({"torch": torch.__version__, "names": names}, indent=1) + "\n")
print({owner: len(text.split()) for owner, text in names.items()})
