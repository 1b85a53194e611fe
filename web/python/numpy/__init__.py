"""The names of numpy that the exercises use, over the same tensors. float64 where numpy has it."""

from math import e, inf, nan, pi

from numpy._applied import *
from numpy._array import array, asarray, ndarray
from numpy._attributes import *
from numpy._create import *
from numpy._diagonals import *
from numpy._dtype import dtype
from numpy._errors import absent as _absent
from numpy._errors import with_own_errors as _with_own_errors
from numpy._joined import *
from numpy._math import *
from numpy._memory import attach as _give_places
from numpy._methods import _attach
from numpy._ordered import *
from numpy._padded import *
from numpy._places import *
from numpy._reshaped import *
from numpy._scalar import (
    ComplexWarning,
    False_,
    True_,
    bool8,
    bool_,
    byte,
    cdouble,
    cfloat,
    complex64,
    complex128,
    complex_,
    complexfloating,
    csingle,
    double,
    float16,
    float32,
    float64,
    float_,
    floating,
    generic,
    half,
    inexact,
    int8,
    int16,
    int32,
    int64,
    int_,
    intc,
    integer,
    intp,
    issubdtype,
    longlong,
    number,
    short,
    signedinteger,
    single,
    ubyte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulonglong,
    unsignedinteger,
    ushort,
)
from numpy._scalar_operators import errstate, seterr
from numpy._sets import *
from numpy._shape import *
from numpy._statistics import *
from numpy._tensors import attach as _give_tensors
from numpy._text import (
    array2string,
    array_repr,
    array_str,
    get_printoptions,
    printoptions,
    set_printoptions,
)
from numpy._texts import attach as _give_texts
from numpy._types import can_cast, finfo, iinfo, promote_types, result_type
from numpy._ufunc import ufunc
from torch._checks import check_all as _check_all

__version__ = "1.24.2+poslab"
newaxis = None
NaN = NAN = nan
Inf = Infinity = PINF = infty = inf
NINF, euler_gamma = -inf, 0.5772156649015329


# What the modules above import from one another is none of numpy's names.
for _name in """
    ALIASES NO_DIFFERENCE SUMMED TensorBase UFUNCS UFuncTypeError any_true as_initial builtins_max
    calculate check_casting check_dtype check_finite check_plain check_signed check_taker
    check_where float_of given_back in_base in_order laid_out laid_out_as laid_out_as_einsum
    mean_of_some middle name_of operand order_of ordered owned placed promoted reduced shapes_error
    sorted_places summed unsupported walked warn written written_where""".split():
    globals().pop(_name, None)


_HOMES = {  # modules that are loaded with the first of their names
    **dict.fromkeys(
        "frombuffer fromfile fromstring save load savez savez_compressed".split(), "_files"
    ),
    **{"nditer": "_walks", "poly1d": "_polynomials", "polydiv": "_polynomials"},
}


def __getattr__(name):
    if name == "__all__":  # what a star imports: none of the names that Python has itself
        from numpy._more import NAMES

        own = [key for key in globals() if key[0] != "_"]
        names = {*own, *NAMES, *_HOMES, "char", "fft"}
        return sorted(names - {"abs", "max", "min", "round"})
    if name.startswith("__") or name in ("linalg", "random"):  # these two import themselves
        raise AttributeError(name)
    from importlib import import_module

    if name in ("char", "fft", "lib", "matlib", "testing"):
        return import_module(f"numpy.{name}")
    home = _HOMES.get(name, "_more")
    more = import_module(f"numpy.{home}")
    if home != "_more" or name in more.NAMES:
        value = getattr(more, name)
        if isinstance(value, type(_reword_all)):
            value = globals()[name] = _with_own_errors(value)
        return value
    raise _absent(name)


def _reword_all(owner):
    for name, value in list(owner.items()):
        is_ours = getattr(value, "__module__", "").startswith("numpy") and name[0] != "_"
        if is_ours and isinstance(value, type(_reword_all)):
            owner[name] = _with_own_errors(value)


_check_all(globals(), "numpy", is_strict=False)
_reword_all(globals())
_give_places(globals())
_attach(globals())
_give_tensors(globals())
_give_texts(globals())

from numpy import linalg, random  # noqa: E402

for _module in (linalg, random):
    _check_all(vars(_module), "numpy", is_strict=False)
    _reword_all(vars(_module))
