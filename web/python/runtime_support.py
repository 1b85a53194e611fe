"""Runs a learner's file, then one by one the steps that a grader asks for, and reports as JSON.

Between two runs all memory is put back (web/exercises/runtime/started.js). Within a run, what a
learner has overwritten of ours is put back before a grader's code runs, and before the report is
written. Protection is the task of the sandbox outside.
"""

import _imp
import _pickle
import ast
import builtins
import gc
import io
import json
import linecache
import marshal
import math
import os
import re
import sys
import traceback
import types
import zipimport
from _blake2 import blake2b
from builtins import *  # noqa: F403  ours, whatever a learner does to the builtins
from operator import is_

import runtime_guards as guards
import torch
from torch import _engine, _tape
from torch._base import TensorBase
from torch._types import Held

MOST_TEXT = 400  # characters of a repr that is only shown
MOST_MESSAGE, MOST_TRACEBACK = 4000, 100_000
RECURSION = 400  # deeper, and the browser's own stack would be the first to end

# ------------------------------------------------------------------------------ put back

# Of these the functions' code and what tables hold are put back too. The rest of the library is
# guarded against what a learner does by mistake: names that are written over.
_OURS = (
    "torch",
    "numpy",
    "matplotlib",
    "einops",
    "runtime_support",
    "json",
    "traceback",
    "linecache",
    "sys",
)


def _is_ours(name):
    return isinstance(name, str) and name.split(".")[0] in _OURS


def _classes():
    """Every class there is, in whatever module, table or function it is held."""
    found, waiting = {}, [object]
    while waiting:
        for kind in type.__subclasses__(waiting.pop()):
            if kind not in found and kind is not type:
                found[kind] = None
                waiting.append(kind)
    return list(found)


def _owners(module):
    """What has attributes: the module and, of ours, its own instances of classes."""
    if not _is_ours(module.__name__) or module is sys:
        return [module]
    values = [v for v in vars(module).values() if not isinstance(v, type)]
    return [module, *(v for v in values if _is_ours(type(v).__module__) and hasattr(v, "__dict__"))]


def _snapshot(modules):
    """-> ((owner, names, values, (its class, and of a class its bases)), ...)"""
    owners = [owner for module in modules for owner in _owners(module)] + [sys.stdout, sys.stderr]
    owners += [kind for kind in _classes() if kind.__flags__ & (1 << 9)]  # made by Python
    return tuple((o, tuple(vars(o)), tuple(vars(o).values()), _lineage(o)) for o in owners)


def _lineage(owner):
    return type(owner), owner.__bases__ if isinstance(owner, type) else None


def _is_of(table, names, values):
    """Whether these are its names and values, in this order. It runs no code of theirs."""
    return (
        len(table) == len(names)
        and all(map(is_, table, names))
        and all(map(is_, table.values(), values))
    )


# What a learner had put in the place of ours is held until the grader's code has run: it may have a
# __del__, which would put it there again.
_dropped = []


def _restore(snapshot):
    for owner, names, values, (kind, bases) in snapshot:
        if type(owner) is not kind:
            _quietly(setattr, owner, "__class__", kind)
        if bases is not None and owner.__bases__ is not bases:
            _quietly(setattr, owner, "__bases__", bases)
        now = vars(owner)
        if _is_of(now, names, values):
            continue
        kept = dict(zip(names, values))
        _dropped.append(list(now.values()))
        if type(now) is dict and any(type(name) is not str for name in now):
            now.clear()  # a key of a learner's class could be equal to a name, whenever it likes
            now.update(kept)
            continue
        for name in [name for name in now if name not in kept]:
            _quietly(delattr, owner, name)
        for name, value in kept.items():
            if now.get(name, owner) is not value:
                _quietly(setattr, owner, name, value)


def _quietly(change, *args):
    try:
        change(*args)
    except (AttributeError, TypeError, ValueError, OSError):
        pass  # what cannot be set could not be changed either


def _is_public(owner):
    """Whether it is a class of ours, or a module whose names are for learners. Others hold
    state.
    """
    if isinstance(owner, type):
        return owner.__module__.split(".")[0] in ("torch", "numpy")
    name = getattr(owner, "__name__", None)
    if not isinstance(name, str) or "._" in name:
        return False
    return name.split(".")[0] in ("torch", "numpy", "builtins", "math", "operator", "gc")


def _is_part(value):
    return callable(value) or _is_ours(type(value).__module__)


def _parts(snapshot):
    """What the modules of ours that hold state are made of: functions, classes, tables of such.

    -> ((a dict, its names, their values), ...)
    """
    found = []
    for owner, names, values, _ in snapshot:
        if (
            not isinstance(owner, types.ModuleType)
            or _is_public(owner)
            or not _is_ours(owner.__name__)
        ):
            continue
        pairs = [
            (k, v) for k, v in zip(names, values) if callable(v) or type(v) is types.ModuleType
        ]
        if pairs:
            found.append((vars(owner), *zip(*pairs)))
        for table in values:
            if type(table) is dict and table and all(map(_is_part, table.values())):
                found.append((table, tuple(table), tuple(table.values())))
    return tuple(found)


