"""The array: a tensor with numpy's names, numpy's errors and numpy's way of writing."""

import math
import re
import warnings
import weakref

import torch
from numpy._dtype import dtype, name_of
from numpy._scalar import SCALARS
from numpy._scalar_operators import check_int, warn
from numpy._text import text_of
from torch import _engine
from torch._arguments import _flat
from torch._base import TensorBase
from torch._bridge import _ask, _to_numbers
from torch._checks import checked
from torch._data import _are_ints, _handle_of, _spec
from torch._tensor import Tensor, _new
from torch._types import _BOOL, _DTYPES, _FLOAT, _INT, _INTEGER, Held

# -------------------------------------------------------------------------------- arrays


_INSTEAD = {  # methods of tensors: how numpy does the same with an array a
    "dim": "a.ndim",
    "ndimension": "a.ndim",
    "numel": "a.size",
    "nelement": "a.size",
    "stride": "a.strides, in bytes",
    "element_size": "a.itemsize",
    "clone": "a.copy()",
    "permute": "a.transpose()",
    "unsqueeze": "np.expand_dims(a, axis)",
    "to": "a.astype()",
    "t": "a.T",
}


_NUMBERS = re.compile(r"\[[^]]*\]|\d+")
_ABSENT = """
    byteswap ctypes data dump dumps getfield itemset newbyteorder resize setfield
    tostring""".split()


_NO_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
    "arrays are valid indices"
)


def _first_outside(shape, entries):
    """What numpy says of the first place that an axis has not; the axis is that of the array."""
    masks = [isinstance(x, TensorBase) and x.dtype._kind == _BOOL for x in entries]
    wide = [x.ndim if is_mask else x is not None for x, is_mask in zip(entries, masks)]
    axis = 0
    for entry, width, is_mask in zip(entries, wide, masks):
        if entry is Ellipsis:
            axis += len(shape) - (sum(wide) - 1)
            continue
        if width and not is_mask and not isinstance(entry, slice):
            n = shape[axis]
            for k in _flat_of(entry):
                if not -n <= k < n:
                    return f"index {k} is out of bounds for axis {axis} with size {n}"
        axis += width
    return None


def _flat_of(entry):
    if isinstance(entry, (list, tuple)):
        return [k for one in entry for k in _flat_of(one)]
    return entry.reshape(-1).tolist() if isinstance(entry, TensorBase) else [entry]


def _index_error(error, array, index):
    """The same mistake in numpy's words."""
    text = str(error).replace("for dimension", "for axis")
    entries = index if isinstance(index, tuple) else (index,)
    if any(isinstance(x, TensorBase) and x.dtype._kind > _INTEGER for x in entries):
        return IndexError("arrays used as indices must be of integer (or boolean) type")
    if "is out of bounds for axis" in text:
        text = _first_outside(array.shape, entries) or text
    if text.startswith("too many indices"):
        masks = [x.ndim - 1 for x in entries if isinstance(x, TensorBase) and x.dtype == "bool"]
        count = sum(masks) + sum(x is not None and x is not Ellipsis for x in entries)
        text = (
            f"too many indices for array: array is {array.ndim}-dimensional, but {count} were "
            "indexed"
        )
    if text.startswith("The shape of the mask"):
        sizes, place, shape, axis = (
            part.strip("[]").split(", ") for part in _NUMBERS.findall(text)
        )
        text = (
            f"boolean index did not match indexed array along dimension {axis[0]}; dimension is "
            f"{shape[int(axis[0])]} but corresponding boolean dimension is {sizes[int(place[0])]}"
        )
    if text.startswith("shape mismatch: indexing tensors"):
        shapes = [part[1:-1].split(", ") for part in _NUMBERS.findall(text)]
        shapes = [f"({','.join(one)}{',' * (len(one) == 1)}) " for one in shapes]
        text = text.partition("with shapes")[0].replace("tensors", "arrays")
        text += "with shapes " + "".join(shapes)
    is_other = text.startswith(("only integers, slices", "tensors used as indices"))
    return IndexError(_NO_INDEX if is_other else text)


