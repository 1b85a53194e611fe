"""A tensor as text, digit for digit as PyTorch writes it."""

import math

from torch._types import _COMPLEX, _FLOAT, get_default_dtype

_PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}
_OPTIONS = {**_PROFILES["default"], "sci_mode": None}


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
):
    """How tensors are written from here on, in this run."""
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    _OPTIONS.update(_PROFILES.get(profile, {}))
    _OPTIONS.update({key: value for key, value in given.items() if value is not None})
    _OPTIONS["sci_mode"] = sci_mode


class _Floats:
    """One way of writing for all the numbers that are shown."""

    def __init__(self, values):
        finite = [abs(v) for v in values if v == v and abs(v) != math.inf and v != 0]
        self.is_whole = all(v == math.ceil(v) for v in finite)
        self.is_scientific = False
        if finite:
            most, least = max(finite), min(finite)
            self.is_scientific = most / least > 1000 or most > 1e8
            if not self.is_whole:
                self.is_scientific = self.is_scientific or least < 1e-4
        counted = [v for v in values if v != 0 and v == v and abs(v) != math.inf]
        self.width = max((len(self._text(v)) for v in counted), default=1)
        if _OPTIONS["sci_mode"] is not None and finite:
            self.is_scientific = _OPTIONS["sci_mode"]

    def _text(self, value):
        precision = _OPTIONS["precision"]
        if self.is_scientific:
            return f"{value:.{precision}e}"
        if self.is_whole:
            text = f"{value:.0f}"
            return text if value != value or abs(value) == math.inf else text + "."
        return f"{value:.{precision}f}"

    def text(self, value):
        return self._text(value).rjust(self.width)


class _Exact:
    """Integers and booleans."""

    def __init__(self, values):
        self.width = max((len(str(v)) for v in values), default=1)

    def text(self, value):
        return str(value).rjust(self.width)


class _Complex:
    def __init__(self, values):
        self.real = _Floats([v.real for v in values])
        self.imag = _Floats([v.imag for v in values])
        self.width = self.real.width + self.imag.width + 1

    def text(self, value):
        real = self.real.text(value.real)
        imag = self.imag.text(value.imag).lstrip()
        sign = "" if imag.startswith("-") else "+"
        return f"{real}{sign}{imag}j"


def _formatter(tensor, values):
    return {_FLOAT: _Floats, _COMPLEX: _Complex}.get(tensor.dtype._kind, _Exact)(values)


def shown(tensor, options=_OPTIONS):
    """As nested lists; of many numbers the ends, and None for what is between and not fetched."""
    is_cut = math.prod(tensor.shape) > options["threshold"]
    return _ends(tensor, options["edgeitems"]) if is_cut else tensor.tolist()


def _ends(tensor, edge):
    if tensor.shape[0] <= 2 * edge:
        return _rows(tensor, edge)
    return [*_rows(tensor[:edge], edge), None, *_rows(tensor[-edge:], edge)]


def _rows(tensor, edge):
    return tensor.tolist() if tensor.ndim == 1 else [_ends(row, edge) for row in tensor]


def leaves(nested):
    if isinstance(nested, list):
        for item in nested:
            yield from leaves(item)
    elif nested is not None:
        yield nested


def _row(items, indent, formatter):
    per_line = max(1, (_OPTIONS["linewidth"] - indent) // (formatter.width + 2))
    texts = [" ..." if item is None else formatter.text(item) for item in items]
    lines = [texts[k : k + per_line] for k in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(", ".join(line) for line in lines) + "]"


def _block(nested, depth, indent, formatter):
    if depth == 0:
        return formatter.text(nested)
    if depth == 1:
        return _row(nested, indent, formatter)
    blocks = [
        "..." if item is None else _block(item, depth - 1, indent + 1, formatter) for item in nested
    ]
    return "[" + ("," + "\n" * (depth - 1) + " " * (indent + 1)).join(blocks) + "]"


def text_of(tensor, name="tensor", marks=()):
    """marks: what follows its numbers."""
    shape, dtype = tensor.shape, tensor.dtype
    plain = (get_default_dtype()._name, "int64", "bool", "complex64")
    kind = () if dtype._name in plain else (f"dtype={dtype}",)
    indent = len(name) + 1
    if tensor.numel() == 0:
        size = (f"size={tuple(shape)}",) if len(shape) != 1 else ()
        kind = () if dtype is get_default_dtype() else (f"dtype={dtype}",)
        return _marked(f"{name}([]", (*size, *kind, *marks), indent)
    if not shape:
        value = tensor.item()
        return _marked(f"{name}({_formatter(tensor, [value]).text(value)}", (*kind, *marks), indent)
    nested = shown(tensor)
    body = _block(nested, len(shape), indent, _formatter(tensor, list(leaves(nested))))
    return _marked(f"{name}({body}", (*kind, *marks), indent)


def _marked(text, marks, indent):
    """With each mark behind it: on a line of its own where the last is full."""
    last = len(text) - text.rfind("\n") + 1
    for mark in marks:
        if last + len(mark) + 2 > _OPTIONS["linewidth"]:
            text += ",\n" + " " * indent + mark
            last = indent + len(mark)
        else:
            text += ", " + mark
            last += len(mark) + 2
    return text + ")"
