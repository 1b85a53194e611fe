"""Where results are in memory: how their axes follow one another, and whether the memory is their
own. numpy's functions differ in that, and strides, flags and base show it.
"""

from numpy._array import _in, _wrap, ndarray
from torch._arguments import _named


def walked(shape, tensors):
    """The axes as numpy walks through operands, the outermost first. Sorted by insertion: where
    operands disagree, an axis stays where it is.
    """
    rank = len(shape)
    return _walked(rank, [[0] * (rank - x.dim()) + _steps(x) for x in tensors])


def _steps(tensor):
    return [abs(step) if n > 1 else 0 for n, step in zip(tensor.shape, tensor.stride())]


def _walked(rank, steps):
    order = list(range(rank))[::-1]
    for k in range(1, rank):
        at = k
        for j in range(k)[::-1]:
            pairs = [(own[order[j]], own[order[k]]) for own in steps]
            known = [outer > inner for outer, inner in pairs if outer and inner]
            if known and not all(known):
                break
            at = j if known else at
        order.insert(at, order.pop(k))
    return order[::-1]


def placed(tensor, axes):
    """The same numbers, in memory in that order of axes."""
    wanted, step = [0] * len(axes), 1
    for k in axes[::-1]:
        wanted[k], step = step, step * max(tensor.shape[k], 1)
    if list(tensor.stride()) == wanted:
        return tensor
    back = sorted(range(len(axes)), key=axes.__getitem__)
    return tensor.permute(axes).contiguous().clone().permute(back)


def laid_out_as(made, *operands):
    """A result of functions of several operands, element by element."""
    tensors = [x for x in operands if getattr(x, "_h", None) is not None]
    if made.dim() < 2 or all(x.is_contiguous() for x in tensors):
        return made
    return placed(made, walked(made.shape, tensors))


def laid_out_as_einsum(made, equation, tensors):
    """A product of operands whose axes have letters; those of the dots are numbers."""
    before, arrow, after = equation.replace(" ", "").partition("->")
    terms = [
        _letters(term, x.dim() - len(term.replace("...", "")))
        for term, x in zip(before.split(","), tensors)
    ]
    every = [letter for term in terms for letter in term]
    dots = sorted(letter for letter in set(every) if isinstance(letter, int))
    once = sorted(one for one in set(every) - set(dots) if every.count(one) == 1)
    kept = _letters(after, len(dots)) if arrow else dots + once
    order = kept + sorted(set(every) - set(kept), key=every.index)
    steps = []
    for term, tensor in zip(terms, tensors):
        own = dict.fromkeys(order, 0)
        for letter, step in zip(term, _steps(tensor)):
            own[letter] += step
        steps.append(list(own.values()))
    return placed(made, [k for k in _walked(len(order), steps) if k < len(kept)])


def _letters(term, n):
    head, dots, tail = term.partition("...")
    return [*head, *(range(-n, 0) if dots else ()), *tail]


def _rewrapped(made, axes):
    tensor = _in(made)
    other = placed(tensor, axes)
    return made if other is tensor else _wrap(other)


def _of_array(made, a):
    """Whether there is an order to be kept."""
    is_made = isinstance(made, ndarray) and not made._is_text and made.ndim > 1
    return is_made and isinstance(a, ndarray) and not _in(a).is_contiguous()


def _reducing(function):
    """Axes that stay follow one another as they did."""

    def reducing(a, *args, **kwargs):
        made = function(a, *args, **kwargs)
        if not _of_array(made, a) or kwargs.get("out") is not None:
            return made
        axes = walked(a.shape, [_in(a)])
        if made.ndim < a.ndim:
            axis = args[0] if args else kwargs.get("axis")
            gone = {k % a.ndim for k in (axis if isinstance(axis, tuple) else (axis,))}
            kept = [k for k in range(a.ndim) if k not in gone]
            axes = [kept.index(k) for k in axes if k in kept]
        return _rewrapped(made, axes)

    return reducing