_TAPE = {name: vars(_tape)[name] for name in ("raw", "rules", "WRITES", "own", "recorders")}


def _is_plain(table, names):
    """Whether its keys have the expected types: a learner's own type can claim to equal a name."""
    return set(map(type, table)) == set(map(type, names))


def _mend_parts(parts):
    for table, names, values in parts:
        is_plain = set(map(type, table)) == set(
            map(type, names)
        )  # so that no key is equal to others
        if is_plain and all(map(is_, map(table.get, names), values)):
            continue
        _dropped.append(list(table.values()))
        if is_plain:
            table.update(zip(names, values))  # where it lies: a new table would count as a change
            continue
        others = [(k, v) for k, v in table.items() if type(k) is str and k not in names]
        table.clear()
        table.update(zip(names, values))
        table.update(others)


def _put_back(changes):
    """Makes what a grader's code relies on what it was at the start. changes: see _TAPED"""
    if changes & _CHANGED:
        _restore(_kept_names)
        _mend_parts(_kept_parts)
        _mend_functions(_kept_functions)
    _mend_modules()
    vars(_tape).update(_TAPE)
    is_recording = bool(_tape.raw)  # what the file has made needs gradients
    if changes & _TAPED:
        parts = [part for part in _kept_parts if part[0] is _ENGINE]
        if not (is_recording and all(map(_records, parts))):
            _mend_parts(parts)
    if is_recording:
        _tape.raw.clear()
        _tape.begin()


def _is_as_it_was():
    """Whether what a grader's code relies on is what it was.

    Names may have been added: importing a module adds its own.
    """
    owners = [(vars(owner), names, values) for owner, names, values, _ in _kept_names]
    return (
        all(_holds(*one) for one in owners + list(_kept_parts))
        and all(_is_of_lineage(owner, *lineage) for owner, _, _, lineage in _kept_names)
        and all(map(_is_same_function, _kept_functions))
    )


def _holds(table, names, values):
    return _is_of(table, names, values) or all(map(is_, map(table.get, names), values))


def _is_of_lineage(owner, kind, bases):
    return type(owner) is kind and (bases is None or owner.__bases__ is bases)


def _is_same_function(state):
    f, code, *defaults, held = state
    now = [cell.cell_contents for cell in f.__closure__ or ()]
    return (
        f.__code__ is code
        and all(map(is_, (f.__defaults__, f.__kwdefaults__), defaults))
        and all(map(is_, now, held))
    )


def _mend_modules():
    """A grader's code imports the modules of the start, whatever a learner put in their places."""
    if any(type(name) is not str for name in _modules):  # it could be equal to a name of ours
        others = [(name, module) for name, module in _modules.items() if type(name) is str]
        _dropped.append(list(_modules.items()))
        _modules.clear()
        _modules.update(others)
    _modules.update(_kept_modules)


def _records(part):
    """Whether the engine is what begin() of the tape makes of it, and nothing else."""
    table, names, values = part
    recording = map(_tape.recorders.get, names, values)
    return _is_plain(table, names) and all(map(is_, map(table.get, names), recording))


def _functions(snapshot):
    """The states of all functions of ours, those that only other functions or tables hold too."""
    found, waiting = {}, [value for _, _, values, _ in snapshot for value in values]
    waiting += [value for _, _, values in _parts(snapshot) for value in values]
    while waiting:
        value = waiting.pop()
        for f in (value, getattr(value, "__func__", None), getattr(value, "fget", None)):
            if type(f) is types.FunctionType and _is_ours(f.__module__) and id(f) not in found:
                found[id(f)] = _state_of(f)
                waiting += found[id(f)][-1]
    return tuple(found.values())


def _state_of(f):
    held = tuple(cell.cell_contents for cell in f.__closure__ or ())
    return f, f.__code__, f.__defaults__, f.__kwdefaults__, held


def _mend_functions(functions):
    for f, code, defaults, kwdefaults, held in functions:
        if (
            f.__code__ is not code
            or f.__defaults__ is not defaults
            or f.__kwdefaults__ is not kwdefaults
        ):
            _dropped.append((f.__code__, f.__defaults__, f.__kwdefaults__))
            f.__code__, f.__defaults__, f.__kwdefaults__ = code, defaults, kwdefaults
        for cell, value in zip(f.__closure__ or (), held):
            if cell.cell_contents is not value:
                _dropped.append(cell.cell_contents)
                cell.cell_contents = value


_STREAMS = (sys.stdout, sys.stderr)


def _is_silenced():
    """Whether the next run prints to nowhere: a stream is closed, detached or led elsewhere."""
    try:
        return any(
            stream.closed
            or stream.encoding != "utf-8"
            or os.fstat(number).st_mode & 0o170000 != 0o020000  # no device
            for number, stream in enumerate(_STREAMS, 1)
        )
    except (ValueError, OSError):
        return True


_kept = _kept_functions = _kept_names = _kept_parts = _kinds = ()
_modules, _kept_modules = sys.modules, {}

# Which of all this is no longer as it was at the start, JavaScript sees in Python's memory
# (web/exercises/runtime/started.js) and says before a step and before the report: a sum of
# the engine's functions, of which the tape has others while it records; what is put back before a
# grader's code runs; and the rest, which is before the report.
_TAPED, _CHANGED, _OTHERS = 1, 2, 4
_ENGINE = vars(_engine)


