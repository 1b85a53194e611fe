"""An array as text, digit for digit as numpy writes it."""

import struct
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

from torch._repr import leaves, shown

_PRINT = {"precision": 8, "linewidth": 75, "suppress": False}
_PRINT |= {"floatmode": "maxprec", "sign": "-", "nanstr": "nan", "infstr": "inf"}
_PLAIN = ("float64", "int64", "bool", "complex128")  # types that need not be named
_CUT = {"threshold": 1000, "edgeitems": 3}
_FORMATTER = {"formatter": None}
_OTHERS = {"legacy": False, "suffix": ""}  # as they stay
_MODES = ("fixed", "unique", "maxprec", "maxprec_equal")


def _changes(options):
    """Those that are not as they stay."""
    options = {
        name: value
        for name, value in options.items()
        if value is not None and value != _OTHERS.get(name)
    }
    for name in options:
        if name == "formatter":
            _check_formatter(options[name])
        elif name not in _PRINT and name not in _CUT:
            raise NotImplementedError(f"{name}= of printed arrays is not part of this lab's numpy")
    if not hasattr(options.get("precision", 0), "__index__"):
        raise TypeError("precision must be an integer")
    most = options.get("threshold", 0)
    if not hasattr(most, "__float__"):
        raise TypeError("threshold must be numeric")
    if most != most:
        raise ValueError(
            "threshold must be non-NAN, try sys.maxsize for untruncated representation"
        )
    if options.get("sign", "-") not in (" ", "+", "-"):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    mode = options.get("floatmode", "maxprec")
    if mode not in _MODES:
        names = ", ".join(f'"{one}"' for one in _MODES)
        raise ValueError(f"floatmode option must be one of {names}")
    return options


def _set(options):
    """What was set before, where it is changed."""
    options = _changes(options)
    before = {name: _table_of(name)[name] for name in options}
    for name, value in options.items():
        _table_of(name)[name] = value
    return before


def _table_of(name):
    return next(table for table in (_PRINT, _CUT, _FORMATTER) if name in table)


_FORMATTED = {  # the kind of a type: the names of its own formatter, the last one that is given
    "b": ("all", "bool"),
    "i": ("all", "int_kind", "int"),
    "u": ("all", "int_kind", "int"),
    "f": ("all", "float_kind", "float"),
    "c": ("all", "complex_kind", "complexfloat"),
    "U": ("all", "str_kind", "numpystr"),
}
_NO_FORMATTERS = ("object", "void", "timedelta", "datetime", "longfloat", "longcomplexfloat")


def _check_formatter(value):
    known = {name for names in _FORMATTED.values() for name in names}
    for name in value or {}:
        if name in _NO_FORMATTERS or name not in known:
            raise NotImplementedError(f"a formatter of {name!r} is not part of this lab's numpy")


def _own_texts(flat, array):
    """What the learner's formatter makes of each number; None where there is none."""
    own = _own_of(array.dtype.kind)
    return None if own is None else [own(array.dtype.type(value)) for value in flat]


def _own_of(kind):
    given = _FORMATTER["formatter"] or {}
    names = [name for name in _FORMATTED[kind] if given.get(name) is not None]
    return given[names[-1]] if names else None


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, **others
):
    """numpy's, of what arrays print."""
    own = {"precision": precision, "linewidth": linewidth, "suppress": suppress}
    options = _changes({**own, "threshold": threshold, "edgeitems": edgeitems, **others})
    _set(options)
    _FORMATTER["formatter"] = options.get("formatter")  # it does not stay


def printoptions(**options):
    return _printing(_changes(options), True)


@contextmanager
def _printing(options, is_whole=False):
    """is_whole: a formatter that was set before does not stay"""
    before = {"formatter": _FORMATTER["formatter"]} | _set(options)
    if is_whole:
        _FORMATTER["formatter"] = options.get("formatter")
    try:
        yield get_printoptions()
    finally:
        _FORMATTER["formatter"] = before.pop("formatter")
        _set(before)


def get_printoptions():
    return {**_PRINT, **_CUT, **_FORMATTER}


def array2string(
    a, max_line_width=None, precision=None, suppress_small=None, separator=" ", **others
):
    own = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small}
    for key in others.keys() & {*_PRINT, "infstr", "nanstr"} - {"floatmode", "sign"}:
        raise TypeError(f"array2string() got an unexpected keyword argument '{key}'")
    if not hasattr(a, "_is_text"):
        from numpy._array import asarray

        a = asarray(a)
    with _printing(_changes({**own, **others})):
        return text_of(a, False, separator) if a.ndim else _lone(a)


