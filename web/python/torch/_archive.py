"""The zip files of PyTorch, of which nothing is run.

An archive holds data.pkl, which names storages, and a file of raw numbers for each of these. Only
tensors, parameters and Python's own containers are made of it.
"""

import io
import pickle
import zipfile
from collections import OrderedDict

import torch
from torch import _engine
from torch._bridge import _to_text
from torch._tensor import _new
from torch._types import _DTYPES

_VERSION = b"3\n"
_STORAGES = {
    "bool": "BoolStorage",
    "uint8": "ByteStorage",
    "int8": "CharStorage",
    "int16": "ShortStorage",
    "int32": "IntStorage",
    "int64": "LongStorage",
    "float16": "HalfStorage",
    "bfloat16": "BFloat16Storage",
    "float32": "FloatStorage",
    "float64": "DoubleStorage",
    "complex64": "ComplexFloatStorage",
    "complex128": "ComplexDoubleStorage",
}
_NAMES = {storage: name for name, storage in _STORAGES.items()}


class _Global:
    """A function or class of PyTorch's, which a pickle names and this torch need not have."""

    def __init__(self, module, name):
        self.module, self.name = module, name


class _Pickler(pickle._Pickler):
    """Python's own, in Python: it lets a subclass write a tensor as PyTorch does."""

    def __init__(self, file, protocol, storages):
        super().__init__(file, protocol)
        self._storages = storages

    def persistent_id(self, obj):
        if not isinstance(obj, _Storage):
            return None
        key = self._storages.setdefault(obj.number, (str(len(self._storages)), obj))[0]
        kind = _Global("torch", _STORAGES[obj.dtype])
        return ("storage", kind, key, "cpu", obj.size)

    def save(self, obj, save_persistent_id=True):
        if isinstance(obj, _Global):
            self.write(pickle.GLOBAL + f"{obj.module}\n{obj.name}\n".encode())
            return
        if isinstance(obj, torch.Tensor) and not obj._is_array:
            known = self.memo.get(id(obj))
            if known is not None:
                self.write(self.get(known[0]))
                return
            self.save(_reduced(obj))
            self.memoize(obj)
            return
        if isinstance(obj, _Reduced):
            self.save(obj.function)
            super().save(obj.arguments)
            self.write(pickle.REDUCE)
            return
        if isinstance(obj, torch.dtype):
            self.save(_Global("torch", obj._name))
            return
        if isinstance(obj, torch.Size):
            self.save(_Reduced(_Global("torch", "Size"), (tuple(obj),)))
            return
        super().save(obj, save_persistent_id)


class _Reduced:
    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments


class _Storage:
    """All the numbers that a tensor's views share."""

    def __init__(self, tensor):
        self.number = _engine.storage(tensor._h)
        self.dtype, self.size = tensor.dtype._name, _engine.storage_size(tensor._h)
        self.handle = tensor._h
        self.tensor = tensor


def _reduced(tensor):
    """How PyTorch writes a tensor: the function that makes it again, and what that is given."""
    is_parameter = isinstance(tensor, torch.nn.Parameter)
    plain = tensor.detach() if is_parameter else tensor
    made = _Reduced(
        _Global("torch._utils", "_rebuild_tensor_v2"),
        (
            _Storage(plain),
            plain.storage_offset(),
            tuple(plain.shape),
            tuple(plain.stride()),
            False if is_parameter else tensor.requires_grad,
            OrderedDict(),
        ),
    )
    if not is_parameter:
        return made
    parts = (made, tensor.requires_grad, OrderedDict())
    return _Reduced(_Global("torch._utils", "_rebuild_parameter"), parts)


def written(obj, file, name, protocol):
    """An archive in a file that is open. name: of the folder in it."""
    storages, text = {}, io.BytesIO()
    _Pickler(text, protocol, storages).dump(obj)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(f"{name}/data.pkl", text.getvalue())
        for key, storage in storages.values():
            numbers = bytes.fromhex(_engine.storage_bytes(storage.handle))
            archive.writestr(f"{name}/data/{key}", numbers)
        archive.writestr(f"{name}/version", _VERSION)


def _rebuild_tensor_v2(storage, offset, size, stride, requires_grad, backward_hooks, metadata=None):
    sizes, strides = _to_text(size), _to_text(stride)
    made = _new(_engine.window(storage._h, sizes, strides, offset))
    return made.requires_grad_() if requires_grad else made


def _rebuild_parameter(data, requires_grad, backward_hooks):
    return torch.nn.Parameter(data, requires_grad)


_ALLOWED = {
    ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor_v2,
    ("torch._utils", "_rebuild_parameter"): _rebuild_parameter,
    ("collections", "OrderedDict"): OrderedDict,
    ("builtins", "set"): set,
    ("__builtin__", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "slice"): slice,
    ("builtins", "complex"): complex,
    ("torch", "Size"): torch.Size,
    ("torch", "device"): torch.device,
}


def _default_dict(*args):
    from collections import defaultdict

    return defaultdict(*args)


_ALLOWED["collections", "defaultdict"] = _default_dict
for _name in ("dict", "list", "int", "float", "str", "bool", "tuple"):
    _ALLOWED["builtins", _name] = getattr(__builtins__, _name, None) or __builtins__[_name]


class _Unpickler(pickle._Unpickler):
    """Makes tensors and Python's own containers; anything else that a file names is refused."""

    def __init__(self, file, load_storage):
        super().__init__(file, encoding="utf-8")
        self._load_storage = load_storage

    def find_class(self, module, name):
        if (module, name) in _ALLOWED:
            return _ALLOWED[module, name]
        if module == "torch" and name in _NAMES:
            return _NAMES[name]
        if module == "torch" and name in _DTYPES:
            return _DTYPES[name]
        raise pickle.UnpicklingError(
            f"this file names {module}.{name}: load() of this lab makes tensors and Python's own "
            "containers, no other objects. Save the state_dict() of a model instead"
        )

    def persistent_load(self, saved):
        kind, dtype, key, _, size = saved
        if kind != "storage":
            raise pickle.UnpicklingError(f"this file holds a {kind}, where a storage was expected")
        return self._load_storage(dtype, key, size)


def loaded(file):
    if not zipfile.is_zipfile(file):
        raise RuntimeError(
            "PytorchStreamReader failed reading zip archive: failed finding central directory"
        )
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.endswith("data.pkl")]
        if not names:
            raise RuntimeError("PytorchStreamReader failed locating file data.pkl: file not found")
        folder, known = names[0][: -len("data.pkl")], {}

        def load_storage(dtype, key, size):
            if key not in known:
                text = archive.read(f"{folder}data/{key}").hex()
                known[key] = _new(_engine.from_bytes(dtype, size, text))
            return known[key]

        return _Unpickler(io.BytesIO(archive.read(names[0])), load_storage).load()