def _places(referents):
    """Where in memory all this is, for web/build/watched.js. referents: gc.get_referents"""
    found = []

    def add_dict(sort, table, only=None):
        of_it = {"dict": id(table), "values": _ids(table.values()), "only": only}
        found.append({"sort": sort, **of_it})

    def add_words(first, at, *words):
        found.append({"sort": _CHANGED, "object": id(at), "first": first, "words": words})

    for owner, _, _, (kind, bases) in _kept:
        # vars() of a class only shows its names
        table = referents(vars(owner))[0] if isinstance(owner, type) else vars(owner)
        sort = _CHANGED if _is_public(owner) else _OTHERS
        add_dict(_TAPED if table is _ENGINE else sort, table)
        points = [table] if bases is None else [table, bases]
        found.append({"sort": _CHANGED, "object": id(owner), "points": _ids(points)})
        add_words(1, owner, id(kind))
    for table, _, values in _kept_parts:
        if table is not _ENGINE:
            add_dict(_CHANGED, table, _ids(values))
    for f, code, defaults, kwdefaults, held in _kept_functions:
        add_words(6, f, id(code), *(0 if d is None else id(d) for d in (defaults, kwdefaults)))
        for cell, value in zip(f.__closure__ or (), held):
            add_words(2, cell, id(value))
    return found


def _ids(values):
    return list(map(id, values))


# What mends this module is outside of it, where no frame of a learner's leads: between two steps,
# what the grader has defined and what the steps gave is held there.
_MEND = """
def mend(is_new=True):
    now = namespace.get("_now")
    dropped = now, dict(namespace)  # what it held ends when this function has ended
    namespace.clear()
    namespace.update(held)
    for f, code, defaults in functions:
        f.__code__, f.__defaults__ = code, defaults
    if is_new:
        for part in trusted.values():
            part.clear()
    elif type(now) is dict:
        namespace["_now"] = {**now, **{key: part.copy() for key, part in trusted.items()}}
    return dropped


def settle(changes):
    dropped = mend(False)
    namespace["_quiet"](changes)
    return dropped


def adopt():
    now = namespace["_now"]
    for key in ("own", "functions", "scopes"):
        trusted[key].clear()
        trusted[key].__init__(now[key])


def hold(box, name, is_wanted):
    if name and not box[1]:
        trusted["own"][name] = namespace["_plain"](box[0])
    if is_wanted or box[1]:
        trusted["values"].append(namespace["_held"](box))
    mend(False)
    return not box[1]
"""


def keep():
    """Called once, when all that learners may import has been.

    -> what mends this module, and what gives _places() as JSON
    """
    global _kept, _kept_functions, _kept_names, _kept_parts, _kinds, _kept_modules
    referents = gc.get_referents
    _drop_javascript()
    _drop_native()
    for name in [name for name in sys.modules if name.split(".")[0] in guards.WAYS_OUT]:
        del sys.modules[name]
    sys.meta_path[:] = [
        guards.Closed,
        *(f for f in sys.meta_path if not hasattr(f, "jsproxies")),
        guards.Loaded,
    ]
    sys.modules.pop("runtime_support", None)
    sys.modules["runtime_guards"] = None
    _close_bytecode()
    _close_introspection()
    sys.monitoring = types.SimpleNamespace(events=sys.monitoring.events)  # bdb wants these
    sys.modules.pop("sys.monitoring", None)
    builtins.input = guards.absent(
        "input", "no line can be typed while code runs: write the value into the code"
    )
    builtins.breakpoint = guards.absent("breakpoint", "use print() to see what a name holds")
    sys.modules[__name__] = None  # not to be imported a second time either
    sys.maxsize = 2**63 - 1  # as on the machines that code is written for: -sys.maxsize masks
    sys.setrecursionlimit(RECURSION)
    # written in C: what traces Python's own functions is not called for them
    ends = {"set_trace": sys.settrace, "set_profile": sys.setprofile}
    ends |= {"stop_collector": gc.disable, "clear_callbacks": gc.callbacks.clear}
    for name in ("settrace", "setprofile", "_settraceallthreads", "_setprofileallthreads"):
        setattr(sys, name, guards.untraced(f"sys.{name}"))
    _tape.prepare()
    _kept = _snapshot([m for m in sys.modules.values() if isinstance(m, types.ModuleType)])
    _kept_functions = _functions(_kept)
    _kept_names = tuple(one for one in _kept if _is_public(one[0]))
    _kept_parts = _parts(_kept)
    _kinds = frozenset(map(id, _classes()))
    _kept_modules = dict(_modules)
    own = [f for f in globals().values() if type(f) is types.FunctionType]
    outside = {
        "__builtins__": dict(vars(builtins)),
        "namespace": globals(),
        "held": tuple(globals().items()),
        "functions": tuple((f, f.__code__, f.__defaults__) for f in own),
        **ends,
        "trusted": {"own": {}, "functions": [], "scopes": [], "values": []},
    }
    exec(_MEND, outside)
    # what is there stays: collecting is cheap from here on, and gc.get_objects() does not list it
    gc.freeze()
    made = [outside[name] for name in ("mend", "settle", "adopt", "hold", *ends)]
    return [*made, lambda: _encode(_places(referents))]


