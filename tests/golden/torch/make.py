"""Writes torch.json and ../numpy/numpy.json: what the real ones make of each line of cases.txt and ../numpy/cases.txt.
For developers who have them; the tests need only the files.

    python3 tests/golden/torch/make.py
"""

import json
import math
import pathlib
import warnings

import numpy
import torch

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
TORCH = """
import torch
x = torch.arange(12.0).view(3, 4)
v = torch.arange(4.0)
i = torch.arange(12).view(3, 4)
b = x % 2 == 0
z = torch.polar(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.0, 1.0, 2.0]))
s = torch.arange(24.0).view(2, 3, 4)
"""
NUMPY = """
import numpy as np
a = np.arange(12.0).reshape(3, 4)
v = np.arange(5.0)
i = np.arange(5)
t = np.array([True, False, True, True, False])
"""


def number(value):
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def values(result):
    """Every number of a tensor or an array; of tuples of them too."""
    if isinstance(result, torch.Tensor):
        result = result.detach()
    if isinstance(result, (torch.Tensor, numpy.ndarray)):
        return [number(value) for value in result.flatten().tolist()]
    if isinstance(result, (tuple, list)):
        return [part for item in result for part in values(item)]
    return []


def outcome(line, prelude, last):
    space = {}
    exec(prelude, space)
    try:
        try:
            result = eval(line, space)
        except SyntaxError:
            exec(line, space)
            result = space[last]
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}
    is_random = "nn.Linear(4, 2)" in line or "Embedding(5, 2)(" in line
    return {"repr": "" if is_random else repr(result), "values": [] if is_random else values(result)}


def write(name, version, texts, prelude, last):
    lines = [line for line in (HERE / texts).read_text().split("\n") if line and not line.startswith("#")]
    cases = [json.dumps({"line": line, **outcome(line, prelude, last)}) for line in lines]
    head = json.dumps({"version": version, "prelude": prelude})[:-1]
    (HERE / name).write_text(head + ', "cases": [\n' + ",\n".join(cases) + "\n]}\n")
    print(name, len(cases), "cases")


if __name__ == "__main__":
    write("torch.json", torch.__version__, "cases.txt", TORCH, "x")
    write("../numpy/numpy.json", numpy.__version__, "../numpy/cases.txt", NUMPY, "v")
