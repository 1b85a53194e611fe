"""The array of axes that subplots() gives: whole numbers, the places of the axes in one list.

So cutting, transposing and other shapes are those of numbers; what would calculate with axes is
refused.
"""

import numpy
from matplotlib._arguments import refusal

_PLACES = "shape ndim size".split()
_MOVES = "ravel flatten reshape squeeze transpose swapaxes T".split()
_OWN = "tolist flat item copy".split()


class AxesArray(numpy.ndarray):
    __module__ = "numpy"
    __hash__ = None
    _is_object = True

    def __new__(cls, every, places):
        made = object.__new__(cls)
        made._every, made._places = every, places
        return made

    @property
    def _h(self):
        raise refusal("a calculation with an array of axes", "take its axes one by one")

    def __del__(self):
        """It has no memory of the engine."""

    def __getattribute__(self, name):
        if name.startswith("_") or name in _OWN:
            return object.__getattribute__(self, name)
        if name in _PLACES:
            return getattr(self._places, name)
        if not hasattr(numpy.ndarray, name):
            raise AttributeError(f"'numpy.ndarray' object has no attribute {name!r}")
        if name not in _MOVES:
            raise refusal(f"{name} of an array of axes", "take its axes one by one")
        moved = getattr(self._places, name)
        if not callable(moved):
            return AxesArray(self._every, moved)
        return lambda *args, **kwargs: AxesArray(self._every, moved(*args, **kwargs))

    def __getitem__(self, index):
        made = self._places[index]
        if isinstance(made, numpy.ndarray):
            return AxesArray(self._every, made)
        return self._every[int(made)]

    def __setitem__(self, index, value):
        made = self._places[index]
        if isinstance(made, numpy.ndarray):
            raise refusal("a part of an array of axes that is set", "set its axes one by one")
        self._every[int(made)] = value

    @property
    def flat(self):
        return [self._every[k] for k in self._places.ravel().tolist()]

    def item(self, *args):
        return self._every[self._places.item(*args)]

    def tolist(self):
        return [one.tolist() if isinstance(one, AxesArray) else one for one in self]

    def copy(self, order="C"):
        return AxesArray([*self._every], self._places)

    def __len__(self):
        return len(self._places)

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def __contains__(self, one):
        return one in self.flat

    def __repr__(self):
        return f"array({self.tolist()!r}, dtype=object)"

    __str__ = __repr__


AxesArray.__name__ = AxesArray.__qualname__ = "ndarray"
