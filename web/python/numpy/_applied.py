"""Functions applied along arrays, and arrays made by functions."""

import torch as _torch
from numpy._array import _in, _wrap, array, asarray, owned
from numpy._joined import stack
from numpy._math import _axes
from numpy._memory import placed, walked
from numpy._places import indices
from numpy._reshaped import broadcast_arrays, broadcast_to


class ndindex:
    """The places of an array of a shape, row by row."""

    __module__ = "numpy"

    def __init__(self, *shape):
        import itertools

        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        self._places = itertools.product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


def ndenumerate(arr):
    made = asarray(arr)
    return ((place, made[place]) for place in ndindex(*made.shape))


def apply_along_axis(func1d, axis, arr, *args):
    tensor = _in(arr)
    axis = _axes(tensor, axis)[0]
    rows = tensor.movedim(axis, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    if 0 in rows.shape[:-1]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = [_in(func1d(_wrap(row), *args)) for row in flat.unbind(0)]
    whole = _torch.stack([one.to(made[0].dtype) for one in made])  # the first says the type
    whole = whole.reshape((*rows.shape[:-1], *whole.shape[1:]))
    own, rest = list(range(rows.dim() - 1, whole.dim())), list(range(rows.dim() - 1))
    return _wrap(whole.permute(rest[:axis] + own + rest[axis:]))


_CORE = r"\((?:\w+(?:,\w+)*)?\)"


class vectorize:
    """A function of numbers, as one of arrays. signature: which of their last axes it takes"""

    def __init__(self, pyfunc, otypes=None, signature=None):
        self.pyfunc, self.otypes, self.signature = pyfunc, otypes, signature
        self.__doc__ = getattr(pyfunc, "__doc__", None)
        if signature is not None:
            import re

            line = rf"{_CORE}(,{_CORE})*"
            plain = signature.replace(" ", "")
            if not re.fullmatch(f"{line}->{line}", plain):
                raise ValueError(f"not a valid gufunc signature: {signature}")
            self._cores = [
                [part.strip("()").split(",") if part != "()" else [] for part in found]
                for found in (re.findall(_CORE, side) for side in plain.split("->"))
            ]

    def __call__(self, *args, **kwargs):
        if kwargs:
            raise NotImplementedError(
                "vectorize() of arguments by name is not part of this lab's numpy: "
                + ", ".join(kwargs)
            )
        if self.signature is not None:
            return self._of_cores([asarray(one) for one in args])
        parts = _torch.broadcast_tensors(*map(_in, args))
        rows = [asarray(_wrap(part)).ravel() for part in parts]
        values = [self.pyfunc(*row) for row in zip(*rows)]
        if not values and not self.otypes:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        is_several = bool(values) and isinstance(values[0], tuple)
        columns = list(zip(*values)) if is_several else [values]
        if self.otypes and len(self.otypes) != len(columns):
            raise ValueError("the function gives a different number of results than `otypes` names")
        made = [self._column(column, k).reshape(parts[0].shape) for k, column in enumerate(columns)]
        order = walked(parts[0].shape, list(map(_in, args)))
        made = [one if one._is_text else _wrap(placed(_in(one), order)) for one in made]
        made = [owned(one) for one in made]
        return tuple(made) if is_several else made[0]

    def _column(self, values, k):
        if any(isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) for value in values):
            raise ValueError("setting an array element with a sequence.")
        kind = self.otypes[k] if self.otypes else asarray(values[0]).dtype
        return array(values, dtype=str if getattr(kind, "kind", "") == "U" else kind)

    def _of_cores(self, arrays):
        inputs, outputs = self._cores
        if len(arrays) != len(inputs):
            raise TypeError(
                f"wrong number of positional arguments: expected {len(inputs)}, got {len(arrays)}"
            )
        sizes, loops = {}, []
        for one, names in zip(arrays, inputs):
            if one.ndim < len(names):
                raise ValueError(
                    f"{one.ndim}-dimensional argument does not have enough dimensions for all core "
                    f"dimensions {tuple(names)!r}"
                )
            loops.append(one.shape[: one.ndim - len(names)])
            for name, n in zip(names, one.shape[one.ndim - len(names) :]):
                if sizes.setdefault(name, n) != n:
                    raise ValueError(
                        f"inconsistent size for core dimension {name!r}: {n} vs {sizes[name]}"
                    )
        loop = tuple(broadcast_arrays(*[_wrap(_torch.zeros(one)) for one in loops])[0].shape)
        spread = [
            broadcast_to(one, (*loop, *one.shape[one.ndim - len(names) :]))
            for one, names in zip(arrays, inputs)
        ]
        made = [self.pyfunc(*(one[place] for one in spread)) for place in ndindex(loop)]
        if not made:
            raise NotImplementedError(
                "vectorize() with a signature of nothing is not part of this lab's numpy"
            )
        rows = [one if len(outputs) > 1 else (one,) for one in made]
        if any(len(row) != len(outputs) for row in rows):
            raise ValueError(f"wrong number of outputs: expected {len(outputs)}")
        results = []
        for k, names in enumerate(outputs):
            kind = self.otypes[k] if self.otypes else asarray(rows[0][k]).dtype
            column = [asarray(row[k]) for row in rows]
            if column[0].ndim != len(names):
                raise ValueError(
                    f"{column[0].ndim}-dimensional argument does not have enough dimensions for "
                    f"all core dimensions {tuple(names)!r}"
                )
            whole = stack(column).astype(kind)
            results.append(whole.reshape(*loop, *column[0].shape))
        return tuple(results) if len(outputs) > 1 else results[0]


def fromfunction(function, shape, dtype=float):
    return function(*indices(shape, dtype))


def fromiter(iter, dtype, count=-1):
    import itertools

    iter = list(iter)
    if any(isinstance(one, (list, tuple)) or getattr(one, "ndim", 0) for one in iter):
        raise ValueError("setting an array element with a sequence.")
    if isinstance(dtype, type) and issubclass(dtype, str):
        raise ValueError("Must specify length when using variable-size data-type.")
    if len(iter) < count:
        raise ValueError(
            f"iterator too short: Expected {count} but iterator had only {len(iter)} items."
        )
    return array(list(iter if count < 0 else itertools.islice(iter, count)), dtype=dtype)