# What shows a function its callers, or any object that there is: by its names a frame would lead
# from a learner's code to the grader's. A frame keeps what tracebacks and logging ask of it.
_FRAME = {
    "f_back": None,
    "f_locals": types.MappingProxyType({}),
    "f_globals": types.MappingProxyType({}),
    "f_builtins": types.MappingProxyType({}),
}
# type has a cache of what it has looked up
_frames = (gc.get_referents(types.FrameType.__dict__)[0], sys._clear_internal_caches)
_NAMES = ("f_locals", "f_globals", "f_builtins")
_OPEN_FRAME = {name: types.FrameType.__dict__[name] for name in _NAMES}
_OF_SYS = (
    "addaudithook call_tracing remote_exec is_remote_debug_enabled _getframe _current_frames "
    "_current_exceptions _clear_type_cache _clear_internal_caches "
    "set_asyncgen_hooks set_coroutine_origin_tracking_depth activate_stack_trampoline"
).split()
_OF_GC = ("get_objects", "get_referrers", "get_referents", "set_debug")


def _close_introspection():
    names, forget = _frames
    names.update(_FRAME)
    forget()
    traceback._compute_suggestion_error = guards.suggestion
    for name in _OF_SYS:
        sys.__dict__.pop(name, None)  # modules that can do without look whether it is there
    sys._clear_type_descriptors = guards.leave_descriptors
    for name in _OF_GC:
        setattr(gc, name, guards.absent(f"gc.{name}", "it would show what is not yours"))


# Code that no compiler made reaches all of Python's memory. So a learner's comes from source, and
# what is loaded as bytes is the library's own. A hook says so: Python has no name for it.
_LIBRARY = "/lib/python314.zip"
_library = frozenset()  # of its modules
_is_making = False  # code for a grader
_loads, _frozen = marshal.loads, _imp.get_frozen_object
_COMPILED = "is not part of this lab: code comes from source here, by def, compile() or exec()"


def _digest(data):
    return blake2b(data, digest_size=8).digest()


def _close_bytecode():
    global _library
    files = zipimport.zipimporter(_LIBRARY)
    compiled = [name for name in files._get_files() if name.endswith(".pyc")]
    _library = frozenset(_digest(files.get_data(name)[16:]) for name in compiled)
    marshal.loads = guards.loads
    marshal.load = guards.absent("marshal.load", "pickle and json keep values in files")
    _imp.get_frozen_object = guards.get_frozen_object
    _imp.create_dynamic = guards.absent("_imp.create_dynamic", "a library would be code as bytes")
    types.coroutine = guards.coroutine


def _watch(event, args):
    if event == "code.__new__" and not _is_making:
        raise NotImplementedError(f"types.CodeType() or code.replace() {_COMPILED}")
    if event == "poslab.loads":
        box = args[0]
        data = box[0]
        if type(data) is not bytes or _digest(data) not in _library:
            raise NotImplementedError(f"marshal.loads() {_COMPILED}")
        box[0] = _loads(data)
    elif event in _INITS:
        box = args[0]
        self, *rest = box
        if event == "poslab.Unpickler":
            read, readline, options = rest
            _INITS[event](self, types.SimpleNamespace(read=read, readline=readline), **options)
        elif type(rest[0]) is io.FileIO or type(rest[0]) is io.BytesIO:
            _INITS[event](self, *rest)
    elif event == "poslab.is_as_it_was":
        args[0][:] = [_is_as_it_was()]
    elif event == "poslab.names":
        args[0][:] = [_names_in(args[0][0])]
    elif event == "poslab.frozen":
        box = args[0]
        name, data = box
        if data is not None:
            raise NotImplementedError(f"_imp.get_frozen_object() {_COMPILED}")
        box[1] = _frozen(name)


# What is written in C lends a file's readinto() memory that it may give back while the file still
# writes there. So it reads only from files that are written in C too, by methods that no name of
# the file's own hides.
_RAW = (io.FileIO, io.BytesIO)
_INITS = {
    f"poslab.{kind.__name__}": kind.__dict__["__init__"]
    for kind in (io.BufferedReader, io.BufferedRandom, _pickle.Unpickler)
}
_STUBS = (guards.init_reader, guards.init_random, guards.init_unpickler)


def lenders():
    """-> the addresses of classes of C's, which close_lenders() is to write into"""
    return [id(kind) for kind in (io.BufferedReader, io.BufferedRandom, _pickle.Unpickler, *_RAW)]


def close_lenders():
    """Called once, before keep()."""
    sys.addaudithook(_watch)
    for kind, stub in zip((io.BufferedReader, io.BufferedRandom, _pickle.Unpickler), _STUBS):
        kind.__init__ = stub
    for kind in _RAW:  # a property comes before what the file's own __dict__ holds
        kind.readinto = property(kind.__dict__["readinto"].__get__)
    _pickle.load = guards.load  # pickle, which is not there yet, takes it from there