def _lone(array):
    """A number alone, by the digits and the formatters of arrays."""
    if array._is_text:
        return repr(array.item())
    text = text_of(array.reshape(1), False)
    return text[1:-1].strip() if array.dtype.kind == "b" else text[1:-1]


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    if not a.ndim:
        return str(a)
    return array2string(a, max_line_width, precision, suppress_small)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    own = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small}
    with _printing(_changes(own)):
        return text_of(arr, True)


def text_of(array, is_repr, separator=" "):
    if array._is_text:
        from numpy._texts import text_of as of_texts

        own = _own_of("U")
        return of_texts(array, is_repr, separator, _block, _CUT, _PRINT["linewidth"], own or repr)
    if array.ndim == 0:
        return _number_text(array, is_repr)
    values = shown(array, _CUT)
    flat = list(leaves(values))
    own = _own_texts(flat, array)
    if own is not None:
        texts = own
    elif array.dtype.is_complex:
        texts = _complexes(flat, array.dtype.name)
    elif array.dtype.is_floating_point:
        texts = _floats(shortest(flat, array.dtype.name), flat)
    else:
        texts = [" True" if value is True else str(value) for value in flat]
    width = max(map(len, texts), default=0) if own is None else 0
    cells = iter([text.rjust(width) for text in texts])
    width = _PRINT["linewidth"] - is_repr - array.ndim  # brackets follow
    if not is_repr and array.size == 0:
        return "[]"
    if not is_repr:
        return _block(values, cells, 0, separator, array.ndim, width)
    if array.size == 0:
        body = "array([]" + (f", shape={array.shape}" if array.shape != (0,) else "")
    else:
        body = "array(" + _block(values, cells, len("array("), ", ", array.ndim, width)
    if array.size and array.dtype.name in _PLAIN:
        return body + ")"
    end = f"dtype={array.dtype.name})"
    last = len(body) - (body.rfind("\n") + 1) + 1
    is_long = last + len(end) + 1 > _PRINT["linewidth"]
    return body + "," + ("\n" + " " * len("array(") if is_long else " ") + end


def _number_text(array, is_repr):
    value = shortest([array.item()], array.dtype.name)[0]
    if not is_repr:
        return str(value)
    own = _own_texts([array.item()], array)
    if own is not None:
        suffix = "" if array.dtype.name in _PLAIN else f", dtype={array.dtype.name}"
        return f"array({own[0]}{suffix})"
    if array.dtype.is_complex:
        value = _complexes([value], array.dtype.name)[0]
    suffix = "" if array.dtype.name in _PLAIN else f", dtype={array.dtype.name}"
    if isinstance(value, float):
        value = _floats([value], [array.item()])[0]
    return f"array({value}{suffix})"


def shortest(values, name):
    """Each by the fewest digits that distinguish it from its neighbours of that type."""
    if name == "complex64":
        return [
            complex(*(_shortest_decimal(part, struct.Struct("f")) for part in (v.real, v.imag)))
            for v in values
        ]
    code = {"float32": "f", "float16": "e"}.get(name)
    if code is None:
        return values
    return [_shortest_decimal(value, struct.Struct(code)) for value in values]


def _shortest_decimal(value, form):
    if not isfinite(value) or value == 0:
        return value
    for digits in range(1, 10):
        for short in (float(f"{value:.{digits}g}"), _rounded_up(value, digits)):
            try:
                if form.unpack(form.pack(short))[0] == value:
                    return short
            except OverflowError:  # rounded up beyond the largest
                pass
    return value


def _rounded_up(value, digits):
    """Of two that are as near, the one that is farther from 0."""
    exact = Decimal(value)
    place = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    return float(exact.quantize(place, ROUND_HALF_UP))


def _floats(values, exact=None, has_sign=False):
    """exact: as they are kept, where values are those by fewest digits. has_sign: added later"""
    texts = _digits(values, exact)
    names = {"nan": _PRINT["nanstr"], "inf": _PRINT["infstr"], "-inf": "-" + _PRINT["infstr"]}
    texts = [names.get(text, text) for text in texts]
    sign = "-" if has_sign else _PRINT["sign"]
    if sign == "+":
        return [text if text[0] == "-" else "+" + text for text in texts]
    is_wider = sign == " " and not any(text[0] == "-" for text in texts)
    return [" " + text for text in texts] if is_wider else texts


