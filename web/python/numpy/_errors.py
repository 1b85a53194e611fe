"""Mistakes that torch found in numpy's functions, in the words of numpy."""

import re

from numpy._math import AxisError
from torch._arguments import _named
from torch._base import TensorBase

_ABSENT = {  # names that numpy has
    "numpy": """
    ScalarType VisibleDeprecationWarning asmatrix bmat broadcast busday_count busday_offset
    busdaycalendar bytes_ cast chararray clongdouble clongfloat common_type complex256
    datetime64 datetime_as_string datetime_data disp einsum_path emath find_common_type
    flexible float128 format_parser from_dlpack frompyfunc fromregex get_include i0 info
    is_busday isnat issctype issubsctype kaiser little_endian longcomplex longdouble
    longfloat lookfor ma mat math matrix memmap mintypecode nbytes nested_iters obj2sctype
    flatiter
    object_ polynomial rec recarray recfromcsv recfromtxt record require safe_eval sctypeDict
    sctypes set_string_function show_config show_runtime singlecomplex source string_ test
    timedelta64 typecodes typename version void who""",
    "numpy.linalg": """
    tensorinv tensorsolve""",
    "numpy.random": """
    BitGenerator MT19937 PCG64DXSM Philox SFC64 SeedSequence bytes f get_state
    hypergeometric logseries negative_binomial noncentral_chisquare noncentral_f set_state
    vonmises wald zipf""",
    "numpy.fft": "",
    "numpy.testing": """
    assert_approx_equal assert_array_max_ulp assert_no_warnings assert_string_equal
    assert_warns""",
}
_ARGUMENTS = {  # of functions that take others, those that numpy's have too
    "argpartition": "order",
    "corrcoef": "dtype",
    "cov": "dtype",
    "cross": "axisa axisb axisc",
    "divmod": "out where casting order dtype subok",
    "einsum": "out",
    "geomspace": "axis",
    "genfromtxt": """skip_footer converters missing_values names excludelist deletechars
        replace_space autostrip case_sensitive defaultfmt usemask loose invalid_raise
        ndmin""",
    "load": "encoding fix_imports max_header_size",
    "loadtxt": "quotechar",
    "multi_dot": "out",
    "nanmax": "initial where",
    "nanmean": "where",
    "nanmin": "initial where",
    "nanprod": "initial where",
    "nanstd": "where",
    "nansum": "initial where",
    "nanvar": "where",
    "outer": "out",
    "partition": "order",
    "percentile": "interpolation",
    "pinv": "hermitian",
    "polyint": "k",
    "quantile": "interpolation",
    "savetxt": "encoding",
    "vectorize.__init__": "excluded cache doc",
}


def absent(name, home="numpy"):
    """What to raise where a module has no such name."""
    if name in _ABSENT[home].split():
        return AttributeError(f"{home}.{name} is not part of this lab's numpy")
    text = f"module {home!r} has no attribute {name!r}"
    if home == "numpy" and name in "float int bool object str complex".split():
        text += (
            f".\n`np.{name}` was a deprecated alias for the builtin `{name}`. To avoid this error "
            f"in existing code, use `{name}` by itself."
        )
    return AttributeError(text)


_UNEXPECTED = re.compile(r"(.*)\(\) got an unexpected keyword argument '(\w+)'")


def _of_argument(error):
    """An argument that numpy's function has is refused by name; another is unexpected."""
    found = _UNEXPECTED.match(str(error))
    if found and found[2] in _ARGUMENTS.get(found[1], "").split():
        name = found[1].partition(".")[0]
        return NotImplementedError(f"{found[2]}= of {name}() is not part of this lab's numpy")
    return error


_CALLING = ("apply_along_axis", "fromfunction", "piecewise")  # functions of the learner's
_PLAIN = ("isscalar", "ndim", "shape", "size", "iterable")  # torch has no part in them
_RANGE = re.compile(
    r"Dimension out of range \(expected .* range of \[.*, (-?\d+)\], but got (.*)\)"
)


def _reworded(name, error, args):
    """The exception that numpy raises in its place."""
    text = str(error)
    if text.startswith(("incompatible numbers of samples", "cannot handle multidimensional")):
        return error
    if "not part of this lab's torch" in text:
        return NotImplementedError(text.replace("this lab's torch", "this lab's numpy"))
    if "not implemented for 'Complex" in text:
        return NotImplementedError(f"{name}() of complex numbers is not part of this lab's numpy")
    if text.startswith("The size of tensor a"):
        from numpy import shape

        shapes = [shape(v) for v in args if isinstance(v, (TensorBase, list, tuple))]
        text = "".join(str(tuple(shape)).replace(" ", "") + " " for shape in shapes)
        return ValueError(f"operands could not be broadcast together with shapes {text}")
    if text.startswith("n must be greater or equal to 0") or "negative dimension" in text:
        return ValueError("negative dimensions are not allowed")
    return ValueError(text)


def with_own_errors(function):
    name = function.__name__
    if name in _CALLING or name in _PLAIN:
        return function

    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            if not kwargs or type(error) is not TypeError:
                raise
            raise _of_argument(error) from None
        except IndexError as error:
            place = _RANGE.match(str(error))
            if type(error) is not IndexError or place is None:
                raise
            rank, axis = int(place[1]) + 1, place[2]
            text = f"axis {axis} is out of bounds for array of dimension {rank}"
            raise AxisError(text) from None
        except RuntimeError as error:
            if type(error) is not RuntimeError or str(error).startswith("Can't call numpy()"):
                raise
            raise _reworded(name, error, args) from None

    called.__doc__, called.__module__ = function.__doc__, function.__module__
    called.__wrapped__ = function
    return _named(called, name)