def _names_in(step):
    """A learner's innermost frame, as traceback looks into it for a name that is like the one that
    was not found. Frames themselves stay closed: an error that is reported can run a learner's
    code.
    """
    while type(step) is types.TracebackType and step.tb_next is not None:
        step = step.tb_next
    if type(step) is not types.TracebackType or not _now:
        return None
    frame = step.tb_frame
    if not _is_own(frame.f_code.co_filename, _now["file"]):
        return None
    names = {name: dict(_OPEN_FRAME[name].__get__(frame)) for name in _NAMES}
    return types.SimpleNamespace(tb_next=None, tb_frame=types.SimpleNamespace(**names))


def _drop_javascript():
    """Pyodide's own modules hold objects of JavaScript, and functions that make and call such.

    None of what runs here needs them.
    """
    core = sys.modules.get("_pyodide_core")
    functions = {id(v) for v in vars(core).values() if callable(v)} if core else set()
    for module in [m for m in sys.modules.values() if isinstance(m, types.ModuleType)]:
        for name, value in list(vars(module).items()):
            is_javascript = type(value).__name__ == "JsProxy" or id(value) in functions
            if is_javascript and module is not _engine and module.__name__ != "builtins":
                setattr(module, name, None)


def _drop_native():
    """The standard library imports such where it can, and does without them where it cannot."""
    dropped = [sys.modules.pop(name, None) for name in guards.NATIVE]
    found = [module for module in dropped if module is not None]
    for module in [m for m in sys.modules.values() if isinstance(m, types.ModuleType)]:
        for name, value in list(vars(module).items()):
            if any(value is one for one in found):
                setattr(module, name, None)


def _quiet(changes):
    """What of a learner's ends by itself ends now, and not while a grader's code runs."""
    if _dropped:
        _dropped.clear()  # which may run what puts it there again
        changes = _TAPED | _CHANGED
    _put_back(changes)
    gc.collect()


# ------------------------------------------------------------------------------- errors

MOST_FRAMES = 12
MOST_VARIABLES = 12
_PLAIN = (int, float, bool, complex, type(None))
_TABLES = (list, tuple, dict, set)


def _is_own(filename, file):
    """Whether a line is the learner's: of the file, or of a cell that ran before it."""
    return filename == file or filename in _session["files"]


def _fold(report, file):
    """Keeps the learner's own frames; of a recursion that went deep, its beginning and its end."""
    own = [frame for frame in report.stack if _is_own(frame.filename, file)]
    if len(own) > MOST_FRAMES:
        own = own[: MOST_FRAMES // 2] + own[-MOST_FRAMES // 2 :]
    report.stack = traceback.StackSummary.from_list(own)
    for other in (report.__cause__, report.__context__):
        if other is not None:
            _fold(other, file)


def _report(error, file):
    try:
        if isinstance(error, MemoryError):
            traceback.clear_frames(error.__traceback__)
        return _traced(error, file)
    except BaseException:  # an exception that cannot even be shown
        return {
            "type": "Exception",
            "message": "an exception that cannot be shown",
            "traceback": "",
            "line": None,
            "isOwn": False,
            "variables": [],
        }


def _traced(error, file):
    report = traceback.TracebackException.from_exception(error, compact=True)
    is_own = bool(report.stack) and _is_own(report.stack[-1].filename, file)
    _fold(report, file)
    here = [frame.lineno for frame in report.stack if frame.filename == file]
    line = here[-1] if here else None
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno if type(error.lineno) is int else None
    lines = list(report.format())
    if not report.stack and lines and lines[0].startswith("Traceback"):
        lines = lines[1:]
    message = _sentence("".join(report.format_exception_only()), isinstance(error, SyntaxError))
    return {
        "type": _name(type(error)),
        "message": message[:MOST_MESSAGE],
        "traceback": "".join(lines)[:MOST_TRACEBACK],
        "line": line,
        "isOwn": is_own,
        "variables": _variables(error, file),
    }


def _sentence(text, is_syntax):
    """What the error is called and all that it says, in one line.

    Of a syntax error the lines that show its place come before it.
    """
    lines = text.split("\n")
    while is_syntax and not lines[0][:1].isalpha() and len(lines) > 1:
        lines = lines[1:]
    return " ".join(" ".join(lines).split())


def _variables(error, file):
    """-> [[name, value or shape]] of the learner's innermost frame, the newest names last"""
    frame, step = None, error.__traceback__
    while step is not None:
        if _is_own(step.tb_frame.f_code.co_filename, file):
            frame = step.tb_frame
        step = step.tb_next
    if frame is None:
        return []
    found = []
    for name, value in list(_OPEN_FRAME["f_locals"].__get__(frame).items()):
        text = "" if name.startswith("_") else _in_short(value)
        if text:
            found.append([name, text])
    return found[-MOST_VARIABLES:]


def _cut(text):
    """A text that is shown as part of itself says so."""
    return text if len(text) <= 62 else f"{text[:60]}…"


def _in_short(value):
    """A number or a text as it is, of a tensor its type and shape, else what it is; '' for code."""
    kind = type(value)
    if _is_long(value):
        return f"int of {int.bit_length(value)} bits"
    if kind in _PLAIN:
        return _cut(repr(value))
    if kind is str:
        return _cut(repr(value[:61]))
    if kind in _TABLES:
        return f"{kind.__name__} of {len(value)}"
    if issubclass(kind, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)):
        return ""
    if _handle(value) is not None:
        return f"{_name(kind)} {tuple(value.shape)}, {value.dtype}"
    return _name(kind)