def _check_cast(source, made):
    """The warnings of numbers that the other type cannot hold."""
    if source.is_complex() and made.dtype._kind in (_INTEGER, _FLOAT):
        from numpy._scalar import ComplexWarning

        text = "Casting complex values to real discards the imaginary part"
        warnings.warn(text, ComplexWarning, skip_file_prefixes=("numpy/", "torch/"))
    if made.dtype._name == "float16" and bool((made.isinf() & source.isfinite()).any()):
        return warn("overflow", "cast")
    if source.dtype._kind != _FLOAT:
        return
    if made.dtype._kind == _INTEGER:
        most = 2.0**63 if made.dtype._name in ("int64", "uint32", "uint64") else 2.0**31
        if not bool((source.double().abs() < most).all()):
            warn("invalid value", "cast")
        low, high = -(2.0**31) - 1, 2.0**32  # beyond, it depends on the length of the array
        x = source.double()
        if made.dtype._name == "uint32" and not bool(((x > low) & (x < high)).all()):
            raise NotImplementedError("uint32 of these floats is not part of this lab's numpy")
    elif made.dtype.itemsize < source.dtype.itemsize and made.dtype._kind == _FLOAT:
        if bool((made.isinf() & source.isfinite()).any()):
            warn("overflow", "cast")


_PARTS = (("complex128", "float64"), ("complex64", "float32"))
_OWNERS = weakref.WeakValueDictionary()  # of each memory, the first array that has it


def owned(made):
    """An array that keeps alive no other one in whose memory it is."""
    if made.__dict__.pop("_owner", None) is not None:
        _OWNERS[_engine.storage(made._h)] = made
    return made


