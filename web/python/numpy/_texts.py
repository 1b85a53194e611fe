"""Arrays of texts: whole numbers, the places of the texts in one list that all of them share.

So cutting, joining and views are those of numbers. What orders texts ranks them first. A function
that is not named here refuses them.
"""

import operator

import torch
from numpy._array import _wrap, asarray, ndarray
from numpy._dtype import dtype
from numpy._scalar import SCALARS, floating, generic
from torch._data import _handle_of
from torch._tensor import _new

_ALL, _PLACES = [], {}  # each text once, and where it is
_WIDTHS = {
    **{"bool": 5, "int8": 4, "int16": 6, "int32": 11, "int64": 21},
    **{"uint8": 3, "uint16": 5, "uint32": 10, "uint64": 20},
    **{"float16": 32, "float32": 32, "float64": 32},
}


class character(generic):
    __module__ = "numpy"
    __slots__ = ()


class str_(str, character):
    __module__ = "numpy"
    dtype = property(lambda self: text_dtype(len(self)))

    def __new__(cls, value=""):
        return str.__new__(cls, value)

    def __getattr__(self, name):
        raise AttributeError(f"'numpy.str_' object has no attribute '{name}'")

    def item(self):
        return str(self)

    tolist = item
    __iter__, __getitem__, __format__ = str.__iter__, str.__getitem__, str.__format__


class text_dtype(dtype):
    """Of texts of at most so many letters."""

    kind, char, type = "U", "U", str_
    is_floating_point = is_complex = False
    __module__ = "numpy"
    __hash__ = dtype.__hash__

    def __new__(cls, *_):
        return object.__new__(cls)

    def __init__(self, kind, *_):
        width = kind if isinstance(kind, int) else width_of(kind)
        self._width, self.itemsize = width, 4 * width
        self.name = self._name = f"str{32 * width}" if width else "str"

    str = property(lambda self: f"<U{self._width}")

    def __repr__(self):
        return f"dtype('<U{self._width}')"

    def __str__(self):
        return f"<U{self._width}"

    def __eq__(self, other):
        return width_of(other) == self._width

    def __reduce__(self):
        return text_dtype, (self._width,)


text_dtype.__name__ = text_dtype.__qualname__ = "dtype[str_]"


def width_of(kind):
    """How many letters a type of texts holds; 0: as many as there are; None: it is none of them."""
    if isinstance(kind, text_dtype):
        return kind._width
    if isinstance(kind, type):
        return 0 if kind in (str, str_) else None
    if isinstance(kind, str):
        name = kind[1:] if kind[:1] in ("<", "=") else kind
        if name in ("str", "str_", "U", "unicode"):
            return 0
        return int(name[1:]) if name[:1] == "U" and name[1:].isdigit() else None
    return None


def _place(text):
    place = _PLACES.get(text)
    if place is None:
        place = _PLACES[text] = len(_ALL)
        _ALL.append(text)
    return place


class Texts(ndarray):
    __slots__ = ("_width",)
    __hash__ = None
    __module__ = "numpy"
    _is_text = True

    def __getattribute__(self, name):
        if name.startswith("_") or name in _KEPT:
            return object.__getattribute__(self, name)
        if name in _METHODS:
            method = getattr(_numbers(self), name)
            return lambda *args, **kwargs: as_texts(method(*args, **kwargs), self._width)
        if name in _RANKED:
            import numpy

            return lambda *args, **kwargs: getattr(numpy, name)(self, *args, **kwargs)
        if hasattr(ndarray, name):
            raise NotImplementedError(f"{name} of texts is not part of this lab's numpy")
        return ndarray.__getattr__(self, name)

    @property
    def dtype(self):
        return text_dtype(self._width)

    @property
    def T(self):
        return as_texts(_numbers(self).T, self._width)

    @property
    def itemsize(self):
        return 4 * self._width

    def tolist(self):
        return _each(_numbers(self).tolist(), _ALL.__getitem__)

    def item(self, *args):
        return _ALL[_numbers(self).item(*args)]

    def astype(self, dtype, copy=True):
        width = width_of(dtype)
        if width is not None:
            return of_texts(self.tolist(), width or self._width)
        from numpy._array import array

        kind = array([], dtype=dtype).dtype
        if kind.kind not in ("i", "u", "f", "c"):
            raise NotImplementedError(f"{kind} of texts is not part of this lab's numpy")
        read = {"f": float, "c": complex}.get(kind.kind, int)
        return array(_each(self.tolist(), read), dtype=dtype)

    def __getitem__(self, index):
        made = _numbers(self)[index]
        if isinstance(made, ndarray):
            return as_texts(made, self._width)
        return str_(_ALL[int(made)])

    def __setitem__(self, index, value):
        value = value if getattr(value, "_is_text", False) else of_texts(value, self._width)
        if value._width > self._width:
            value = of_texts(value.tolist(), self._width)
        _numbers(self)[index] = _numbers(value)

    def copy(self):
        return as_texts(_numbers(self).copy(), self._width)

    def fill(self, value):
        self[...] = value

    def sort(self, axis=-1, kind=None):
        from numpy import sort

        self[...] = sort(self, axis, kind)

    def __bool__(self):
        return bool(self.item()) if self.size == 1 else ndarray.__bool__(self)

    def __reduce__(self):
        return of_texts, (self.tolist(), self._width)

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())


