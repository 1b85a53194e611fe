"""Texts, element by element."""

import numpy as np
from numpy._array import owned
from numpy._texts import of_texts

_TEXTS = """
    upper lower title capitalize swapcase strip lstrip rstrip replace center ljust rjust zfill
    expandtabs""".split()
_ANSWERS = """
    count find rfind index rindex startswith endswith isalpha isdigit isnumeric isalnum isspace
    isupper islower istitle isdecimal""".split()


def _each(function, *arrays):
    made = [np.asarray(one) for one in arrays]
    shape = np.broadcast_shapes(*(one.shape for one in made))
    rows = [_spread(one, shape) for one in made]
    return shape, [function(*row) for row in zip(*rows)]


def _spread(values, shape):
    return np.broadcast_to(values, shape).ravel().tolist()


def _shaped(made, shape):
    return owned(made.reshape(shape))


def _method(name, gives_texts):
    def function(a, *args, **kwargs):
        if not np.asarray(a)._is_text:
            raise TypeError("string operation on non-string array")
        shape, values = _each(lambda text, *more: getattr(text, name)(*more, **kwargs), a, *args)
        made = of_texts(values) if gives_texts else np.array(values)
        return _shaped(made, shape)

    function.__name__ = function.__qualname__ = name
    return function


globals().update({name: _method(name, True) for name in _TEXTS})
globals().update({name: _method(name, False) for name in _ANSWERS})


def add(x1, x2):
    shape, values = _each(lambda a, b: a + b, x1, x2)
    return _shaped(of_texts(values, sum(np.asarray(x).dtype._width for x in (x1, x2))), shape)


def multiply(a, i):
    if np.asarray(i).dtype.kind not in "iub":
        raise ValueError("Can only multiply by integers")
    shape, values = _each(lambda text, n: text * max(n, 0), a, i)
    return _shaped(of_texts(values), shape)


def join(sep, seq):
    shape, values = _each(lambda between, text: between.join(text), sep, seq)
    return _shaped(of_texts(values), shape)


def str_len(a):
    shape, values = _each(len, a)
    return _shaped(np.array(values), shape)


def _compared(x1, x2):
    arrays = np.asarray(x1), np.asarray(x2)
    if not all(one._is_text for one in arrays):
        raise TypeError("comparison of non-string arrays")
    return arrays


def equal(x1, x2):
    one, other = _compared(x1, x2)
    return one == other


def not_equal(x1, x2):
    one, other = _compared(x1, x2)
    return one != other


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy.char.{name} is not part of this lab's numpy")