def _digits(values, exact):
    mode, digits = _PRINT["floatmode"], _precision()
    finite = list(filter(isfinite, values))
    most = max(map(abs, finite), default=0)
    least = min((abs(v) for v in finite if v), default=1)
    ratio = most / least
    if exact is not None and values != exact and ratio < 1e30:  # numpy divides in the type
        ratio = struct.unpack("f", struct.pack("f", ratio))[0]
    is_wide = most >= 1e8 or (not _PRINT["suppress"] and (least < 1e-4 or ratio > 1000))
    if is_wide:
        return _scientific(values if exact is None else exact, finite)
    kept = values if exact is None else exact
    if mode == "fixed":
        return [f"{v:#.{digits}f}" if isfinite(v) else str(v) for v in kept]
    pairs = zip(values, kept)
    texts = [_fixed(*pair).rstrip("0") if isfinite(pair[0]) else str(pair[0]) for pair in pairs]
    places = max((len(t.split(".")[1]) for t in texts if "." in t), default=0)
    if mode == "maxprec_equal":
        return [f"{v:#.{places}f}" if isfinite(v) else str(v) for v in kept]
    return [t.ljust(t.index(".") + 1 + places) if "." in t else t for t in texts]


def _precision():
    """How many digits there are at most: as many as distinguish a number, in one of the modes."""
    return 60 if _PRINT["floatmode"] == "unique" else _PRINT["precision"]


def _fixed(value, kept):
    """By the digits that distinguish it from its neighbours, and no more than are wanted."""
    if value != kept and value.is_integer():
        return f"{kept:#.0f}"  # all digits before the point, whether they are needed or not
    digits = _precision()
    text = f"{value:#.{digits}f}"
    if float(text) != value:
        return f"{kept:#.{digits}f}"
    return f"{Decimal(repr(value)):f}".ljust(len(text), "0")


def _scientific(values, finite):
    """With as few digits as distinguish all of them."""
    most = _precision()
    numbers = [len(Decimal(repr(float(v))).normalize().as_tuple().digits) - 1 for v in finite]
    rounded = (f"{v:#.{most}e}".split("e")[0].rstrip("0") for v in finite)
    places = max(min(n, len(t.split(".")[1])) for n, t in zip(numbers, rounded))
    places = most if _PRINT["floatmode"] == "fixed" else places
    texts = [f"{v:.{places}e}" if places else f"{v:.0e}".replace("e", ".e") for v in values]
    is_long = any(len(text.partition("e")[2]) > len("+99") for text in texts)
    return [_long(text) if is_long else text for text in texts]


def _long(text):
    """With three digits of an exponent."""
    number, e, power = text.partition("e")
    return f"{number}e{power[0]}{power[1:].zfill(3)}" if e else text


def _complexes(flat, name):
    """Both parts in columns of their own."""
    part = "float32" if name == "complex64" else "float64"
    reals, others = [value.real for value in flat], [value.imag for value in flat]
    real = _floats(shortest(reals, part), reals)
    imag = _floats(shortest(others, part), others, True)
    width = max(map(len, real), default=0)
    signed = [text if text.startswith("-") else "+" + text for text in imag]
    signed = [text.rjust(max(map(len, signed))) for text in signed]
    ends = [text.rstrip() + "j" + " " * (len(text) - len(text.rstrip())) for text in signed]
    far = max(map(len, ends), default=0)
    return [a.rjust(width) + b.ljust(far) for a, b in zip(real, ends)]


def _block(values, cells, indent, comma, depth, width):
    if depth == 1:
        texts = ["..." if value is None else next(cells) for value in values]
        return "[" + _wrapped(texts, indent + 1, comma, width) + "]"
    gap = comma.rstrip() + "\n" * (depth - 1) + " " * (indent + 1)
    parts = (
        "..." if v is None else _block(v, cells, indent + 1, comma, depth - 1, width)
        for v in values
    )
    return "[" + gap.join(parts) + "]"


def _wrapped(texts, indent, comma, width):
    lines, line = [], ""
    for text in texts:
        if line and indent + len(line) + len(comma) + len(text) > width:
            lines.append((line + comma).rstrip())
            line = text
        else:
            line = text if not line else line + comma + text
    return ("\n" + " " * indent).join(lines + [line])
