"""What refuses a learner's code what it must not have, for runtime_support.py.

Learners reach these functions and classes, and by a function all names of its module. So they have
a module of their own, without secrets.
"""

import functools
import io
import sys
import traceback
import types

# By these Python would come to JavaScript.
WAYS_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "_js_engine")
# By these it would come to its own memory, or to what other functions do: they are made for
# debuggers, for CPython's tests, and for devices that write at an address. Of East Asian
# encodings the tables are missing (web/build/pyodide.js).
NATIVE = (
    "ctypes _ctypes fcntl termios faulthandler xxsubtype _lsprof _remote_debugging _tracemalloc "
    "_testbuffer _testcapi _testclinic _testclinic_limited _testinternalcapi _testlimitedcapi "
    "_xxtestfuzz _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw"
).split()

marks = []  # of a run that wanted a way out


def absent(name, why):
    """A builtin that cannot work in a page, and says so."""

    def function(*_, **__):
        raise NotImplementedError(f"{name}() is not part of this lab: {why}")

    return function


def leave_descriptors(kind, /):
    """In place of what dataclass(slots=True) calls so that a class is freed sooner."""


def untraced(name):
    """For a function that would watch every line: doctest takes away what is not there."""
    refuse = absent(name, "it could move a line that measures")

    def function(watch):
        if watch is not None:
            refuse()

    return function


def asked(event, *args):
    """What a hook of runtime_support.py answers: it is held where no name of a learner's leads."""
    box = list(args)
    sys.audit(event, box)
    return box.pop()


def loads(data, /, *, allow_code=True):
    return asked("poslab.loads", data)


def get_frozen_object(name, data=None, /):
    return asked("poslab.frozen", name, data)


_suggestion = traceback._compute_suggestion_error


def suggestion(error, step, name):
    """What traceback says that a name may be meant to be."""
    return _suggestion(error, asked("poslab.names", step), name)


def _read_whole(raw):
    """What a raw file of a learner's own gives: a buffer that it filled could still be written
    when it is gone.
    """
    if type(raw) is io.FileIO or type(raw) is io.BytesIO:
        return raw
    if not raw.readable():
        raise io.UnsupportedOperation("File or stream is not readable.")
    parts = iter(lambda: raw.read(1 << 16), b"")
    return io.BytesIO(b"".join(part or b"" for part in parts))


def init_reader(self, raw, buffer_size=io.DEFAULT_BUFFER_SIZE):
    asked("poslab.BufferedReader", self, _read_whole(raw), buffer_size)


def init_random(self, raw, buffer_size=io.DEFAULT_BUFFER_SIZE):
    if type(raw) is not io.FileIO and type(raw) is not io.BytesIO:
        here = "the files of open() and io.BytesIO()"
        raise NotImplementedError(f"io.BufferedRandom() is not part of this lab: but for {here}")
    asked("poslab.BufferedRandom", self, raw, buffer_size)


def init_unpickler(self, file, **options):
    if not hasattr(file, "read") or not hasattr(file, "readline"):
        raise TypeError("file must have 'read' and 'readline' attributes")
    asked("poslab.Unpickler", self, file.read, file.readline, options)


def load(file, **options):
    """pickle.load()"""
    return sys.modules["pickle"].Unpickler(file, **options).load()


_coroutine = types.coroutine


def coroutine(func):
    """types.coroutine() without another code for the function: by a class that wraps what it
    gives.
    """
    if type(func) is types.FunctionType and func.__code__.co_flags & 0x1A0 == 0x20:
        return functools.wraps(func)(_coroutine(functools.partial(func)))
    return _coroutine(func)


class Loaded:
    """What was imported before the first run has no file: importlib.reload() leaves it as it is."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if target is None:
            return None
        spec = type(target.__spec__)(name, cls)
        spec.submodule_search_locations = getattr(target, "__path__", None)
        return spec

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


class Closed:
    """Modules by which Python reaches JavaScript are not found; a run that wants one is marked."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        first = fullname.split(".")[0]
        if first in WAYS_OUT:
            marks.append(fullname)
        elif first not in NATIVE:
            return None
        raise ModuleNotFoundError(f"{fullname} is not part of this lab", name=fullname)
