"""Writes solutions.json: what the files of solutions/ give in real PyTorch. For developers who have it.

    python3 tests/golden/torch/make_solutions.py
"""

import json
import pathlib

import torch
from solutions import recorded

HERE = pathlib.Path(__file__).parent


def outcome(path):
    space = {"__name__": path.stem}
    exec(compile(path.read_text(), path.name, "exec"), space)
    return recorded(space["results"])


def in_double(paths):
    """The same files with every float32 made a float64: what PyTorch's own rounding is compared with."""
    torch.float32, torch.Tensor.float = torch.float64, torch.Tensor.double
    torch.set_default_dtype(torch.float64)
    return {path: outcome(path) for path in paths}


def distance(got, want):
    """The largest difference, by the largest number of all."""
    most = max(map(abs, want["values"])) or 1
    return max(abs(a - b) for a, b in zip(got["values"], want["values"])) / most


def shortest(value):
    """Nine digits distinguish a float32 from its neighbours."""
    return float(f"{value:.9g}") if isinstance(value, float) else value


def with_error(made, exact):
    for name, tensor in made.items():
        tensor["error"] = float(f"{distance(tensor, exact[name]):.2g}")
        if tensor["dtype"] != "torch.float64":
            tensor["values"] = list(map(shortest, tensor["values"]))
    return made


paths = sorted((HERE / "solutions").glob("*.py"))
plain = {path: outcome(path) for path in paths}
exact = in_double(paths)
lines = [
    f"{json.dumps(path.stem)}: {json.dumps(with_error(plain[path], exact[path]), separators=(',', ':'))}"
    for path in paths
]
head = f'"torch": {json.dumps(torch.__version__)}'
(HERE / "solutions.json").write_text("{" + head + ', "solutions": {\n' + ",\n".join(lines) + "\n}}\n")
print(len(lines), "solutions")
