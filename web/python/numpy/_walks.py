"""nditer: the elements of one or several arrays, each as an array without axes."""

import numpy as np
from numpy._array import order_of

_FLAGS = ("multi_index", "c_index", "f_index", "refs_ok", "zerosize_ok")
_OPERAND = ("readonly", "readwrite", "writeonly", "nbo", "aligned")


def _steps(arrays, order):
    """Axes as they follow one another, and which of them run backwards."""
    rank = arrays[0].ndim
    order = order_of(order)
    if order == "F":
        return list(range(rank))[::-1], ()
    if order == "C" or order == "A" and not all(a.flags.fnc for a in arrays):
        return list(range(rank)), ()
    if order == "A":
        return list(range(rank))[::-1], ()
    steps = [[a.strides[k] if a.shape[k] > 1 else 0 for a in arrays] for k in range(rank)]
    back = [k for k, one in enumerate(steps) if max(one) <= 0 and min(one) < 0]
    axes = []
    for k in range(rank):  # numpy's sort by insertion: a pair without an answer stays as it is
        at = len(axes)
        for place in range(len(axes) - 1, -1, -1):
            pairs = [(abs(x), abs(y)) for x, y in zip(steps[axes[place]], steps[k]) if x and y]
            if pairs and all(x < y for x, y in pairs):
                at = place
            elif pairs:
                break
        axes.insert(at, k)
    return axes, back


class nditer:
    """An iterator; between two steps it is at an element, which has a value and a multi_index."""

    __module__ = "numpy"

    def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order="K", **others):
        if op_dtypes is not None or others:
            name = next(iter(others), "op_dtypes")
            raise NotImplementedError(f"{name}= of nditer() is not part of this lab's numpy")
        is_several = isinstance(op, (tuple, list)) and any(map(_is_array, op))
        given = list(op) if is_several else [op]
        self._is_one = len(given) == 1
        self._flags = tuple(flags or ())
        for flag in self._flags:
            if flag not in _FLAGS:
                raise NotImplementedError(
                    f"flag {flag!r} of nditer() is not part of this lab's numpy"
                )
        per = list(op_flags or ())
        per = [per] if not per or isinstance(per[0], str) else [list(one) for one in per]
        per = per * len(given) if len(per) == 1 else per
        for flag in (flag for one in per for flag in one if flag not in _OPERAND):
            raise NotImplementedError(f"flag {flag!r} of nditer() is not part of this lab's numpy")
        if any(value is None for value in given):
            raise NotImplementedError(
                "outputs that nditer() makes are not part of this lab's numpy"
            )
        self._writes = ["readwrite" in one or "writeonly" in one for one in per]
        arrays = [np.asarray(value) for value in given]
        for a, writes in zip(arrays, self._writes):
            if writes and a.shape != np.broadcast_shapes(*(b.shape for b in arrays)):
                raise ValueError(
                    "non-broadcastable operand with shape "
                    f"{str(a.shape).replace(' ', '')} doesn't match the broadcast shape "
                    f"{str(np.broadcast_shapes(*(b.shape for b in arrays))).replace(' ', '')}"
                )
        self.operands = tuple(arrays)
        self._views = np.broadcast_arrays(*arrays) if len(arrays) > 1 else arrays
        self.shape = self._views[0].shape
        self.ndim, self.itersize, self.nop = len(self.shape), self._views[0].size, len(arrays)
        if self.itersize == 0 and "zerosize_ok" not in self._flags:
            raise ValueError("Iteration of zero-sized operands is not enabled")
        self.dtypes = tuple(a.dtype for a in arrays)
        self._axes, self._back = _steps(self._views, order)
        self._at, self._has_begun = 0, False

    def __iter__(self):
        return self

    def __next__(self):
        if self._has_begun:
            self._at += 1
        self._has_begun = True
        if self.finished:
            raise StopIteration
        return self.value

    def iternext(self):
        self._at += 1
        return not self.finished

    def reset(self):
        self._at, self._has_begun = 0, False

    @property
    def finished(self):
        return self._at >= self.itersize

    def _place(self):
        at, place = self._at, [0] * self.ndim
        for k in reversed(self._axes):
            at, place[k] = divmod(at, self.shape[k])
            if k in self._back:
                place[k] = self.shape[k] - 1 - place[k]
        return tuple(place)

    @property
    def value(self):
        if self.finished:
            raise ValueError("Iterator is past the end")
        parts = [
            view[(*self._place(), Ellipsis)] if writes else view[(*self._place(), Ellipsis)].copy()
            for view, writes in zip(self._views, self._writes)
        ]
        parts = [part.view() for part in parts]
        for part, writes in zip(parts, self._writes):
            part._is_locked = not writes
        return parts[0] if self._is_one else tuple(parts)

    @property
    def multi_index(self):
        if "multi_index" not in self._flags:
            raise ValueError("Iterator is not tracking a multi-index")
        return self._place()

    @property
    def index(self):
        flags = [flag for flag in ("c_index", "f_index") if flag in self._flags]
        if not flags:
            raise ValueError("Iterator does not have an index")
        at, axes = 0, range(self.ndim)
        for k in axes if flags[0] == "c_index" else reversed(axes):
            at = at * self.shape[k] + self._place()[k]
        return at

    def __getitem__(self, key):
        return (self.value,)[key] if self._is_one else self.value[key]

    def __setitem__(self, key, value):
        self[key][...] = value

    def __len__(self):
        return self.nop

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        pass


def _is_array(value):
    return isinstance(value, np.ndarray) or isinstance(value, (tuple, list)) or value is None