def _keeping(function):
    """As many axes as before, in the same order."""

    def keeping(a, *args, **kwargs):
        made = function(a, *args, **kwargs)
        if kwargs.get("out") is not None:
            return made
        parts = made if isinstance(made, (tuple, list)) else (made,)
        parts = tuple(
            _rewrapped(part, walked(a.shape, [_in(a)]))
            if _of_array(part, a) and part.ndim == a.ndim
            else part
            for part in parts
        )
        return type(made)(parts) if isinstance(made, (tuple, list)) else parts[0]

    return keeping


def _by_columns(function):
    """By columns where the array was, else by rows."""

    def by_columns(a, *args, **kwargs):
        made = function(a, *args, **kwargs)
        if not _of_array(made, a):
            return made
        axes = list(range(made.ndim))
        return _rewrapped(made, axes[::-1] if a.flags.fnc else axes)

    return by_columns


def in_base(made):
    """A view of an array that nothing else has."""
    if isinstance(made, tuple):
        return tuple(map(in_base, made))
    return made.view() if isinstance(made, ndarray) and made.base is None else made


def _viewing(function):
    def viewing(*args, **kwargs):
        made = function(*args, **kwargs)
        if not _IS_VIEW.get(function.__name__, _always)(*args, **kwargs):
            return made
        if function.__name__ in _FIRST and isinstance(made, tuple):
            return (in_base(made[0]), *made[1:])
        return in_base(made)

    return viewing


def _always(*_, **__):
    return True


def _is_finite(value):
    tensor = _in(value)
    return bool((tensor - tensor == 0).all()) if tensor.is_floating_point() else True


def _is_linspace_view(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """Made in place of arange(), if the ends are numbers."""
    is_number = not getattr(start, "ndim", 0) and not getattr(stop, "ndim", 0)
    is_number = is_number and not isinstance(start, (list, tuple))
    is_number = is_number and not isinstance(stop, (list, tuple))
    is_made_wide = dtype is None or _in(0.0).dtype == dtype
    return axis != 0 or is_number and is_made_wide and (num - 1 if endpoint else num) > 0


_MIDDLE = "percentile quantile median nanpercentile nanquantile".split()
_FIRST = ("unique", "linspace")  # the other parts of what they give are arrays of their own
_IS_VIEW = {
    "where": lambda *args: len(args) == 1,
    "roll": lambda a, shift, axis=None: axis is None,
    "unique": lambda ar, *args, axis=None, **_: axis is not None,
    "tile": lambda A, reps: (
        not isinstance(A, ndarray)
        or any(n != 1 for n in (reps if hasattr(reps, "__len__") else [reps]))
    ),
    "kron": lambda a, b: getattr(b, "ndim", 1) > 0,
    "nanmedian": lambda a, axis=None, *_, keepdims=False, **__: axis is not None or keepdims,
    "linspace": _is_linspace_view,
    "iscomplex": lambda x: getattr(x, "dtype", None) is None or not x.dtype.is_complex,
    "isclose": lambda a, b, *_, **__: not all(map(_is_finite, (a, b))),
    **dict.fromkeys(_MIDDLE, lambda *_, keepdims=False, **__: keepdims),
}
_CHANGES = (
    (
        """sum prod mean std var max min amax amin any all ptp median average nansum nanprod nanmean
        nanstd nanvar nanmax nanmin nanmedian""",
        _reducing,
    ),
    ("cumsum cumprod nancumsum gradient nan_to_num frexp modf", _keeping),
    ("pad insert delete", _by_columns),
    (
        """argwhere nonzero flatnonzero where isin cross fix unravel_index apply_along_axis tile
        roll unique kron nanmedian linspace ix_ iscomplex isclose percentile quantile
        median nanpercentile nanquantile""",
        _viewing,
    ),
)


def attach(functions):
    """functions: by name, all that numpy has."""
    for names, change in _CHANGES:
        for name in names.split():
            function = functions[name]
            made = _named(change(function), name)
            made.__module__, made.__doc__ = function.__module__, function.__doc__
            made.__wrapped__ = function
            functions[name] = made