class ndarray(TensorBase):
    __module__ = "numpy"
    __slots__ = ()
    __hash__ = None
    _is_array = True
    _is_text = False
    _is_locked = False

    def __new__(cls, shape=None, dtype=float, buffer=None, offset=0, strides=None, order=None):
        if shape is None:
            raise TypeError("ndarray() missing required argument 'shape' (pos 1)")
        raise NotImplementedError(
            "calling ndarray or a subclass of it is not part of this lab's numpy; numpy.array(), "
            "zeros() and empty() make arrays"
        )

    @classmethod
    def _of(cls, handle):
        """An array keeps the one whose memory it shares."""
        made = super()._of(handle)
        memory = _engine.storage(handle)
        owner = _OWNERS.setdefault(memory, made)
        if owner is not made:
            made._owner = owner
        return made

    def __setattr__(self, name, value):
        if name[0] != "_" and not hasattr(ndarray, name):
            raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    @property
    def base(self):
        return self.__dict__.get("_owner")

    def _part(self, made):
        """A view of it: what is read-only here is so there. A copy is in memory of its own."""
        if self._is_locked and _in(made).data_ptr() >> 32 == _in(self).data_ptr() >> 32:
            made._is_locked = True
        return made

    def _check_writable(self, what="assignment destination"):
        if "_is_spread" in self.__dict__:
            raise NotImplementedError(
                "writing to what broadcast_arrays() gave is not part of this lab's numpy; write to "
                "a copy of it"
            )
        steps = zip(self.shape, _to_numbers(_engine.strides(self._h)))
        is_spread = self.size > 1 and any(n > 1 and step == 0 for n, step in steps)
        if self._is_locked or is_spread:  # spread out: what broadcast_to() gives
            raise ValueError(f"{what} is read-only")

    def setflags(self, write=None, align=None, uic=None):
        if align is not None or uic is not None:
            raise NotImplementedError(
                "align= and uic= of setflags() are not part of this lab's numpy"
            )
        if write is not None:
            self.flags.writeable = write

    def __getattr__(self, name):
        if name in _ABSENT:
            raise AttributeError(f"numpy.ndarray.{name} is not part of this lab's numpy")
        other = f"; numpy has {_INSTEAD[name]}" if name in _INSTEAD else ""
        text = f"'numpy.ndarray' object has no attribute '{name}'{other}"
        raise AttributeError(text, name=name, obj=self)

    @property
    def shape(self):
        return tuple(TensorBase.shape.fget(self))

    @shape.setter
    def shape(self, value):
        try:
            viewed = Tensor.view(self, value)
        except RuntimeError as error:
            from numpy._methods import _numpy_error

            if "view size is not compatible" in str(error):
                raise AttributeError(
                    "Incompatible shape for in-place modification. Use `.reshape()` to make a copy "
                    "with the desired shape."
                ) from None
            raise _numpy_error(error, self, (value,)) from None
        self._h, viewed._h = viewed._h, self._h  # the other frees what was

    @property
    def size(self):
        return _ask(_engine.numel(self._h))

    @property
    def dtype(self):
        return dtype(TensorBase.dtype.fget(self)._name)

    @property
    def itemsize(self):
        return _engine.element_size(self._h)

    @property
    def nbytes(self):
        return self.itemsize * self.size

    @property
    def strides(self):
        owner = self if self.base is None else self.base
        if not owner.size:  # no step is needed
            return (0,) * self.ndim
        return tuple(step * self.itemsize for step in _to_numbers(_engine.strides(self._h)))

    @property
    def flags(self):
        return _Flags(self)

    def view(self, dtype=None, type=None):
        if type is not None:
            raise NotImplementedError("type= of view() is not part of this lab's numpy")
        if dtype is None:
            return self._part(ndarray._of(_engine.alias(self._h)))
        name = name_of(dtype)
        if (self.dtype.name, name) in _PARTS and self.ndim and _in(self).is_contiguous():
            tensor = torch.view_as_real(_in(self))
            return self._part(_wrap(tensor.view(*self.shape[:-1], 2 * self.shape[-1])))
        if (name, self.dtype.name) in _PARTS and self.ndim and _in(self).is_contiguous():
            if self.shape[-1] % 2:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total size "
                    "in bytes of the last axis of the array."
                )
            pairs = _in(self).view(*self.shape[:-1], self.shape[-1] // 2, 2)
            return self._part(_wrap(torch.view_as_complex(pairs)))
        try:
            return self._part(ndarray._of(_ask(_engine.view_as_type(self._h, name))))
        except RuntimeError:
            raise NotImplementedError(
                f"view() of {self.dtype.name} as {name} is not part of this lab's numpy"
            ) from None

    @property
    def flat(self):
        return flatiter(self)

    @flat.setter
    def flat(self, value):
        self.flat[:] = value

    @property
    def T(self):
        return self.transpose()

    @property
    def real(self):
        return _wrap(Tensor.real.fget(self)) if self.dtype.is_complex else self

    @real.setter
    def real(self, value):
        self.real[...] = value

    @property
    def imag(self):
        if self.dtype.is_complex:
            return _wrap(Tensor.imag.fget(self))
        made = _wrap(torch.zeros_like(_in(self)))
        made._is_locked = True
        return made

    def __array__(self, *_):
        return self

    def __int__(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return int(self.item())

    def __float__(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return float(self.item())

    def __complex__(self):
        if self.size != 1:
            raise TypeError("only length-1 arrays can be converted to Python scalars")
        return complex(self.item())

    def __bytes__(self):
        is_count = self.ndim == 0 and self.dtype.kind in "iu"  # of zeros, as of any whole number
        return bytes(int(self)) if is_count else self.tobytes()

    def __buffer__(self, _):
        raise NotImplementedError(
            "the memory of arrays is not part of this lab's numpy; a.tobytes() is a copy of it"
        )

    def __index__(self):
        if self.ndim or self.dtype.kind not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.item())

    def __contains__(self, value):
        found = self == value
        return found if isinstance(found, bool) else bool(found.any())

    def __format__(self, spec):
        if self.ndim == 0:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)

    def __reduce__(self):
        return _again, (self.tolist(), str(self.dtype), self.shape)

    def __deepcopy__(self, _):
        return self.copy()

    @checked
    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """subok: there are no other classes of arrays"""
        if casting != "unsafe":
            from numpy._types import can_cast

            if not can_cast(self.dtype, dtype, casting):
                to = array([], dtype=dtype).dtype
                raise TypeError(
                    f"Cannot cast array data from {self.dtype!r} to {to!r} according to the rule "
                    f"'{casting}'"
                )
        if order_of(order) != "K":
            made = self.astype(dtype, copy=copy)
            return made if made._is_text else _wrap(in_order(_in(made), order))
        if _is_text(dtype):
            return _of_texts(self, dtype)
        name = name_of(dtype, "float64")
        if not copy and name == self.dtype.name:
            return self
        if name == "bool" and self.dtype.is_complex:  # torch reads the real part alone
            return _wrap(_in(self) != 0)
        made = _in(self).to(_DTYPES[name], copy=True)
        _check_cast(_in(self), made)
        return _wrap(made)

    def fill(self, value):
        if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0):
            raise ValueError("setting an array element with a sequence.")
        self[...] = value

    def copy(self, order="C"):
        if order == "C":
            return _wrap(_in(self).clone(memory_format=torch.contiguous_format))
        return _wrap(laid_out(_in(self), order))

    def transpose(self, *axes):
        order = _flat(() if axes == (None,) else axes) or range(self.ndim - 1, -1, -1)
        if len(order) != self.ndim:
            raise ValueError("axes don't match array")
        if len({k % self.ndim for k in order}) < len(order):
            raise ValueError("repeated axis in transpose")
        return self._part(_wrap(Tensor.permute(self, list(order))))

    def __getitem__(self, index):
        if isinstance(index, str) or isinstance(index, tuple) and any(map(_is_str, index)):
            raise IndexError(_NO_INDEX)
        view, index = _forwards(self, _as_places(index))
        try:
            made = _at(view, index)
        except IndexError as error:
            raise _index_error(error, self, index) from None
        entries = index if isinstance(index, tuple) else (index,)
        if any(isinstance(entry, TensorBase) and not entry.shape for entry in entries):
            made = made.clone()  # torch reads an array without axes as a number, and gives a view
        has_dots = any(entry is Ellipsis for entry in entries)
        made = _wrap(made) if has_dots else _out(made)
        is_view = self._is_locked and getattr(made, "base", None) is not None
        return self._part(made) if is_view else made

    def __setitem__(self, index, value):
        self._check_writable()
        _check_whole(value, self.dtype)
        if type(value) is int and self.dtype.is_floating_point:
            value = float(value)
        entries = index if isinstance(index, tuple) else (index,)
        is_place = all(isinstance(one, _INT) and not isinstance(one, bool) for one in entries)
        if isinstance(value, (list, tuple)) and is_place and len(entries) == self.ndim:
            raise ValueError("setting an array element with a sequence.")
        if isinstance(index, str):
            raise IndexError(_NO_INDEX)
        if any(_is_number_in(entry, self) for entry in entries):
            raise NotImplementedError(
                "an index in the memory that is written to is not part of this lab's numpy, which "
                "reads it as it goes on; give a copy, as in a[a.copy()] = value"
            )
        source = _fitting(self, value)  # lives until it has been read
        _check_fit(value, self.dtype.name)
        view, index = _forwards(self, _as_places(index))
        is_mask = isinstance(index, ndarray) and index.dtype.kind == "b"
        is_mask = is_mask and self.ndim > 0 and index.shape == self.shape
        if is_mask and source.dim() > 1:
            raise TypeError(
                "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
                f"input has {source.dim()} dimensions"
            )
        try:
            spec, _alive = _spec(index)
            _ask(_engine.set_index(view._h, spec, source._h, "array"))
        except IndexError as error:
            raise _index_error(error, self, index) from None
        except RuntimeError as error:
            if str(error).startswith("shape mismatch: value tensor"):
                parts = _NUMBERS.findall(str(error))
                shapes = [tuple(map(int, filter(None, one[1:-1].split(", ")))) for one in parts]
                if is_mask:
                    raise ValueError(
                        f"NumPy boolean array indexing assignment cannot assign {shapes[0][0]} "
                        f"input values to the {shapes[1][0]} output values where the mask is true"
                    ) from None
                shapes = [str(one).replace(" ", "") for one in shapes]
                raise ValueError(
                    f"shape mismatch: value array of shape {shapes[0]} could not be broadcast to "
                    f"indexing result of shape {shapes[1]}"
                ) from None
            if "expand" not in str(error).lower():
                raise
            place = self[index]
            text = "setting an array element with a sequence."
            if getattr(place, "shape", ()):
                shapes = (
                    str(tuple(shape)).replace(" ", "") for shape in (source.shape, place.shape)
                )
                text = "could not broadcast input array from shape {} into shape {}".format(*shapes)
            raise ValueError(text) from None

    def __delitem__(self, index):
        raise ValueError("cannot delete array elements")

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def __bool__(self):
        if self.size > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()"
            )
        if self.size == 0:
            warnings.warn(
                "The truth value of an empty array is ambiguous. Returning False, but in future "
                "this will result in an error. Use `array.size > 0` to check that an array is not "
                "empty.",
                DeprecationWarning,
                stacklevel=2,
            )
            return False
        return Tensor.__bool__(self)

    def item(self, *args):
        if args:
            place = args[0] if len(args) == 1 else args
            return (self if isinstance(place, tuple) else self.flatten())[place].item()
        try:
            return Tensor.item(self)
        except ValueError:
            raise ValueError("can only convert an array of size 1 to a Python scalar") from None

    def __repr__(self):
        return text_of(self, True)

    def __str__(self):
        return text_of(self, False)