Texts.__name__ = Texts.__qualname__ = "ndarray"
_KEPT = """
    shape ndim size dtype itemsize nbytes strides T tolist item astype copy fill sort
    flat""".split()
_METHODS = "reshape ravel flatten repeat squeeze transpose swapaxes take".split()
_RANKED = "argsort searchsorted".split()


def _numbers(texts):
    """The places, over the same memory."""
    return ndarray._of(torch._engine.alias(texts._h))


def as_texts(places, width):
    made = Texts._of(torch._engine.alias(places._h))
    made._width = width
    return made


def _each(values, function):
    if isinstance(values, list):
        return [_each(value, function) for value in values]
    return function(values)


def _leaves(values):
    if not isinstance(values, (list, tuple)):
        return [values]
    return [leaf for value in values for leaf in _leaves(value)]


def _plain(values):
    """Lists of texts and numbers of Python's."""
    if isinstance(values, (list, tuple)):
        return [_plain(value) for value in values]
    if getattr(values, "dtype", None) in ("float32", "float16"):  # of few digits
        return _each(values.tolist(), SCALARS[values.dtype.name])
    return values.tolist() if isinstance(values, (ndarray, generic)) else values


def of_texts(data, width=0):
    """An array of the texts of what is given. width: as width_of()"""
    if isinstance(data, ndarray) and not data._is_text:
        width = width or _WIDTHS.get(data.dtype.name, 0)
    values = _plain(data)
    leaves = _leaves(values)
    for leaf in leaves:
        if not isinstance(leaf, (str, bool, int, float, floating)):
            raise NotImplementedError(
                f"texts beside {type(leaf).__name__} are not part of this lab's numpy"
            )
    if not width:
        is_mixed = any(isinstance(leaf, str) for leaf in leaves)
        sizes = {str: 0, bool: 5, int: 21} if is_mixed else {}
        other = 32 * is_mixed
        width = max((max(len(str(v)), sizes.get(type(v), other)) for v in leaves), default=1)
    text = lambda v: _place(str(v)[:width])  # noqa: E731
    return as_texts(_wrap(_new(_read(_each(values, text)))), width)


def _read(places):
    from numpy._array import _read as read

    return read(places, "int64") if isinstance(places, list) else _handle_of(places, "int64")


# ------------------------------------------------------------------------- printed


def text_of(array, is_repr, separator, block, cut, linewidth, own):
    """own: how each is written"""
    from torch._repr import leaves, shown

    if array.ndim == 0:
        return f"array({array.item()!r}, dtype='{array.dtype}')" if is_repr else array.item()
    values = shown(_numbers(array), cut)
    cells = iter([own(_ALL[int(value)]) for value in leaves(values)])
    width = linewidth - is_repr - array.ndim
    if not is_repr:
        return block(values, cells, 0, separator, array.ndim, width) if array.size else "[]"
    if array.size == 0:
        shape = f", shape={array.shape}" if array.shape != (0,) else ""
        return f"array([]{shape}, dtype='{array.dtype}')"
    body = "array(" + block(values, cells, len("array("), ", ", array.ndim, width)
    end = f"dtype='{array.dtype}')"
    last = len(body) - (body.rfind("\n") + 1) + 1
    return body + "," + ("\n      " if last + len(end) + 1 > linewidth else " ") + end


# --------------------------------------------------------- functions that take texts too

