"""Writes torch.json: what real PyTorch makes of each line of cases.txt. For developers who have it;
the tests need only the file.

    python3 tests/exercises/golden/make.py
"""

import json
import math
import pathlib
import warnings

import torch

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
PRELUDE = """
x = torch.arange(12.0).view(3, 4)
v = torch.arange(4.0)
i = torch.arange(12).view(3, 4)
b = x % 2 == 0
z = torch.polar(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.0, 1.0, 2.0]))
s = torch.arange(24.0).view(2, 3, 4)
"""


def number(value):
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def values(result):
    """Every number of a tensor; of tuples of them too."""
    if isinstance(result, torch.Tensor):
        return [number(value) for value in result.detach().flatten().tolist()]
    if isinstance(result, (tuple, list)):
        return [part for item in result for part in values(item)]
    return []


def outcome(line):
    space = {"torch": torch}
    exec(PRELUDE, space)
    try:
        try:
            result = eval(line, space)
        except SyntaxError:
            exec(line, space)
            result = space["x"]
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}
    is_random = "nn.Linear(4, 2)" in line or "Embedding(5, 2)(" in line
    return {"repr": "" if is_random else repr(result), "values": [] if is_random else values(result)}


lines = [line for line in (HERE / "cases.txt").read_text().split("\n") if line and not line.startswith("#")]
cases = [{"line": line, **outcome(line)} for line in lines]
text = "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n"
(HERE / "torch.json").write_text(json.dumps({"torch": torch.__version__, "prelude": PRELUDE})[:-1] + ', "cases": ' + text.strip() + "}\n")
print(len(cases), "cases")
