"""Runs a learner's file, then the steps that a grader asks for, and tells what happened as JSON.

Between two runs everything that ours or Python's modules hold is put back, so that a learner who
overwrites torch.exp has it back at the next press of Run. Not a wall: the sandbox outside is that.
"""

import builtins
import gc
import json
import linecache
import sys
import traceback
import types
from builtins import *  # ours, whatever a learner does to the builtins

import _engine

MOST_TEXT = 400  # characters of a repr that is only shown

# ------------------------------------------------------------------------------ put back


def _classes(module):
    own = (value for value in vars(module).values() if isinstance(value, type))
    return [value for value in own if value.__module__ == module.__name__]


def _snapshot(names):
    """The attributes of the modules and of the Python classes that they define."""
    owners = []
    for name in names:
        module = sys.modules[name]
        owners.append(module)
        owners.extend(c for c in _classes(module) if c.__flags__ & (1 << 9))  # made by Python
    return [(owner, dict(vars(owner))) for owner in owners]


def _restore(snapshot):
    for owner, kept in snapshot:
        now = vars(owner)
        for name in [name for name in now if name not in kept]:
            _quietly(delattr, owner, name)
        for name, value in kept.items():
            if now.get(name, owner) is not value:
                _quietly(setattr, owner, name, value)


def _quietly(change, *args):
    try:
        change(*args)
    except (AttributeError, TypeError):  # what cannot be set could not be changed either
        pass


_kept_modules = ()
_kept = []


def keep():
    """Called once, when all that learners may import has been imported."""
    global _kept_modules, _kept
    _kept_modules = dict(sys.modules)
    modules = [n for n, module in _kept_modules.items() if isinstance(module, types.ModuleType)]
    _kept = _snapshot([name for name in modules if name != __name__])


def _put_back():
    for name in [name for name in sys.modules if name not in _kept_modules]:
        del sys.modules[name]
    sys.modules.update(_kept_modules)
    _restore(_kept)
    sys.setrecursionlimit(400)
    gc.collect(0)


# ------------------------------------------------------------------------------- errors

MOST_FRAMES = 12


def _fold(told, file):
    """Keeps the learner's own frames; of a recursion that went deep, its beginning and its end."""
    own = [frame for frame in told.stack if frame.filename == file]
    if len(own) > MOST_FRAMES:
        own = own[: MOST_FRAMES // 2] + own[-MOST_FRAMES // 2 :]
    told.stack = traceback.StackSummary.from_list(own)
    for other in (told.__cause__, told.__context__):
        if other is not None:
            _fold(other, file)


def _told(error, file):
    told = traceback.TracebackException.from_exception(error, compact=True)
    _fold(told, file)
    line = told.stack[-1].lineno if told.stack else None
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno
    lines = list(told.format())
    if not told.stack and lines and lines[0].startswith("Traceback"):
        lines = lines[1:]
    message = "".join(told.format_exception_only()).strip().split("\n")[-1]
    return {
        "type": type(error).__name__,
        "message": message,
        "traceback": "".join(lines),
        "line": line,
    }


# ------------------------------------------------------------------------------ results


def _handle(value):
    return getattr(value, "_h", None) if type(value).__module__.split(".")[0] in ("torch", "numpy") else None


def _result(value, depth=0):
    handle = _handle(value)
    if isinstance(handle, int):
        return {"kind": "tensor", "handle": _engine.clone(handle)}
    if value is None:
        return {"kind": "none"}
    if isinstance(value, (bool, int, float)):
        number = float(value) if abs(value) < 2**53 or value != value else None
        if number is not None and abs(number) != float("inf") and number == number:
            return {"kind": "number", "value": value}
        return {"kind": "number", "value": None, "text": str(value)}
    if isinstance(value, str):
        return {"kind": "text", "value": value[:100_000]}
    if isinstance(value, (tuple, list)) and depth < 4 and len(value) <= 1000:
        items = [_result(item, depth + 1) for item in value]
        return {"kind": "tuple" if isinstance(value, tuple) else "list", "items": items}
    if isinstance(value, dict) and depth < 4 and len(value) <= 1000:
        items = [[str(k), _result(item, depth + 1)] for k, item in value.items()]
        return {"kind": "dict", "items": items}
    return {"kind": "other", "type": type(value).__name__, "text": repr(value)[:MOST_TEXT]}


def _argument(value, namespace):
    """What a grader sends: numbers and texts as they are, else {"handle"}, {"ref"} or {"list"}."""
    if not isinstance(value, dict):
        return value
    if "handle" in value:
        import torch

        return torch.Tensor._of(value["handle"])
    if "ref" in value:
        return eval(value["ref"], namespace)
    return [_argument(item, namespace) for item in value["list"]]


def _step(step, namespace):
    if step["op"] == "eval":
        return eval(step["expression"], namespace)
    if step["op"] == "define":
        return exec(step["code"], namespace)
    target = eval(step["target"], namespace)
    args = [_argument(value, namespace) for value in step.get("args", [])]
    kwargs = {k: _argument(value, namespace) for k, value in step.get("kwargs", {}).items()}
    return target(*args, **kwargs)


def _steps(steps, namespace):
    """The values that were asked for; an error stands for its step and ends the rest."""
    values = []
    for step in steps:
        try:
            value = _step(step, namespace)
        except BaseException as error:
            values.append(error)
            if not step.get("goOn"):
                break
            continue
        if "as" in step:
            namespace[step["as"]] = value
        if step.get("get"):
            values.append(value)
    return values


# ---------------------------------------------------------------------------------- run


def run(code, file, steps, name):
    """name: what __name__ is. -> JSON of {error, results, figures}; error is null where the file ran to its end."""
    _put_back()
    asked = json.loads(steps)
    linecache.cache[file] = (len(code), None, [line + "\n" for line in code.split("\n")], file)
    namespace = {"__name__": name, "__file__": file, "__builtins__": builtins}
    values, error = [], None
    try:
        exec(compile(code, file, "exec", dont_inherit=True), namespace)
        values = _steps(asked, namespace)
    except BaseException as caught:  # SystemExit and KeyboardInterrupt too end only the run
        error = caught
    _restore(_kept)  # from here on json, traceback and the builtins are what they were
    sys.stdout.flush()
    results = [_told_or_taken(value, file) for value in values]
    told = None if error is None else _told(error, file)
    return json.dumps({"error": told, "results": results, "figures": _figures()})


def _told_or_taken(value, file):
    if isinstance(value, BaseException):
        return {"kind": "error", **_told(value, file)}
    try:
        return _result(value)
    except BaseException as error:  # a repr or a number of the learner's own class
        return {"kind": "error", **_told(error, file)}


def _figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot._figures() if pyplot else []
