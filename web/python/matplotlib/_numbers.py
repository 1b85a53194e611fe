"""Numbers that are drawn, as lists."""

import math

from matplotlib._arguments import refusal

MOST_NUMBERS = 200_000  # of all that one run draws

_drawn = [0]


def begin():
    _drawn[0] = 0


def listed(values):
    if not hasattr(values, "tolist"):
        return values
    if hasattr(values, "requires_grad"):
        values = values.numpy()  # a tensor that requires a gradient says why it cannot be drawn
    _check(math.prod(getattr(values, "shape", ())))  # before it becomes a list: that takes seconds
    return values.tolist()


def _check(n):
    if n > MOST_NUMBERS:
        raise RuntimeError(f"more than {MOST_NUMBERS} numbers are drawn: show a part of them")


def number(value):
    """A float, infinite where a whole number is too large for one."""
    if getattr(value, "requires_grad", False):
        value = value.numpy()
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def numbers(values):
    """A flat list of floats and texts; None for what is no number."""
    values = listed(values)
    if not isinstance(values, (list, tuple, range)):
        values = list(values) if hasattr(values, "__iter__") and values != str(values) else [values]
    _check(_drawn[0] + len(values))
    made = [v if isinstance(v, str) else number(v) for v in values]
    _drawn[0] += len(made)
    _check(_drawn[0])
    return [v if isinstance(v, str) or math.isfinite(v) else None for v in made]


def flat(values):
    values = listed(values)
    if isinstance(values, (list, tuple)) and any(isinstance(v, (list, tuple)) for v in values):
        return [v for row in values for v in flat(row)]
    return values


def matrix(values):
    """Rows of numbers."""
    rows = [listed(row) for row in listed(values)]
    rows = [list(row) if isinstance(row, (list, tuple)) else None for row in rows]
    if None not in rows and all(map(_is_pixel, [v for row in rows for v in row])):
        if any(isinstance(v, (list, tuple)) for row in rows for v in row):
            raise refusal("imshow() of colours in place of numbers")
        return [numbers(row) for row in rows]
    raise TypeError(f"Invalid shape {shape_of(values)} for image data")


def _is_pixel(value):
    return not isinstance(value, (list, tuple)) or len(value) in (3, 4)


def shape_of(values):
    shape, values = [], listed(values)
    while isinstance(values, (list, tuple)):
        shape.append(len(values))
        values = values[0] if values else None
    return tuple(shape)


def edges_of(X, Y, n_rows, n_cols, called):
    """Left, right, bottom and top of cells of equal steps. X and Y: edges, or middles of cells."""
    columns, rows = listed(X), listed(Y)
    if shape_of(columns)[1:]:  # of a meshgrid
        if any(row != columns[0] for row in columns) or any(len(set(row)) > 1 for row in rows):
            raise refusal(f"{called} over a grid that is not of rows and columns")
        columns, rows = columns[0], [row[0] for row in rows]
    extent = []
    for places, n in ((columns, n_cols), (rows, n_rows)):
        places = [float(place) for place in places]
        if len(places) not in (n, n + 1):
            raise TypeError(
                f"Dimensions of C ({n_rows}, {n_cols}) should be one smaller than "
                f"X({len(columns)}) and Y({len(rows)}) while using shading='flat' see "
                "help(pcolormesh)"
            )
        steps = [b - a for a, b in zip(places, places[1:])] or [1.0]
        if any(abs(step - steps[0]) > 1e-3 * abs(steps[0]) for step in steps):
            raise refusal(f"{called} over unequal steps")
        half = steps[0] / 2 if len(places) == n else 0.0
        extent += [places[0] - half, places[-1] + half]
    return extent
