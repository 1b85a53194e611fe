"""What a type can hold, and which type two of them have together."""

from numpy._array import _in
from numpy._dtype import dtype, name_of
from numpy._promotion import _least, common, name_of_number, promoted
from torch._base import TensorBase
from torch._types import _DTYPES, _FLOAT, _INTEGER
from torch._types import finfo as _finfo
from torch._types import iinfo as _iinfo


def _named(value):
    if isinstance(value, TensorBase):
        return value.dtype._name if not value._is_array else value.dtype.name
    is_number = not isinstance(value, type) and name_of_number(value) is not None
    return name_of_number(value) if is_number else name_of(value, "float64")


_DIGITS = {16: 5, 32: 7, 64: 16}  # after the point, by the bits


class finfo:
    """Of a type of floats."""

    def __init__(self, dtype):
        name = _named(dtype)
        name = {"complex64": "float32", "complex128": "float64"}.get(name, name)
        if _DTYPES[name]._kind < _FLOAT:
            raise ValueError(f"data type <class 'numpy.{name}'> not inexact")
        limits, kind = _finfo(_DTYPES[name]), self._type(name)
        self.dtype, self.bits = kind.dtype.fget(kind(0)), limits.bits
        for key in "max min eps tiny smallest_normal resolution".split():
            setattr(self, key, kind(getattr(limits, key)))
        self.nmant, self.nexp = {16: (10, 5), 32: (23, 8), 64: (52, 11)}[self.bits]
        self.iexp, self.precision = self.nexp, int(self.nmant * 0.30103)
        self.machep, self.negep = -self.nmant, -self.nmant - 1
        self.maxexp = 2 ** (self.nexp - 1)
        self.minexp = 2 - self.maxexp
        self.epsneg = kind(2.0**self.negep)
        self.smallest_subnormal = kind(2.0 ** (self.minexp + self.machep))

    @staticmethod
    def _type(name):
        from numpy._scalar import SCALARS

        return SCALARS[name]

    def __repr__(self):
        most = f"{float(self.max):.{_DIGITS[self.bits]}e}"
        parts = f"resolution={self.resolution!s}, min=-{most}, max={most}"
        return f"finfo({parts}, dtype={self.dtype})"

    def __str__(self):
        digits = _DIGITS[self.bits]
        keys = "resolution eps epsneg tiny max smallest_subnormal".split()
        values = [getattr(self, key) for key in keys]
        texts = [f"{float(value):.{digits}e}" for value in values]
        rows = (
            f"precision = {self.precision:3}   resolution = {texts[0]}",
            f"machep = {self.machep:6}   eps =        {texts[1]}",
            f"negep =  {self.negep:6}   epsneg =     {texts[2]}",
            f"minexp = {self.minexp:6}   tiny =       {texts[3]}",
            f"maxexp = {self.maxexp:6}   max =        {texts[4]}",
            f"nexp =   {self.nexp:6}   min =        -max",
            f"smallest_normal = {texts[3]}   smallest_subnormal = {texts[5]}",
        )
        return _table(self.dtype, rows)


def _table(name, rows):
    line = "-" * 63
    return "\n".join((f"Machine parameters for {name}", line, *rows, line, ""))


class iinfo:
    """Of a type of integers."""

    def __init__(self, type):
        name = _named(type)
        if isinstance(type, TensorBase):
            raise ValueError("Invalid integer data type 'O'.")
        if _DTYPES[name]._kind != _INTEGER:
            raise ValueError(f"Invalid integer data type {dtype(name).kind!r}.")
        limits = _iinfo(_DTYPES[name])
        self.dtype, self.bits = dtype(name), limits.bits
        self.min, self.max, self.kind = limits.min, limits.max, dtype(name).kind

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        return _table(self.dtype, (f"min = {self.min}", f"max = {self.max}"))


def promote_types(type1, type2):
    return dtype(promoted(name_of(type1, "float64"), name_of(type2, "float64")))


def result_type(*arrays_and_dtypes):
    parts = [v if isinstance(v, TensorBase) or not _is_type(v) else None for v in arrays_and_dtypes]
    names = [_named(v) for v in arrays_and_dtypes]
    is_number = [v is not None and not getattr(v, "ndim", 0) for v in parts]
    kinds = [[], []]
    for name, is_one in zip(names, is_number):
        kinds[is_one].append(_DTYPES[name]._kind)
    if kinds[0] and kinds[1] and max(kinds[0]) >= max(kinds[1]):
        return dtype(_with_numbers(parts, names, is_number))
    made = names[0]
    for name in names[1:]:
        made = promoted(made, name)
    return dtype(made)


def _with_numbers(parts, names, is_number):
    """Of arrays and numbers of no higher kind, which count by their size."""
    made = None
    for name, is_one in zip(names, is_number):
        made = made if is_one else name if made is None else promoted(made, name)
    for value, is_one in zip(parts, is_number):
        if is_one:
            plain = value.item() if isinstance(value, TensorBase) else value
            made = common(_in([0]).to(_DTYPES[made]), plain)
    return made


def _least_of(value, name):
    """The smallest type of its kind that holds a number."""
    if not isinstance(value, complex):
        return _least(value, name)
    parts = [_least(part, "float64") for part in (value.real, value.imag)]
    return "complex128" if "float64" in parts else "complex64"


def _is_type(value):
    return name_of_number(value) is None or isinstance(value, type)


def can_cast(from_, to, casting="safe"):
    if casting not in ("safe", "same_kind", "unsafe", "no", "equiv"):
        raise ValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe'")
    source, target = _named(from_), name_of(to, "float64")
    is_number = name_of_number(from_) is not None or isinstance(from_, TensorBase)
    if is_number and not isinstance(from_, type) and not getattr(from_, "ndim", 0):
        value = from_.item() if hasattr(from_, "item") else from_
        source = _least_of(value, source)
        kind = _DTYPES[target]._kind
        if kind == _DTYPES[source]._kind == _INTEGER:
            limits = _iinfo(_DTYPES[target])
            source = target if limits.min <= value <= limits.max else source
    if casting in ("no", "equiv"):
        return source == target
    if casting == "unsafe":
        return True
    is_safe = promoted(source, target) == target
    same = _DTYPES[source]._kind <= _DTYPES[target]._kind
    is_unsigned = target[0] == "u" and source[:3] == "int"
    return is_safe or casting == "same_kind" and same and not is_unsigned