_FLAGS = "c_contiguous f_contiguous contiguous fortran fnc forc owndata".split()


class _Flags:
    """How an array lies in memory, by numpy's names in capitals and in small letters."""

    def __init__(self, array):
        tensor = _in(array)
        self.__dict__["_array"] = array
        self.c_contiguous, self.f_contiguous = (
            tensor.is_contiguous(),
            _reversed(tensor).is_contiguous(),
        )
        self.owndata = array.base is None
        self.contiguous, self.fortran = self.c_contiguous, self.f_contiguous
        self.fnc = self.f_contiguous and not self.c_contiguous
        self.forc = self.f_contiguous or self.c_contiguous

    def __getitem__(self, key):
        return getattr(self, key.lower())

    @property
    def writeable(self):
        if "_is_spread" in self._array.__dict__:
            return True
        try:
            self._array._check_writable()
        except ValueError:
            return False
        return True

    def __getattr__(self, name):
        raise AttributeError(f"flags.{name} of arrays is not part of this lab's numpy")

    def __setattr__(self, name, value):
        if name == "writeable":
            base = self._array.base
            if value and base is not None and not base.flags.writeable:
                raise ValueError("cannot set WRITEABLE flag to True of this array")
            self._array._is_locked = not value
            return
        if name not in _FLAGS:
            raise NotImplementedError(f"setting flags.{name} is not part of this lab's numpy")
        self.__dict__[name] = value

    def __repr__(self):
        raise NotImplementedError("all flags of an array are not part of this lab's numpy")


