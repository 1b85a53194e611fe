"""Sets of numbers."""

import torch as _torch
from numpy._array import _in, _wrap, array
from numpy._attributes import ravel
from numpy._joined import concatenate
from numpy._math import _axes


def unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
):
    if isinstance(ar, (list, tuple)) and any(isinstance(value, str) for value in ar):
        raise NotImplementedError("arrays of texts are not part of this lab's numpy")
    tensor = _in(ar)
    rows = tensor.flatten() if axis is None else tensor.movedim(_axes(tensor, axis)[0], 0)
    keys = [tuple(row.flatten().tolist()) for row in rows.unbind(0)]
    if rows.is_complex():  # by the real part, then by the imaginary one
        keys = [tuple(part for z in key for part in (z.real, z.imag)) for key in keys]
    is_nan = [any(value != value for value in key) for key in keys]
    order = sorted(range(len(keys)), key=lambda k: (is_nan[k], () if is_nan[k] else keys[k]))
    first, inverse, counts = [], [0] * len(keys), []
    for k in order:
        is_same = first and (
            keys[k] == keys[first[-1]]
            or equal_nan
            and axis is None
            and is_nan[k]
            and is_nan[first[-1]]
        )
        if not is_same:
            first.append(k)
            counts.append(0)
        inverse[k] = len(first) - 1
        counts[-1] += 1
    places = _torch.tensor(first, dtype=_torch.int64)
    made = rows.index_select(0, places)
    results = [_wrap(made if axis is None else made.movedim(0, axis))]
    results += [_wrap(places)] if return_index else []
    results += [array(inverse, dtype=int)] if return_inverse else []
    results += [array(counts, dtype=int)] if return_counts else []
    return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements, assume_unique=False, invert=False):
    if assume_unique:
        _check_unique("isin", element, test_elements)
    wanted = set(_in(test_elements).flatten().tolist())
    tensor = _in(element)
    found = [(value in wanted) != invert for value in tensor.flatten().tolist()]
    return _wrap(_torch.tensor(found, dtype=_torch.bool).reshape(tensor.shape))


def in1d(ar1, ar2, assume_unique=False, invert=False):
    return isin(ravel(ar1), ar2, assume_unique, invert)


def _check_unique(name, *arrays):
    """numpy's result of numbers that are twice there depends on how they are sorted."""
    for one in arrays:
        numbers = _in(one).flatten().tolist()
        if len(set(numbers)) < len(numbers):
            raise NotImplementedError(
                f"assume_unique=True of {name}() with equal numbers is not part of this lab's numpy"
            )


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    both = concatenate(
        [ar1 if _in(ar1).dim() else [ar1], [] if _in(ar2).numel() == 0 else ravel(ar2)], None
    )
    if assume_unique:
        _check_unique("intersect1d", ar1, ar2)
    second, first = (set(_in(ar).flatten().tolist()) for ar in (ar2, ar1))
    made = array(sorted(first & second), dtype=both.dtype)
    if not return_indices:
        return made
    rows = (_in(ar).flatten().tolist() for ar in (ar1, ar2))
    values = made.tolist()
    return made, *(array([row.index(value) for value in values], dtype="int64") for row in rows)


def union1d(ar1, ar2):
    return unique(concatenate([ar1, ar2], None))


def setdiff1d(ar1, ar2, assume_unique=False):
    first = ravel(ar1) if assume_unique else unique(ar1)
    return first[isin(first, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        _check_unique("setxor1d", ar1, ar2)
    first, second = unique(ar1), unique(ar2)
    return unique(concatenate([setdiff1d(first, second), setdiff1d(second, first)]))
