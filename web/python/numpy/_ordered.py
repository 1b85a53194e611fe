"""Numbers by their order: parts of a sort."""

import torch as _torch
from numpy._array import _in, _wrap, array
from numpy._math import _axes, _line


def lexsort(keys, axis=-1):
    tensors = [_in(key) for key in keys]
    _axes(tensors[0], axis, True)
    if any(t.dim() > 1 for t in tensors):
        raise NotImplementedError("lexsort() of several rows is not part of this lab's numpy")
    rows = [[(v != v, 0 if v != v else v) for v in t.flatten().tolist()] for t in tensors]
    order = sorted(range(len(rows[0])), key=lambda k: [row[k] for row in reversed(rows)])
    return array(order) if tensors[0].dim() else array(0)[()]


def _select(values, kth):
    """The places of a line of elements, the kth smallest at kth: by introselect, as numpy."""
    places = list(range(len(values)))
    v = list(values)

    def less(a, b):
        return a < b or b != b and a == a

    def swap(a, b):
        v[a], v[b] = v[b], v[a]
        places[a], places[b] = places[b], places[a]

    low, high = 0, len(v) - 1
    if kth < 3:
        for k in range(kth + 1):
            least = k
            for j in range(k + 1, len(v)):
                least = j if less(v[j], v[least]) else least
            swap(k, least)
        return places
    if kth == high and any(isinstance(value, float) for value in v):
        most = 0
        for j in range(1, len(v)):
            most = most if less(v[j], v[most]) else j
        swap(kth, most)
        return places
    while low + 1 < high:
        begin, end, middle = low + 1, high, low + (high - low) // 2
        for a, b in ((high, middle), (high, low), (low, middle)):
            if less(v[a], v[b]):
                swap(a, b)
        swap(middle, low + 1)
        pivot = v[low]
        while True:
            begin += 1
            while less(v[begin], pivot):
                begin += 1
            end -= 1
            while less(pivot, v[end]):
                end -= 1
            if end < begin:
                break
            swap(begin, end)
        swap(low, end)
        if end >= kth:
            high = end - 1
        if end <= kth:
            low = begin
    if high == low + 1 and less(v[high], v[low]):
        swap(high, low)
    return places


def argpartition(a, kth, axis=-1):
    if not hasattr(kth, "__index__"):
        raise NotImplementedError("several kth of argpartition() are not part of this lab's numpy")
    if axis is not None:
        _axes(_in(a), axis)
    tensor, axis = _line(a, axis)
    n = tensor.shape[axis]
    if not -n <= kth < n:
        raise ValueError(f"kth(={kth}) out of bounds ({n})")
    if tensor.is_complex():
        raise NotImplementedError(
            "argpartition() of complex numbers is not part of this lab's numpy"
        )
    lines = tensor.movedim(axis, -1)
    rows = [_select(row, int(kth) % n) for row in lines.reshape(-1, n).tolist()]
    made = _torch.tensor(rows, dtype=_torch.int64).reshape(lines.shape)
    return _wrap(made.movedim(-1, axis))


def partition(a, kth, axis=-1):
    tensor, line = _line(a, axis)
    return _wrap(_torch.gather(tensor, line, _in(argpartition(a, kth, axis))))
