"""Arrays in files: numpy's own format .npy, several of them in a zip file, and plain bytes."""

import ast as _ast
import os as _os
import struct as _struct
import zipfile as _zipfile
from collections.abc import Mapping as _Mapping

import numpy as np
from numpy._array import owned

_MAGIC = b"\x93NUMPY"


def _code(kind):
    return {"bool": "?", "int64": "q", "uint64": "Q"}.get(kind.name, kind.char)


def packed(a, order="C"):
    """Its numbers as bytes."""
    flat = a.flatten(order)
    if a.dtype.is_complex:
        flat = np.stack((flat.real, flat.imag), -1).ravel()
    return _struct.pack(f"<{flat.size}{_code(flat.dtype)}", *flat.tolist())


def _unpacked(data, kind, count):
    """An array of so many numbers of bytes."""
    if not kind.is_complex:
        return np.array(_struct.unpack_from(f"<{count}{_code(kind)}", data), dtype=kind)
    part = np.dtype("f4" if kind.itemsize == 8 else "f8")
    pairs = _unpacked(data, part, 2 * count).reshape(-1, 2)
    made = np.zeros(count, kind)
    made.real[...], made.imag[...] = pairs[:, 0], pairs[:, 1]
    return made


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    kind, data = np.dtype(dtype), bytes(buffer)
    if kind.kind == "U":
        raise NotImplementedError("frombuffer() of texts is not part of this lab's numpy")
    if not isinstance(buffer, bytes):
        raise NotImplementedError(
            "frombuffer() of memory that can be written is not part of this lab's numpy; "
            "numpy.frombuffer(bytes(x)) makes a copy of it"
        )
    if offset < 0 or offset > len(data):
        raise ValueError(
            f"offset must be non-negative and no greater than buffer length ({len(data)})"
        )
    rest = len(data) - offset
    if count < 0:
        if rest % kind.itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        count = rest // kind.itemsize
    if count * kind.itemsize > rest:
        raise ValueError("buffer is smaller than requested size")
    made = _unpacked(data[offset:], kind, count).view()  # of bytes
    made._is_locked = True
    return made


def fromfile(file, dtype=float, count=-1, sep="", offset=0):
    if sep:
        raise NotImplementedError("sep= of fromfile() is not part of this lab's numpy")
    kind = np.dtype(dtype)
    if hasattr(file, "read"):
        file.seek(offset, 1)
        data = file.read() if count < 0 else file.read(count * kind.itemsize)
    else:
        with open(file, "rb") as opened:
            return fromfile(opened, dtype, count, sep, offset)
    n = len(data) // kind.itemsize
    return _unpacked(data, kind, n)


def fromstring(string, dtype=float, count=-1, *, sep=""):
    if not sep:
        raise NotImplementedError(
            "fromstring() of bytes is not part of this lab's numpy; numpy has frombuffer()"
        )
    kind = np.dtype(dtype)
    parts = [part for part in string.split(None if sep.isspace() else sep) if part.strip()]
    parts = parts if count < 0 else parts[:count]
    return np.array([(int if kind.kind in "iu" else float)(part) for part in parts], dtype=kind)


# ------------------------------------------------------------------------------ .npy


def _write(file, arr):
    a = np.asarray(arr)
    if a.dtype.kind == "U":
        raise NotImplementedError("save() of texts is not part of this lab's numpy")
    is_fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    head = f"{{'descr': '{a.dtype.str}', 'fortran_order': {is_fortran}, 'shape': {a.shape!r}, }}"
    start = len(_MAGIC) + 4
    grown = 21 - len(repr(a.shape[-1 if is_fortran else 0])) if a.ndim else 0
    head += " " * max(grown, 0)  # room for a longer first axis
    head += " " * (-(start + len(head) + 1) % 64) + "\n"
    file.write(_MAGIC + b"\x01\x00" + _struct.pack("<H", len(head)) + head.encode("latin1"))
    file.write(packed(a, "F" if is_fortran else "C"))


def _read(file):
    start = file.read(8)
    if start[:6] != _MAGIC:
        raise ValueError("the file is no .npy file")
    width = "<H" if start[6] == 1 else "<I"
    size = _struct.unpack(width, file.read(_struct.calcsize(width)))[0]
    head = _ast.literal_eval(file.read(size).decode("utf-8"))
    descr, shape = head["descr"], head["shape"]
    if isinstance(descr, str) and "O" in descr:
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    if not isinstance(descr, str) or descr[0] == ">":
        raise NotImplementedError(f"load() of {descr!r} is not part of this lab's numpy")
    kind = np.dtype(descr)
    if kind.kind == "U":
        raise NotImplementedError("load() of texts is not part of this lab's numpy")
    count = 1
    for n in shape:
        count *= n
    data = file.read(count * kind.itemsize)
    if len(data) < count * kind.itemsize:
        raise ValueError(
            f"Failed to read all data for array. Expected {shape} = {count} elements, could only "
            f"read {len(data) // kind.itemsize} elements. (file seems not fully written?)"
        )
    made = _unpacked(data, kind, count)
    if not head["fortran_order"]:
        return owned(made.reshape(shape))
    return made.reshape(shape[::-1]).transpose()


def _named(file, end):
    name = _os.fspath(file)
    return name if name.endswith(end) else name + end


def save(file, arr, allow_pickle=True, fix_imports=True):
    if hasattr(file, "write"):
        _write(file, arr)
        return
    with open(_named(file, ".npy"), "wb") as opened:
        _write(opened, arr)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII"):
    if mmap_mode is not None:
        raise NotImplementedError("mmap_mode= of load() is not part of this lab's numpy")
    opened = file if hasattr(file, "read") else open(_os.fspath(file), "rb")  # noqa: SIM115
    begin = opened.tell()
    start = opened.read(6)
    opened.seek(begin)
    if start[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return NpzFile(opened)
    try:
        if not start:
            raise EOFError("No data left in file")
        if start == _MAGIC:
            return _read(opened)
    finally:
        if opened is not file:
            opened.close()
    if not allow_pickle:
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    raise NotImplementedError("allow_pickle= of load() is not part of this lab's numpy")


# ------------------------------------------------------------------------------ .npz


class NpzFile(_Mapping):
    """The arrays of a zip file, each read when it is first used."""

    __module__ = "numpy.lib.npyio"

    def __init__(self, file):
        self.fid, self.zip = file, _zipfile.ZipFile(file)
        self._files = self.zip.namelist()
        self.files = [name.removesuffix(".npy") for name in self._files]
        self.f = _Attributes(self)

    def __getitem__(self, key):
        name = key if key in self._files else f"{key}.npy"
        if name not in self._files:
            raise KeyError(f"{key} is not a file in the archive")
        with self.zip.open(name) as file:
            return _read(file)

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.zip.close()
        self.fid.close()


class _Attributes:
    def __init__(self, archive):
        self._archive = archive

    def __getattr__(self, name):
        if name not in self._archive:
            raise AttributeError(name)
        return self._archive[name]


def _save_all(file, args, named, method):
    for k, value in enumerate(args):
        if f"arr_{k}" in named:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{k}")
        named[f"arr_{k}"] = value
    file = file if hasattr(file, "write") else _named(file, ".npz")
    with _zipfile.ZipFile(file, "w", method) as archive:
        for name, value in named.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as opened:
                _write(opened, value)


def savez(file, *args, **kwds):
    _save_all(file, args, kwds, _zipfile.ZIP_STORED)


def savez_compressed(file, *args, **kwds):
    _save_all(file, args, kwds, _zipfile.ZIP_DEFLATED)