class flatiter:
    """The elements row by row: read and written by their place."""

    __module__ = "numpy"

    def __init__(self, array):
        self.base, self._at = array, 0

    def __len__(self):
        return self.base.size

    def __iter__(self):
        return self

    def __next__(self):
        if self._at >= len(self):
            raise StopIteration
        self._at += 1
        return self.base.flatten()[self._at - 1]

    def __getitem__(self, index):
        made = self.base.flatten()[index]
        return made.copy() if isinstance(made, ndarray) else made

    def __setitem__(self, index, value):
        from numpy._more import resize

        places = [_in(x).data_ptr() >> 32 for x in (value, self.base) if isinstance(x, ndarray)]
        if places[1:] == places[:-1] != []:
            raise NotImplementedError(
                "a.flat[...] = a part of a is not part of this lab's numpy; assign a copy of it"
            )
        line = self.base.flatten()
        place = line[index]
        line[index] = resize(value, place.shape) if place.ndim else value
        self.base[...] = line.reshape(self.base.shape)

    def __array__(self, *_):
        return self.base.flatten()

    @property
    def index(self):
        return self._at

    @property
    def coords(self):
        from numpy._places import unravel_index

        return tuple(map(int, unravel_index(self._at, self.base.shape)))


# ------------------------------------------------------------------------- in and out


