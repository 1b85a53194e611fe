"""Runs in Pyodide at build time: zips compiled modules, so that no browser has to compile them.

`modules` names what learners may import; whatever those import comes along. `sources` maps paths
to the text of our own modules. Returns the bytes of a zip whose files are stored, not deflated,
since the server compresses, and whose times are fixed, so that one source gives one zip.
"""

import importlib
import importlib._bootstrap_external as external
import importlib.util
import io
import sys
import zipfile


def compiled(text, path):
    """A .pyc that is never compared with its source: there is none in the zip."""
    code = compile(text, path, "exec", dont_inherit=True, optimize=0)
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(text), False))


def standard_modules(names):
    """Path in the zip and source of every module of the library that the names bring in."""
    for name in names:
        importlib.import_module(name)
    paths = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    inside = {path.split(".zip/", 1)[1] for path in paths if ".zip/" in path}
    archive_path = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(archive_path) as archive:
        return {path: archive.read(path) for path in inside}


def library(modules, sources):
    files = standard_modules(modules)
    files.update({path: text.encode() for path, text in sources.items()})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, compiled(files[path], path))
    return out.getvalue()
