"""Arrays in other shapes and orders."""

from builtins import max as builtins_max

import torch as _torch
from numpy._array import _in, _wrap, asarray
from numpy._math import AxisError, _axes
from numpy._memory import placed, walked
from torch._types import _INT, _INTEGER

# -------------------------------------------------------------------------- other shapes


def atleast_1d(*arys):
    made = [a if a.ndim else a.reshape(1) for a in map(asarray, arys)]
    return made[0] if len(made) == 1 else made


def atleast_2d(*arys):
    arrays = map(asarray, arys)
    made = [a if a.ndim > 1 else a[None] if a.ndim else a.reshape(1, 1) for a in arrays]
    return made[0] if len(made) == 1 else made


def atleast_3d(*arys):
    made = []
    for a in map(asarray, arys):
        if a.ndim == 0:
            made.append(a.reshape(1, 1, 1))
        else:
            made.append(a[None, :, None] if a.ndim == 1 else a[..., None] if a.ndim == 2 else a)
    return made[0] if len(made) == 1 else made


def moveaxis(a, source, destination):
    tensor = _in(a)
    for name, places in ("source", source), ("destination", destination):
        for axis in places if hasattr(places, "__len__") else [places]:
            if not -tensor.dim() <= axis < tensor.dim():
                raise AxisError(
                    f"{name}: axis {axis} is out of bounds for array of dimension {tensor.dim()}"
                )
    return _wrap(_torch.movedim(tensor, source, destination))


def swapaxes(a, axis1, axis2):
    _check_one(axis1)
    _check_one(axis2)
    tensor = _in(a)
    return _wrap(tensor.transpose(*(_axes(tensor, axis)[0] for axis in (axis1, axis2))))


def rollaxis(a, axis, start=0):
    _check_one(axis)
    tensor = _in(a)
    axis = _axes(tensor, axis)[0]
    start = start + tensor.dim() if start < 0 else start
    return moveaxis(a, axis, start - 1 if start > axis else start)


def broadcast_to(array, shape):
    shape = (shape,) if isinstance(shape, _INT) else tuple(shape)
    if any(n < 0 for n in shape):
        raise ValueError("all elements of broadcast shape must be non-negative")
    tensor = _in(array)
    try:
        made = _wrap(tensor.expand(shape))
        made._is_locked = True
        return made
    except RuntimeError:
        own = tuple(tensor.shape)
        if len(shape) < len(own):
            raise ValueError(
                "input operand has more dimensions than allowed by the axis remapping"
                if shape
                else "cannot broadcast a non-scalar to a scalar array"
            ) from None
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{own}  and requested shape {shape}".replace(", ", ",")
        ) from None


def broadcast_arrays(*args):
    made = list(map(_wrap, _torch.broadcast_tensors(*map(_in, args)))) if args else []
    for k, given in enumerate(args):
        if made[k].shape != tuple(_in(given).shape):
            made[k] = made[k].view()
            made[k]._is_spread = True
    return made


def flip(m, axis=None):
    made = asarray(m)
    axes = _axes(_in(made), axis)
    axes = range(made.ndim) if axes is None else axes
    return made[
        tuple(slice(None, None, -1) if k in axes else slice(None) for k in range(made.ndim))
    ]


def fliplr(m):
    if _in(m).dim() < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


def flipud(m):
    if _in(m).dim() < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    if len(tuple(axes)) != 2:
        raise ValueError("len(axes) must be 2.")
    m, (a, b) = asarray(m), axes
    if a == b or abs(a - b) == m.ndim:
        raise ValueError("Axes must be different.")
    if not all(-m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(f"Axes={tuple(axes)} out of range for array of ndim={m.ndim}.")
    if k % 4 == 0:
        return m[:]
    if k % 4 == 2:
        return flip(flip(m, a), b)
    return flip(m, b).swapaxes(a, b) if k % 4 == 1 else flip(m.swapaxes(a, b), b)


def roll(a, shift, axis=None):
    tensor = _in(a)
    if _in(shift).dtype._kind > _INTEGER:
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    if axis is None:
        shift = int(_in(shift).sum())
        return _wrap(_torch.roll(tensor.flatten(), shift, 0).reshape(tensor.shape))
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = [_axes(tensor, int(one) if isinstance(one, bool) else one)[0] for one in axes]
    shifts = _in(shift).reshape(-1).tolist()
    n = builtins_max(len(shifts), len(axes))
    shifts, axes = (list(v) * n if len(v) == 1 else list(v) for v in (shifts, axes))
    if len(shifts) != len(axes):
        raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
    for one, place in zip(shifts, axes):  # an axis may be there twice
        tensor = _torch.roll(tensor, int(one), place)
    given = _in(a)
    return _wrap(placed(tensor, walked(given.shape, [given])) if axes else tensor.clone())


# -------------------------------------------------------------------------- put together


def _check_one(axis):
    """One axis, where numpy takes no tuple of them."""
    if isinstance(axis, (tuple, list)):
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer")