def _forwards(array, index):
    """Slices that run backwards, as slices that run forwards over a view from the end."""
    entries = list(index) if isinstance(index, tuple) else [index]
    axis = 0
    for k, entry in enumerate(entries):
        is_backwards = isinstance(entry, slice) and entry.step is not None and entry.step < 1
        if is_backwards and axis < array.ndim:
            n = array.shape[axis]
            places = range(*entry.indices(n))
            first = n - 1 - places[0] if places else n
            entries[k] = slice(first, first + len(places) * -entry.step, -entry.step)
            array = _new(_engine.backwards(array._h, axis))
        if entry is Ellipsis:
            axis = array.ndim - sum(map(_axes_of, entries[k + 1 :]))
        else:
            axis += _axes_of(entry)
    return array, tuple(entries) if isinstance(index, tuple) else entries[0]


def _as_places(index):
    """A list between the brackets is an array of places, whatever is in it."""
    if isinstance(index, tuple):
        if sum(entry is Ellipsis for entry in index) > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        return tuple(map(_place, index))
    if not isinstance(index, list):
        return _place(index)
    places = _in(index)
    places = places if places.numel() else places.long()
    if places.dtype._kind > _INTEGER:
        raise IndexError(_NO_INDEX)
    return places


def _place(entry):
    """Integers of any type are places, where torch reads those of uint8 as truths, and truths as
    places.
    """
    if getattr(entry, "_numpy_name", "") == "bool" and not isinstance(entry, ndarray):
        return bool(entry)
    if isinstance(entry, ndarray) and entry._is_text:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    if isinstance(entry, list) and entry and isinstance(entry[0], list):
        made = _in(entry)
        return entry if made.numel() else made.long()
    is_other = isinstance(entry, ndarray) and entry.dtype.kind in "iu" and entry.itemsize < 8
    return _in(entry).long() if is_other else entry


def _is_number_in(entry, array):
    """Whether it is an array of places in the array's own memory."""
    if not isinstance(entry, ndarray) or not entry.ndim or entry.dtype.name != "int64":
        return False
    return _in(entry).data_ptr() >> 32 == _in(array).data_ptr() >> 32


def _check_whole(value, dtype):
    if type(value) is complex and not dtype.is_complex:
        what = "int() argument must be a string, a bytes-like object or a real number, not "
        is_whole = dtype.kind in "iu"
        raise TypeError(what + "'complex'" if is_whole else "can't convert complex to float")
    if dtype.kind in "iu" and type(value) is float and 2.0**63 <= abs(value) < math.inf:
        raise OverflowError("Python int too large to convert to C long")
    if dtype.kind in "iu" and isinstance(value, float) and not math.isfinite(value):
        if value != value:
            raise ValueError("cannot convert float NaN to integer")
        raise OverflowError("cannot convert float infinity to integer")


def _fitting(array, value):
    """What is assigned, as a tensor; with the warnings of what the array's type cannot hold."""
    source = _in(value)
    kind = array.dtype._kind
    if source.dtype._kind < _FLOAT or kind >= source.dtype._kind and array.itemsize >= 8:
        return source
    if isinstance(value, (list, tuple)) and kind == _INTEGER:  # one by one, as Python has it
        for one in source.flatten().tolist():
            _check_whole(one, array.dtype)
    elif source.is_complex() and kind < source.dtype._kind:
        if isinstance(value, (list, tuple)):
            _check_whole(1j, array.dtype)
        made = source.real.to(_DTYPES[array.dtype.name])
        _check_cast(source, made)
        return source.real
    elif array.dtype.name == "float16" and not isinstance(value, TensorBase):
        return source  # which _check_fit() has warned of
    elif source.dtype is not _DTYPES[array.dtype.name] and array.dtype.name != "bool":
        _check_cast(source, source.to(_DTYPES[array.dtype.name]))
    return source


