"""Writes arguments.json: what the documented arguments of PyTorch's and numpy's functions are called, each with
a call out of cases.txt that it can be added to, and what the real ones make of values of these arguments.
Names come from the signatures and help texts of the installed libraries. For developers who have them:

    python3 tests/golden/torch/make_arguments.py
"""

import ast
import inspect
import json
import re

import make
import numpy
import torch

# By name of the argument: values that have a meaning in some function. What a function makes of each is recorded.
VALUES = {
    "dtype": ("torch.float64", "torch.int64"),
    "dim": ("0", "-1"),
    "axis": ("0", "-1"),
    "p": ("1", "float('inf')"),
    "ord": ("1",),
    "dims": ("(0,)",),
    "k": ("1",),
    "n": ("2",),
    "indexing": ("'xy'", "'ij'"),
    "reduce": ("'add'", "'multiply'", "'mean'", "False"),
    "reduction": ("'none'", "'sum'", "'mean'"),
    "side": ("'left'", "'right'"),
    "approximate": ("'tanh'", "'none'"),
    "rounding_mode": ("'floor'", "'trunc'"),
    "memory_format": ("torch.contiguous_format", "torch.preserve_format", "torch.channels_last"),
    "device": ("'cpu'",),
    "alpha": ("2",),
    "beta": ("2",),
    "value": ("2",),
    "eps": ("0.5",),
    "rtol": ("1.0",),
    "atol": ("1.0",),
    "correction": ("0",),
    "ddof": ("1",),
    "decimals": ("1",),
    "diagonal": ("1",),
    "offset": ("1",),
    "minlength": ("7",),
    "label_smoothing": ("0.1",),
    "ignore_index": ("1",),
    "base": ("2.0",),
    "order": ("'C'", "'F'", "'K'"),
    "kind": ("'stable'",),
    "size_average": ("False",),
    "where": ("False",),
    "initial": ("1.0",),
}
FLAGS = """keepdim keepdims largest sorted descending stable unbiased right equal_nan inplace requires_grad copy
    non_blocking endpoint return_counts return_inverse return_index full_matrices upper left as_tuple
    replacement elementwise_affine bias batch_first norm_type scale_grad_by_freq sparse subok""".split()
VALUES.update({name: ("True", "False") for name in FLAGS})

# Methods whose help texts do not list what they take.
OWN = {
    "to": ["dtype", "device", "non_blocking", "copy", "memory_format"],
    "clone": ["memory_format"],
    "contiguous": ["memory_format"],
    "new_zeros": ["dtype", "device", "requires_grad"],
    "new_full": ["dtype", "device", "requires_grad"],
    "new_tensor": ["dtype", "device", "requires_grad"],
}


def documented(text, name):
    """Names of arguments in every signature `name(...)` that begins a docstring's line."""
    found = []
    for inside in re.findall(rf"^\s*(?:a\.)?{name}\((.*?)\)\s*(?:->|$)", text or "", re.S | re.M)[:4]:
        for part in re.split(r",(?![^(\[]*[)\]])", inside):
            word = re.match(r"\s*(?:\w+ )?\*?(\w+)\s*(?:=|:|$)", part)
            if word and word[1] not in found and not word[1].isdigit():
                found.append(word[1])
    return found


def names_of(function, name):
    if isinstance(function, numpy.ufunc):
        return ["out", "where", "dtype", "casting", "order", "subok"]
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(function).parameters.values()
        return [one.name for one in parameters if one.kind in kinds and not one.name.startswith("_")]
    except ValueError:
        return documented(function.__doc__, name)


def arguments(call, space):
    """Names that the called function documents and the line does not give, or None if it is not one of theirs."""
    owner = eval(ast.unparse(call.func.value), space)
    name = call.func.attr
    function = getattr(owner, name)
    names = names_of(function, name)
    skipped = len(call.args)
    if isinstance(owner, torch.Tensor):
        names = OWN.get(name) or names
        names = [one for one in names if one != "input"]
        later = names_of(getattr(torch, name), name) if hasattr(torch, name) else []
        names += [one for one in later if one not in ("input", "self", "out", *names)]
    elif not inspect.ismodule(owner) and not isinstance(owner, numpy.ndarray):
        return None
    given = {keyword.arg for keyword in call.keywords}
    return [one for one in names[skipped:] if one not in given and one not in ("self", "args", "kwargs")]


def walk(texts, prelude, last):
    space = {}
    exec(prelude, space)
    examples, cases = {}, []
    for line in (make.HERE / texts).read_text().split("\n"):
        try:
            call = ast.parse(line, mode="eval").body
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            names = arguments(call, space)
            is_module = inspect.ismodule(eval(ast.unparse(call.func.value), space))
            key = ast.unparse(call.func) if is_module else f".{call.func.attr}"
            if key in examples or not names or "error" in make.outcome(line, prelude, last):
                continue
        except Exception:
            continue
        examples[key] = [line, names]
        start = line[:-1] + (", " if call.args or call.keywords else "")
        for name in names:
            for value in VALUES.get(name, ()):
                if last == "v":
                    value = value.replace("torch.", "np.")
                made = f"{start}{name}={value})"
                cases.append({"line": made, **make.outcome(made, prelude, last)})
    return {"examples": examples, "cases": cases}


def write():
    text = {"versions": [torch.__version__, numpy.__version__]}
    text["torch"] = walk("cases.txt", make.TORCH, "x")
    text["numpy"] = walk("../numpy/cases.txt", make.NUMPY, "v")
    lines = [f'{{"versions": {json.dumps(text["versions"])}']
    for lib in ("torch", "numpy"):
        examples = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in text[lib]["examples"].items())
        cases = ",\n".join(map(json.dumps, text[lib]["cases"]))
        lines.append(f',\n"{lib}": {{"examples": {{\n{examples}\n}}, "cases": [\n{cases}\n]}}')
        print(lib, len(text[lib]["examples"]), "functions", len(text[lib]["cases"]), "cases")
    (make.HERE / "arguments.json").write_text("".join(lines) + "}\n")


write()