# How many of the arguments may be texts. Of these functions the results are texts as well.
_MOVES = {
    **dict.fromkeys(
        """reshape transpose ravel repeat tile flip fliplr flipud roll take squeeze expand_dims
        broadcast_to atleast_1d atleast_2d atleast_3d split array_split hsplit vsplit delete
        concatenate stack vstack hstack dstack column_stack rot90 swapaxes moveaxis copy diag
        ascontiguousarray""".split(),
        1,
    ),
    **{"append": 2, "where": 3},
}
_SORTS = {"sort": 1, "unique": 1, "union1d": 2, "intersect1d": 2, "setdiff1d": 2, "setxor1d": 2}
_PLAIN = {
    **dict.fromkeys("argsort argmax argmin lexsort shape ndim size".split(), 1),
    **dict.fromkeys("isin in1d searchsorted array_equal".split(), 2),
}


def _has_text(value):
    if isinstance(value, (list, tuple)) and value:
        return _has_text(value[0]) or _has_text(value[-1])
    return isinstance(value, str) or getattr(value, "_is_text", False)


def _accepting(function, count):
    def of_texts_too(*args, **kwargs):
        if any(map(_has_text, args[:count])):
            return _ranked(function, count, args, kwargs)
        return function(*args, **kwargs)

    of_texts_too.__wrapped__ = function
    of_texts_too.__name__ = of_texts_too.__qualname__ = function.__name__
    of_texts_too.__module__ = function.__module__
    return of_texts_too


def _ranked(function, count, args, kwargs):
    """Called with the texts' places or ranks, and what it gives read back."""
    name = function.__name__
    if name == "array_equal" and not all(map(_has_text, args[:count])):
        from numpy._ufunc import _OF_TEXTS, _warn_of_comparison

        _warn_of_comparison(FutureWarning, _OF_TEXTS)
        return False
    first = 1 if name == "where" else 0
    given = [v if _has_text(v) else asarray(v) for v in args[first:count]]  # by their types
    is_mixed = not all(_has_text(v) or asarray(v).size == 0 for v in given)
    if name in ("isin", "in1d", "setdiff1d") and is_mixed:
        raise NotImplementedError(f"{name}() of texts and numbers is not part of this lab's numpy")
    made = [*args[:first], *map(_arrays, given)]
    texts = [v for v in _leaves(made) if getattr(v, "_is_text", False)]
    width = max(text._width for text in (texts[:1] if name == "setdiff1d" else texts))
    if name in _MOVES:
        result = function(*_each(made, _places_of), *args[count:], **kwargs)
        return _back(result, None, width)
    table = sorted({text for one in texts for text in _leaves(one.tolist())})
    ranks = {_PLACES[text]: k for k, text in enumerate(table)}

    def rank(value):
        if not getattr(value, "_is_text", False):
            return value
        places = _each(_numbers(value).tolist(), ranks.__getitem__)
        return _wrap(_new(_read(places))).reshape(value.shape)

    result = function(*_each(made, rank), *args[count:], **kwargs)
    if name not in _SORTS:
        return result
    if isinstance(result, tuple):
        return (_back(result[0], table, width), *result[1:])
    return _back(result, table, width)


def _places_of(value):
    return _numbers(value) if getattr(value, "_is_text", False) else value


def _arrays(value):
    if getattr(value, "_is_text", False) or isinstance(value, str):
        return value if not isinstance(value, str) else of_texts(value)
    if isinstance(value, (list, tuple)) and any(isinstance(v, ndarray) for v in value):
        return [v if getattr(v, "_is_text", False) else of_texts(v) for v in value]
    return of_texts(value)


def _back(result, table, width):
    """table: of ranks; None where the result has places"""
    if isinstance(result, (list, tuple)):
        return type(result)(_back(one, table, width) for one in result)
    if not isinstance(result, ndarray):
        return str_(_ALL[int(result)] if table is None else table[int(result)])
    if table is None:
        return as_texts(result, width)
    places = _each(result.tolist(), lambda k: _PLACES[table[k]])
    return as_texts(_wrap(_new(_read(places))).reshape(result.shape), width)


def _compared(key):
    function = getattr(operator, key)

    def method(self, other):
        return _ranked(function, 2, (self, other), {}) if _has_text(other) else NotImplemented

    return method


def attach(functions):
    """functions: by name, all that numpy has."""
    for name, count in (_MOVES | _SORTS | _PLAIN).items():
        functions[name] = _accepting(functions[name], count)
    for key in "eq ne lt le gt ge".split():
        setattr(Texts, f"__{key}__", _compared(key))
    functions["str_"] = functions["unicode_"] = str_
    functions["character"] = character


SCALARS["str"] = str_