def _is_str(entry):
    return isinstance(entry, str)


def _axes_of(entry):
    if entry is None or isinstance(entry, (bool, SCALARS["bool"])):
        return 0
    return entry.ndim if isinstance(entry, TensorBase) and entry.dtype._kind == _BOOL else 1


def _at(view, index):
    """What is there; of axes that were moved, as a view of what was picked."""
    if type(index) is int or type(index) is tuple and _are_ints(index):
        return Tensor.__getitem__(view, index)
    spec, _alive = _spec(index)
    made = _new(_engine.index(view._h, spec, True))
    if _alive and _engine.is_moved(made._h):
        made._first = _wrap(made)
    return made


def _wrap(tensor):
    return ndarray._of(_engine.alias(tensor._h))


def _out(value):
    """numpy gives a number where nothing is left of the shape."""
    if not isinstance(value, TensorBase):
        return value
    if value.ndim > 0:
        return _wrap(value)
    number = value.item()
    return SCALARS.get(value.dtype._name, type(number))(number)


def _in(value):
    """As a tensor; floats are float64 here."""
    if isinstance(value, ndarray):
        if value._is_text:
            raise NotImplementedError("texts in this function are not part of this lab's numpy")
        return _new(_engine.alias(value._h))
    if isinstance(value, Tensor):
        if value.requires_grad:
            value.numpy()  # it says why that is not possible
        return value
    if hasattr(type(value), "__array__"):
        return _in(value.__array__())
    return _new(_read(value, floats="float64"))


def _read(value, *args, **kwargs):
    """As _handle_of(), with numpy's words of lists of different lengths."""
    try:
        return _handle_of(value, *args, **kwargs)
    except (TypeError, ValueError) as error:
        text = str(error)
        if not text.startswith(("expected sequence of", "not a seq", "must be real number, not ")):
            raise
        if not isinstance(value, (list, tuple)):
            raise
        shape = _detected(value)
        raise ValueError(
            "setting an array element with a sequence. The requested array has an inhomogeneous "
            f"shape after {len(shape)} dimensions. The detected shape was {shape} + inhomogeneous "
            "part."
        ) from None


def _detected(value):
    """The lengths that all lists of a level share."""
    if not isinstance(value, (list, tuple, range, ndarray)):
        return ()
    below = [_detected(part) for part in value] if len(value) else [()]
    shared = 0
    while all(len(shape) > shared and shape[shared] == below[0][shared] for shape in below):
        shared += 1
    return (len(value), *below[0][:shared])


def _fractional(tensor):
    """Whole numbers as float64, where torch takes float32."""
    return _in(tensor).to(torch.float64) if tensor.dtype._kind <= _INTEGER else tensor


def order_of(order, default="K", choices="CFAK"):
    """The letter of an order of memory."""
    if order is None:
        return default
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    if order.upper() not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    if order.upper() not in choices:
        raise ValueError("only 'C' or 'F' order is permitted")
    return order.upper()


def _reversed(tensor):
    """With its axes in reverse."""
    return tensor.permute(list(range(tensor.dim()))[::-1])


def is_by_columns(tensor):
    """In memory the first axis runs fastest, and not the last."""
    return _reversed(tensor).is_contiguous() and not tensor.is_contiguous()


def axes_in(order, tensor):
    """Its axes as they follow one another in an order of memory; K: as they do in it."""
    axes, order = list(range(tensor.dim())), order_of(order)
    if order == "K" and not tensor.is_contiguous():
        steps = tensor.stride()
        if any(n > 1 and step == 0 for n, step in zip(tensor.shape, steps)):
            if len(axes) > 2:
                raise NotImplementedError(
                    "order='K' of what was broadcast is not part of this lab's numpy"
                )
            return axes
        return sorted(axes, key=lambda d: -abs(steps[d]))
    return axes[::-1] if order == "F" or order in "AK" and is_by_columns(tensor) else axes


