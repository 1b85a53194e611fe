"""assert_close, with PyTorch's tolerances and its account of what differs."""

import torch
from torch._missing import getattr_of
from torch._types import _REAL

_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}


def _tolerance(actual, expected, rtol, atol):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
        )
    if rtol is not None:
        return rtol, atol
    pairs = [_TOLERANCES.get(t.dtype._name, (0.0, 0.0)) for t in (actual, expected)]
    return max(r for r, _ in pairs), max(a for _, a in pairs)


def _what(value, what):
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, (*_REAL, complex)):
        return torch.tensor(value, dtype=torch.float64 if isinstance(value, float) else None)
    raise TypeError(f"No comparison pair was able to handle inputs of type {what}.")


def assert_close(
    actual,
    expected,
    *,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_stride=False,
    msg=None,
):
    _tolerance(None, None, rtol, atol) if (rtol, atol) != (None, None) else 0
    for place, a, b in _leaves(actual, expected):
        _compare(a, b, place, rtol, atol, equal_nan, check_dtype, msg)


def _leaves(actual, expected, place=""):
    """Pairs of what is no list and no dict, and where they stand."""
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            )
        for k, (a, b) in enumerate(zip(actual, expected)):
            yield from _leaves(a, b, f"{place}[{k}]")
    elif isinstance(actual, dict) and isinstance(expected, dict):
        _check_keys(actual, expected)
        for key in actual:
            yield from _leaves(actual[key], expected[key], f"{place}[{key!r}]")
    else:
        yield place, actual, expected


def _check_keys(actual, expected):
    missing = sorted(expected.keys() - actual.keys())
    more = sorted(actual.keys() - expected.keys())
    if missing or more:
        raise AssertionError(
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {missing}\n"
            f"Additional keys in the actual mapping: {more}"
        )


def _compare(actual, expected, place, rtol, atol, equal_nan, check_dtype, msg):
    def fail(text):
        text += f"\n\nThe failure occurred for item {place}" if place else ""
        raise AssertionError(text if msg is None else msg(text) if callable(msg) else msg)

    if actual is None or expected is None:
        if actual is not expected:
            fail(f"None mismatch: {actual} is not {expected}")
        return
    if isinstance(actual, bool) and isinstance(expected, bool):
        if actual is not expected:
            fail(f"Booleans mismatch: {actual} is not {expected}")
        return
    is_scalar = not isinstance(actual, torch.Tensor)
    what = f"{type(actual)} and {type(expected)}"
    x, y = _what(actual, what), _what(expected, what)
    if is_scalar == isinstance(expected, torch.Tensor):
        raise TypeError(f"No comparison pair was able to handle inputs of type {what}.")
    if x.shape != y.shape:
        fail(f"The values for attribute 'shape' do not match: {x.shape} != {y.shape}.")
    if check_dtype and not is_scalar and x.dtype is not y.dtype:
        fail(f"The values for attribute 'dtype' do not match: {x.dtype} != {y.dtype}.")
    rtol, atol = _tolerance(x, y, rtol, atol)
    wide = x.dtype if x.dtype is y.dtype else torch.result_type(x, y)
    x, y = x.to(wide), y.to(wide)
    if wide is torch.bool:
        x, y = x.long(), y.long()
    near = torch.isclose(x, y, rtol, atol, equal_nan)
    if bool(near.all()):
        return
    fail(_scalars(x, y, rtol, atol) if x.dim() == 0 else _tensors(x, y, near, rtol, atol))


def _limits(atol, rtol):
    return [f" (up to {value} allowed)" if atol or rtol else "" for value in (atol, rtol)]


def _scalars(x, y, rtol, atol):
    a, b = x.item(), y.item()
    most, share = _limits(atol, rtol)
    absolute = abs(a - b)
    relative = absolute / abs(b) if b else float("inf")
    return (
        f"Scalars are not {'close' if rtol or atol else 'equal'}!\n\n"
        f"Absolute difference: {absolute}{most}\n"
        f"Relative difference: {relative}{share}"
    )


def _place(index, shape):
    place = []
    for n in reversed(shape):
        place.append(index % n)
        index //= n
    return tuple(reversed(place))


def _tensors(x, y, near, rtol, atol):
    far, total = int((~near).sum()), x.numel()
    most, share = _limits(atol, rtol)
    absolute = (x - y).abs()
    relative = absolute.double() / y.abs().double()
    counted = [torch.where(near, torch.zeros_like(d), d).flatten() for d in (absolute, relative)]
    worst = [int(c.argmax()) for c in counted]
    values = [c[k].item() for c, k in zip(counted, worst)]
    places = [_place(k, x.shape) for k in worst]
    return (
        f"Tensor-likes are not {'close' if rtol or atol else 'equal'}!\n\n"
        f"Mismatched elements: {far} / {total} ({100 * far / total:.1f}%)\n"
        f"Greatest absolute difference: {values[0]} at index {places[0]}{most}\n"
        f"Greatest relative difference: {values[1]} at index {places[1]}{share}"
    )


__getattr__ = getattr_of("torch.testing")