# ------------------------------------------------------------------------------ results


# Nothing of a learner's runs here, whatever classes the values are of: it could forge what comes
# after it.

_HANDLE = TensorBase.__dict__["_h"]
_NAME = type.__dict__["__name__"]


def _name(kind):
    """What a class is called, whatever its own class says."""
    return _NAME.__get__(kind)[:60]


def _is_known(kind):
    """Whether a class was there before the learner's file."""
    return id(kind) in _kinds


def _handle(value):
    """The number of a tensor or an array; None of what is none."""
    if not issubclass(type(value), TensorBase):
        return None
    try:
        handle = _HANDLE.__get__(value)
    except AttributeError:  # made without one
        return None
    return handle if type(handle) is int else None


def _plain(value, depth=0):
    """Tensors, tuples, lists and numbers without a class of a learner's, else the value itself."""
    kind = type(value)
    if issubclass(kind, TensorBase) and not _is_known(kind) and _handle(value) is not None:
        return torch.Tensor._of(_engine.alias(_handle(value)))
    for sort in (tuple, list):
        if issubclass(kind, sort) and depth < 4:
            return sort([_plain(item, depth + 1) for item in sort.__iter__(value)])
    for sort in (float, int):
        if issubclass(kind, sort) and kind is not bool:
            return sort.__pos__(value)
    return value


def _number(value):
    """A number as JSON has it; else as text: inf, -inf, nan, the digits of integers from 2**53.

    The methods are those of float and int themselves: a learner's subclass may have others.
    """
    value = value if type(value) is bool else _plain(value)
    if type(value) is float:
        if math.isfinite(value):
            return {"kind": "number", "value": value}
        return {"kind": "number", "value": None, "text": float.__repr__(value)}
    n_bits = int.bit_length(value)
    if n_bits <= 53:
        return {"kind": "number", "value": value}
    if n_bits > 1024:
        return {"kind": "other", "type": "int", "text": f"an integer of {n_bits} bits"}
    return {"kind": "number", "value": None, "text": int.__repr__(value)}


# What all results of a run may hold: web/exercises/runtime/answer.js refuses what is larger.
MOST_ITEMS, MOST_NUMBERS, MOST_AXES = 20_000, 10_000_000, 64


def _result(value, left, depth=0):
    """left: of a run, how many items and numbers it may still give back"""
    left["items"] -= 1
    if left["items"] < 0:
        return _too_much("More items than can be judged")
    kind = type(value)
    name = _name(kind)
    if kind is _Given:
        value, name = value.kept, value.type
    handle = _handle(value)
    if handle is not None:
        kept = _engine.alias(handle)
        if isinstance(kept, int):
            shape = torch.Tensor._of(_engine.alias(handle)).shape
            left["numbers"] -= math.prod(shape)
            if len(shape) > MOST_AXES or left["numbers"] < 0:
                axes = f"{len(shape)} axes" if len(shape) > 4 else f"shape {tuple(shape)}"
                return _too_much(f"A tensor of {axes}, which is too large,")
            return {"kind": "tensor", "handle": kept, "type": name}
    if value is None:
        return {"kind": "none"}
    if issubclass(kind, Held) and _is_known(kind):
        value = value._value
        kind = type(value)
    if issubclass(kind, (int, float)):
        return _number(value)
    if issubclass(kind, str):
        return {"kind": "text", "value": str.__getitem__(value, slice(100_000))}
    for sort in (tuple, list):
        if issubclass(kind, sort) and depth < 4 and sort.__len__(value) <= 1000:
            items = []
            for item in sort.__iter__(value):
                items.append(_result(item, left, depth + 1))
                if left["items"] < 0:
                    return _too_much(f"A {sort.__name__} of more than {MOST_ITEMS} numbers")
            return {"kind": sort.__name__, "items": items}
    if issubclass(kind, dict) and depth < 4 and dict.__len__(value) <= 1000:
        items = [[_key(k), _result(item, left, depth + 1)] for k, item in dict.items(value)]
        return {"kind": "dict", "items": items}
    return {"kind": "other", "type": _name(kind), "text": _text(value)}


def _too_much(what):
    return {"kind": "other", "type": what, "text": ""}


def _key(value):
    is_plain = any(type(value) is kind for kind in (str, *_PLAIN)) and not _is_long(value)
    return str(value) if is_plain else _name(type(value))


def _is_long(value):
    """Whether it is an integer that is too long to be written."""
    return type(value) is int and int.bit_length(value) > 1024


def _text(value):
    """What is no result is named by its class: a repr would run those of what it holds."""
    return repr(value)[:MOST_TEXT] if type(value) is complex else _name(type(value))