def in_order(tensor, order):
    """The tensor, or a copy of it where its axes follow in memory in another order."""
    is_so = tensor.permute(axes_in(order, tensor)).is_contiguous()
    return tensor if is_so else laid_out(tensor, order)


def laid_out(tensor, order):
    """A copy whose axes follow one another in an order of memory."""
    axes = axes_in(order, tensor)
    back = sorted(range(len(axes)), key=axes.__getitem__)
    return tensor.permute(axes).clone(memory_format=torch.contiguous_format).permute(back)


def array(data, dtype=None, copy=True, order="K", *, ndmin=0, subok=False):
    if order_of(order) != "K":
        made = array(data, dtype, copy, ndmin=ndmin)
        if _is_text(made.dtype):
            return made
        tensor = _in(made)
        placed = in_order(tensor, order)
        return made if placed is tensor else _wrap(placed)
    if ndmin:
        made = array(data, dtype, copy)
        if made.ndim >= ndmin:
            return made
        return made.reshape((1,) * (ndmin - made.ndim) + made.shape)
    if not copy and isinstance(data, ndarray):
        return asarray(data, dtype)
    if getattr(data, "_is_object", False) and dtype is None:
        return data.copy()  # pictures of matplotlib
    if hasattr(type(data), "__array__") and not isinstance(data, TensorBase):
        data = data.__array__()
    if _is_text(dtype) or isinstance(data, ndarray) and data._is_text:
        return _of_texts(data, dtype)
    if dtype is None:
        try:
            return _wrap(_in(data).clone())
        except NotImplementedError as error:
            if not str(error).startswith("arrays of str"):
                raise
            return _of_texts(data, dtype)
    name = name_of(dtype)
    if isinstance(data, TensorBase):
        made = _in(data).to(_DTYPES[name], copy=True)
        _check_cast(_in(data), made)
        return _wrap(made)
    if _DTYPES[name]._kind == _INTEGER:
        _check_size(data)
    made = _new(_read(data, name, floats="float64"))
    _check_fit(data, name)
    return _wrap(made)


def _check_fit(data, name):
    """The warnings of numbers in lists that the type does not hold."""
    if name != "float16" and _DTYPES[name]._kind != _INTEGER:
        return  # the others hold every number
    if isinstance(data, (list, tuple)):
        for part in data:
            _check_fit(part, name)
    elif name == "float16" and type(data) in (int, float):
        if 65520 <= abs(data) < math.inf:
            warn("overflow", "cast")
    elif type(data) is int:
        check_int(data, name)


def _again(values, dtype, shape):
    """An array that was written as bytes."""
    return array(values, dtype=dtype).reshape(shape)


def _check_size(data):
    """Each number of Python's goes through one of 64 bits."""
    if isinstance(data, (list, tuple)):
        for part in data:
            _check_size(part)
    elif isinstance(data, (float, Held)) and 2.0**63 <= abs(complex(data)) < math.inf:
        raise OverflowError("Python int too large to convert to C long")


def _is_text(kind):
    from numpy._texts import width_of

    return kind is not None and width_of(kind) is not None


def _of_texts(data, kind):
    from numpy._texts import of_texts, width_of

    if isinstance(data, ndarray) and data._is_text:
        return data.copy() if kind is None else data.astype(kind)
    return of_texts(data, 0 if kind is None else width_of(kind))


def asarray(data, dtype=None, order="K"):
    """An array as it is; what is none becomes one."""
    if not isinstance(data, ndarray) or dtype is not None and data.dtype != dtype:
        return array(data, dtype, order=order)
    if data._is_text or order_of(order) == "K":
        return data
    tensor = _in(data)
    return data if in_order(tensor, order) is tensor else array(data, order=order)
