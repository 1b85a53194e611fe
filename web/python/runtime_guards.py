"""What refuses a learner's code what it must not have, for runtime_support.py.

Learners reach these functions and classes, and by a function all names of its module. So they have
a module of their own, without secrets.
"""

# By these Python would come to JavaScript.
WAYS_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "_js_engine")
# By these it would come to its own memory, or to what other functions do: they are made for
# debuggers and for CPython's tests.
NATIVE = (
    "ctypes _ctypes faulthandler xxsubtype _lsprof _remote_debugging _tracemalloc _testbuffer "
    "_testcapi _testclinic _testclinic_limited _testinternalcapi _testlimitedcapi _xxtestfuzz"
).split()

marks = []  # of a run that wanted a way out


def absent(name, why):
    """A builtin that cannot work in a page, and says so."""

    def function(*_, **__):
        raise NotImplementedError(f"{name}() is not part of this lab: {why}")

    return function


def untraced(name):
    """For a function that would watch every line: doctest takes away what is not there."""
    refuse = absent(name, "it could move a line that measures")

    def function(watch):
        if watch is not None:
            refuse()

    return function


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