def _argument(value, namespace):
    """What a grader sends: numbers and texts as they are, else {"handle"}, {"ref"} or {"list"}.

    {"float"}: the text of a float that JSON cannot hold.
    """
    if not isinstance(value, dict):
        return value
    if "float" in value:
        return float(value["float"])
    if "handle" in value:
        return torch.Tensor._of(value["handle"])
    if "ref" in value:
        return eval(value["ref"], namespace)
    return [_argument(item, namespace) for item in value["list"]]


def _step(step, namespace, changes):
    if step["op"] == "eval":
        return eval(step["expression"], _own_scope(namespace, changes))
    if step["op"] == "define":
        return _define(step["code"], namespace, changes)
    if step["target"] in _now["own"]:
        namespace = _own_scope(namespace, changes)
    else:
        namespace = namespace | _now["own"]
        gc.enable()
    target = eval(step["target"], namespace)
    args = [_argument(value, namespace) for value in step.get("args", [])]
    kwargs = {k: _argument(value, namespace) for k, value in step.get("kwargs", {}).items()}
    given = [*args, *kwargs.values()]
    before = [_contents_of(value) for value in given]
    try:
        return target(*args, **kwargs)
    finally:
        if step["target"] not in _now["own"] and not all(map(_is_still, given, before)):
            _now["changed"].append(_now["n_steps"])


def _contents_of(value):
    """What lists and dicts hold, and those in them."""
    if type(value) is list:
        return [_contents_of(item) for item in value]
    if type(value) is dict:
        return {key: _contents_of(item) for key, item in value.items()}
    return value


def _is_still(value, before):
    """Whether it holds what _contents_of() found. Nothing of a learner's runs here."""
    if type(before) is list:
        same = len(value) == len(before)
        return same and all(map(_is_still, value, before))
    if type(before) is dict:
        same = len(value) == len(before) and all(map(is_, value, before))
        return same and all(map(_is_still, value.values(), before.values()))
    return value is before


# A grader's own code is not misled by names that a learner has written over: of the library, of the
# builtins, and of what the grader has defined before.


def _own_scope(namespace, changes):
    """The names for a grader's code: the learner's, but for those of builtins, and its own."""
    _put_back(changes)
    _mend_functions(_now["functions"])
    for scope, held in _now["scopes"]:
        if _is_of(scope, held, held.values()):
            continue
        _dropped.append(list(scope.values()))
        scope.clear()
        scope.update(held)
    plain = vars(builtins)
    # a key of a learner's class could be equal to a name of ours, whenever it likes
    texts = [(key, value) for key, value in namespace.items() if type(key) is str]
    learners = {key: value for key, value in texts if key not in plain}
    return learners | _now["own"] | {"__builtins__": builtins}


_CODE = types.CodeType


