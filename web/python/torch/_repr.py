"""A tensor as text, digit for digit as PyTorch writes it."""

import math

from torch._types import _COMPLEX, _FLOAT

PRECISION, THRESHOLD, EDGE, WIDTH = 4, 1000, 3, 80


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

    def _text(self, value):
        if self.is_scientific:
            return f"{value:.{PRECISION}e}"
        if self.is_whole:
            text = f"{value:.0f}"
            return text if value != value or abs(value) == math.inf else text + "."
        return f"{value:.{PRECISION}f}"

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


def shown(tensor):
    """As nested lists; of many numbers the ends, and None for what is between and not fetched."""
    return _ends(tensor) if tensor.numel() > THRESHOLD else tensor.tolist()


def _ends(tensor):
    if tensor.shape[0] <= 2 * EDGE:
        return _rows(tensor)
    return [*_rows(tensor[:EDGE]), None, *_rows(tensor[-EDGE:])]


def _rows(tensor):
    return tensor.tolist() if tensor.dim() == 1 else [_ends(row) for row in tensor]


def leaves(nested):
    if isinstance(nested, list):
        for item in nested:
            yield from leaves(item)
    elif nested is not None:
        yield nested


def _row(items, indent, formatter):
    per_line = max(1, (WIDTH - indent) // (formatter.width + 2))
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


def text_of(tensor, name="tensor"):
    shape, dtype = tensor.shape, tensor.dtype
    suffix = "" if dtype._name in ("float32", "int64", "bool", "complex64") else f", dtype={dtype}"
    if tensor.numel() == 0:
        size = f", size={tuple(shape)}" if len(shape) != 1 else ""
        kind = f", dtype={dtype}" if dtype._name != "float32" else ""
        return f"{name}([]{size}{kind})"
    if not shape:
        value = tensor.item()
        return f"{name}({_formatter(tensor, [value]).text(value)}{suffix})"
    nested = shown(tensor)
    indent = len(name) + 1
    body = _block(nested, len(shape), indent, _formatter(tensor, list(leaves(nested))))
    return f"{name}({body}{_joined(body, indent, suffix)})"


def _joined(body, indent, suffix):
    last = len(body.rsplit("\n", 1)[-1]) + (0 if "\n" in body else indent)
    if suffix and last + len(suffix) > WIDTH:
        return ",\n" + " " * indent + suffix[2:]
    return suffix
