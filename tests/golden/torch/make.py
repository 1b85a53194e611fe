"""Writes torch.json and ../numpy/numpy.json: what the real ones make of each line of cases.txt and ../numpy/cases.txt;
and kinds.json, of kinds.txt, in both folders.
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
KINDS = """
import numpy as np
import math
a = np.round((np.arange(12.0).reshape(3, 4) * 1.7 - 8.3) / 2) / 2 + np.arange(12.0).reshape(3,4)/64
f = a.astype(np.float32)
h = a.astype(np.float16)
i = np.array([[-7, -3, -1, 0], [1, 2, 3, 5], [8, 13, -13, 100]])
u = np.array([[0, 1, 2, 3], [250, 255, 128, 7], [9, 64, 200, 17]], dtype=np.uint8)
i32 = i.astype(np.int32); i8 = i.astype(np.int8)
b = i % 2 == 0
v = np.array([0.5, -1.5, 2.0, 4.25]); vi = np.array([3, -2, 1, 7])
w = np.array([[1.5], [-2.0], [0.25]])
s = np.cos(np.arange(24.0).reshape(2, 3, 4) * 0.37)
e = np.zeros((0, 4)); e0 = np.zeros(0)
n = np.array([1.0, float('nan'), -float('inf'), float('inf'), -0.0, 1e-30])
x0 = np.float64(2.5); y0 = np.float32(0.1); k0 = np.int64(7); b0 = np.bool_(True); g0 = np.int32(-3)
z0 = np.array(1.5)
q = np.array([[2.0, -1.0, 0.5], [1.0, 3.0, 0.25], [-0.5, 1.0, 4.0]])
spd = q @ q.T + np.eye(3)
idx = np.array([2, 0, 1])
l = [1, 2, 3]
r = None
"""
TORCH_KINDS = """
import torch, math
import torch.nn as nn
import torch.nn.functional as F
import numpy as np
torch.manual_seed(3)
f = ((torch.arange(12.0).view(3, 4) * 1.7 - 8.3) / 2).round() / 2 + torch.arange(12.0).view(3,4)/64
d = f.double() * 1.5
h = (f * 0.75).half()
bf = (f * 0.75).bfloat16()
i = torch.tensor([[-7, -3, -1, 0], [1, 2, 3, 5], [8, 13, -13, 100]])
u = torch.tensor([[0, 1, 2, 3], [250, 255, 128, 7], [9, 64, 200, 17]], dtype=torch.uint8)
i32 = i.int(); i16 = i.short(); i8 = i.to(torch.int8)
b = i % 2 == 0
v = torch.tensor([0.5, -1.5, 2.0, 4.25]); vi = torch.tensor([3, -2, 1, 7])
w = torch.tensor([[1.5], [-2.0], [0.25]])
s = (torch.arange(24.0).view(2, 3, 4) * 0.37).cos()
st = s.transpose(0, 2)
sl = s[:, ::2, 1:]
e = torch.zeros(0, 4); e0 = torch.zeros(0)
z0 = torch.tensor(2.5); k0 = torch.tensor(3); b0 = torch.tensor(True); d0 = torch.tensor(1.25, dtype=torch.float64)
n = torch.tensor([1.0, float('nan'), -float('inf'), float('inf'), -0.0, 1e-30])
c = torch.tensor([1+2j, -0.5j, 3.0-1j])
q = torch.tensor([[2.0, -1.0, 0.5], [1.0, 3.0, 0.25], [-0.5, 1.0, 4.0]])
spd = q @ q.T + torch.eye(3)
idx = torch.tensor([2, 0, 1])
def refused(make):
    try:
        return make()
    except (TypeError, RuntimeError) as error:
        return type(error).__name__
r = None
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
    write("kinds.json", torch.__version__, "kinds.txt", TORCH_KINDS, "r")
    write("../numpy/kinds.json", numpy.__version__, "../numpy/kinds.txt", KINDS, "r")
    write("../numpy/numpy.json", numpy.__version__, "../numpy/cases.txt", NUMPY, "v")