def _without_lines(code):
    """A warning can say on which line a caller is, and so which of a grader's functions it is."""
    inner = tuple([_without_lines(c) if type(c) is _CODE else c for c in code.co_consts])
    n = len(code.co_code) // 2
    # of each eight instructions, that their line is the same: CPython's locations.md
    table = b"\xef\x00" * (n // 8) + (bytes((0xE8 + n % 8 - 1, 0)) if n % 8 else b"")
    return code.replace(co_consts=inner, co_linetable=table, co_firstlineno=1)


def _define(code, namespace, changes):
    global _is_making
    scope = _own_scope(namespace, changes)
    before = dict(scope)
    whole = compile(code, "<grader>", "exec", dont_inherit=True)
    _is_making = True  # nothing of a learner's runs meanwhile: take()
    try:
        whole = _without_lines(whole)
    finally:
        _is_making = False
    exec(whole, scope)
    made = {key: value for key, value in scope.items() if before.get(key, code) is not value}
    _now["own"].update(made)
    _now["scopes"].append((scope, dict(scope)))
    _now["functions"] += [_state_of(f) for f in made.values() if type(f) is types.FunctionType]


# ---------------------------------------------------------------------------------- run


_now = None  # of the run that is under way: its file, its names, what it gave, its error
# Of a notebook, whose cells share their names: these, and the names of the cells that ran.
_session = {"id": "", "namespace": {}, "files": ()}


def begin(code, file, name, session=""):
    """Runs a learner's file. name: what __name__ is. -> whether it ran to its end

    session: of a notebook, whose cells find all as the cell before has left it.
    """
    global _now
    if not session or session != _session["id"]:
        module = types.ModuleType(name)
        sys.modules[name] = module  # where pickle, dataclasses and doctest look for what it defines
        fresh = vars(module)
        fresh |= {"__file__": file, "__builtins__": builtins}
        _session.update(id=session, namespace=fresh, files=())
    linecache.cache[file] = (len(code), None, [line + "\n" for line in code.split("\n")], file)
    namespace = _session["namespace"]
    _now = {"file": file, "namespace": namespace, "values": [], "error": None}
    _now |= {"own": {}, "functions": [], "scopes": [], "changed": [], "n_steps": -1}
    try:
        if session:
            _session["files"] += (file,)
            _run_cell(code, file, namespace)
        else:
            exec(compile(code, file, "exec", dont_inherit=True), namespace)
    except BaseException as error:  # SystemExit and KeyboardInterrupt too end only the run
        _now["error"] = error
        if isinstance(error, MemoryError) and not session:  # the report takes some memory too
            namespace.clear()
    return _now["error"] is None


def _run_cell(code, file, namespace):
    """Runs a cell, and prints the value of its last line, unless that is None or ends with ;"""
    code = re.sub(r"(?m)^%matplotlib\b.*$", "", code)  # plots are always drawn in the page
    try:
        tree = ast.parse(code, file)
    except SyntaxError as error:
        line = (error.text or "").lstrip()
        if line.startswith(("%", "!", "?")) or line.rstrip().endswith("?"):
            command = f"{line.split()[0]} is a command of Jupyter's"
            what = f"{command}, which is not part of this lab: delete it"
            error.msg, error.args = what, (what, *error.args[1:])
        raise
    last = tree.body[-1] if tree.body else None
    is_shown = isinstance(last, ast.Expr) and not code.rstrip().endswith(";")
    if is_shown:
        tree.body.pop()
    exec(compile(tree, file, "exec", dont_inherit=True), namespace)
    if is_shown:
        shown = compile(ast.Expression(last.value), file, "eval", dont_inherit=True)
        value = eval(shown, namespace)
        if value is not None:
            namespace["_"] = value
            print(repr(value))


# Reads JSON, and is all written in C: the functions of json a learner can replace by others, and
# would read the grader's steps.
_read = json.JSONDecoder().scan_once


def take(step, changes):
    """One step, as JSON: the others are not in Python while it runs. changes: see _TAPED

    -> (what it gave, "") or (its error, "error")

    The collector is off for a grader's own code: an object can have a __del__ that makes another
    like it, and so would run at each collection, though all were collected before.
    """
    _now["n_steps"] += 1
    try:
        return _step(_read(step, 0)[0], _now["namespace"], changes), ""
    except BaseException as error:
        return error, "error"


def _held(box):
    """What a step gave, as it is now: an error takes the place of its value."""
    value, kind = box
    if kind:
        return value
    try:
        return _as_now(value)
    except BaseException as error:  # what looks like a tensor and is none
        return error


class _Given:
    """A tensor as it was when it was given: what the learner writes into it later does not
    count. It has no functions, for by them a learner would come to this module's names.
    """

    __slots__ = ("kept", "type")


def _given(value, handle):
    given = _Given()
    given.kept, given.type = torch.Tensor._of(_engine.clone(handle)), _name(type(value))
    return given


def _as_now(value, depth=0):
    handle = _handle(value)
    if handle is not None:
        return _given(value, handle)
    kind = type(value)
    if depth < 4:  # of a learner's own class too, which could be filled later as well
        for sort in (tuple, list):
            if issubclass(kind, sort):
                few = sort.__getitem__(value, slice(1001))  # with more, it is no result
                return sort([_as_now(item, depth + 1) for item in sort.__iter__(few)])
        if issubclass(kind, dict) and dict.__len__(value) <= 1000:
            return {key: _as_now(item, depth + 1) for key, item in dict.items(value)}
    return value


def results(changes):
    """-> JSON of {results, changed, isSpent}: what the steps gave, null for an error

    changes: see _TAPED. changed: the numbers of the steps that changed a list or a dict which they
    were given. isSpent: this Python is not to be used again.
    """
    if not _session["id"]:
        _put_back(changes)
        if changes & (_CHANGED | _OTHERS):
            _restore(_kept)  # from here on json, traceback and the builtins are what they were
    _quietly(sys.stdout.flush)
    left = {"items": MOST_ITEMS, "numbers": MOST_NUMBERS}
    texts = ["null" if _is_error(v) else _encode(_result(v, left)) for v in _now["values"]]
    changed = _encode(_now["changed"])
    return f'{{"results": [{",".join(texts)}], "changed": {changed}, "isSpent": {_spent()}}}'


def _spent():
    return _encode(bool(guards.marks or _is_silenced()))


def _is_error(value):
    return issubclass(type(value), BaseException)


def finish():
    """-> JSON of {error, errors, figures, isSpent}

    What may run a learner's code: the results are out of its reach by now. error is null where the
    file ran to its end; errors are those of the steps.
    """
    file, values, error = _now["file"], _now["values"], _now["error"]
    errors = _encode([_report(value, file) for value in values if _is_error(value)])
    report = "null" if error is None else _encode(_report(error, file))
    figures = _figures()
    values.clear()
    if not _session["id"]:
        _now["namespace"].clear()  # memory comes back, cycles or not
    for kept in ("own", "functions", "scopes"):
        _now[kept].clear()
    _now["error"] = None
    return f'{{"error": {report}, "errors": {errors}, "figures": {figures}, "isSpent": {_spent()}}}'


def _encode(value):
    return json.JSONEncoder().encode(value)


def _figures():
    """-> JSON of what was plotted"""
    try:
        return _encode(_drawable(sys.modules["matplotlib.pyplot"]._figures()))
    except BaseException:  # the learner has been at the records
        return "[]"


def _drawable(value):
    """A record of pyplot as JSON can hold it: None for what is no finite number."""
    if isinstance(value, dict):
        return {key: _drawable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_drawable(item) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    try:
        number = float(value)  # a tensor of one element too
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return None
    return number if math.isfinite(number) else None
