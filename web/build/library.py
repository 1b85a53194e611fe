"""Runs in Pyodide at build time: zips compiled modules, so that no browser has to compile them.

The environment has PYTHONNODEBUGRANGES, which leaves out the columns of code: tracebacks show the
learner's own lines only.
"""

import ast
import importlib
import importlib._bootstrap_external as external
import io
import sys
import types
import zipfile

from compression import zstd

# What Pyodide imports as it starts, and no run here needs: an event loop, packages.
STUBS = {
    "asyncio.py": "def get_event_loop(): raise RuntimeError('there is no event loop')",
    "pyodide/webloop.py": "def _initialize_event_loop(): pass",
    "pyodide/_package_loader.py": """
from pathlib import PurePath
SITE_PACKAGES = DSO_DIR = PurePath('/lib')
def init_loaded_packages(): pass
""",
}

# What other modules import where it is there, and has no use without a network.
WITHOUT_NETWORK = ("ssl.py", "encodings/idna.py", "stringprep.py")

# What a run cannot use, though modules that it can use import it. The debugger asks at a console:
# doctest makes one, and needs it only where an example asks for it. There is no event loop here,
# and unittest.mock only asks which functions are coroutines.
STAND_INS = {
    "asyncio": """
from inspect import iscoroutinefunction

class coroutines:
    _is_coroutine = object()

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"asyncio.{name} is not part of this lab: Python here has no event loop")
""",
    "pydoc": """
def help(*args, **kwargs):
    raise NotImplementedError("help() is not part of this lab: print(f.__doc__) says what f is")

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"pydoc.{name} is not part of this lab")
""",
    "pdb": """
class Pdb:
    def __init__(self, *args, **kwargs):
        pass

    def reset(self):
        pass

    def set_trace(self, *args, **kwargs):
        raise RuntimeError("pdb has no console here: use print() to see what a name holds")

set_trace = post_mortem = pm = run = runcall = runeval = Pdb().set_trace
""",
}

# What Pyodide's own start has imported for an event loop. Only what other modules import is kept.
WITH_ASYNCIO = ("asyncio", "concurrent", "selectors", "signal", "socket", "ssl", "subprocess")

# Functions of another version of PyTorch, whose docstrings say so.
DOCUMENTED = ("scaled_dot_product_attention",)


# Our own modules, whose lines no traceback shows.
OWN = ("torch", "numpy", "matplotlib", "seaborn", "einops")


def without_lines(code):
    """Of every instruction, the line where its function begins: it takes 27 kB less to load.

    An entry of the table: up to 8 instructions, without columns, on the line of those before.
    """
    parts = (without_lines(one) if hasattr(one, "co_code") else one for one in code.co_consts)
    left, table = len(code.co_code) // 2, b""
    while left:
        n = min(left, 8)
        table += bytes((0x80 | 13 << 3 | n - 1, 0))
        left -= n
    return code.replace(co_consts=tuple(parts), co_linetable=table)


def compiled(source, path):
    """A .pyc that is never compared with its source: there is none in the zip."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=0)
    if path.partition("/")[0] in OWN:
        code = without_lines(code)
    return bytes(external._code_to_hash_pyc(code, bytes(8), False))


def without_docstrings(text, kept=()):
    """kept: names of functions whose own learners read"""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if getattr(node, "name", None) in kept:
            continue
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        is_constant = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if is_constant and isinstance(first.value.value, str):
            body[0] = ast.copy_location(ast.Pass(), first)
    return tree


def standard_modules(names):
    """Path in the zip and code of every module of the library that the names bring in."""
    for name in [name for name in sys.modules if name.partition(".")[0] in WITH_ASYNCIO]:
        del sys.modules[name]
    for name, text in STAND_INS.items():
        sys.modules[name] = types.ModuleType(name)
        exec(text, vars(sys.modules[name]))
    for name in names:
        importlib.import_module(name)
    paths = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    inside = {path.split(".zip/", 1)[1] for path in paths if ".zip/" in path}
    inside -= set(WITHOUT_NETWORK)
    archive_path = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(archive_path) as archive:
        found = {path: without_docstrings(archive.read(path)) for path in inside}
    return found | {f"{name}.py": text for name, text in STAND_INS.items()}


def zipped(codes):
    """Stored, and of one time, so that one source gives one zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(codes):
            archive.writestr(zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0)), codes[path])
    return out.getvalue()


def libraries(modules, sources):
    """-> two zips: what Python starts with at build time, and the whole library

    modules: what learners may import; whatever those import comes along. sources: path to text of
    our own modules.
    """
    own = {path: without_docstrings(text, DOCUMENTED) for path, text in sources.items()}
    sources = {**standard_modules(modules), **own}
    codes = {path: compiled(source, path) for path, source in sources.items()}
    first = codes | {path: compiled(text, path) for path, text in STUBS.items()}
    return zipped(first), zipped(codes)


def without(archive, names):
    """The zip without the modules named, and without Pyodide's own, which no run may import."""
    with zipfile.ZipFile(io.BytesIO(archive)) as whole:
        codes = {path[:-1]: whole.read(path) for path in whole.namelist()}
    files = {name.replace(".", "/") + end for name in names for end in (".py", "/__init__.py")}
    closed = ("pyodide/", "_pyodide/")
    return zipped({p: c for p, c in codes.items() if p not in files and not p.startswith(closed)})


def compressed(data):
    """With a window over all of it: the memory holds much that the zip has too."""
    parameter = zstd.CompressionParameter
    options = {parameter.compression_level: 19, parameter.window_log: 24}
    return zstd.compress(data, options=options)
