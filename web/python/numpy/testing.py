"""What tests say of arrays."""

import numpy as np


def assert_(val, msg=""):
    if not val:
        raise AssertionError(msg)


def _failure(head, lines):
    return AssertionError("\n".join(["", head, *lines]))


def _text(value):
    return np.array2string(np.array([value]))[1:-1].strip()


def _sides(x, y):
    def text(v):
        return repr(v) if np.ndim(v) or not np.isscalar(v) else f"array({v!r})"

    return [f" x: {text(x)}", f" y: {text(y)}"]


def _compared(is_same, x, y, head, msg="", relative=True):
    x, y = np.asarray(x), np.asarray(y)
    head = head + (f"\n{msg}" if msg else "")
    if x.shape != y.shape and x.shape != () and y.shape != ():
        raise _failure(head, ["", f"(shapes {x.shape}, {y.shape} mismatch)", *_sides(x, y)])
    nans = [np.isnan(v) if v.dtype.kind in "fc" else np.zeros(v.shape, bool) for v in (x, y)]
    if not np.all(nans[0] == nans[1]):
        raise _failure(head, ["", "x and y nan location mismatch:", *_sides(x, y)])
    good = is_same(x, y) | nans[0]
    if np.all(good):
        return
    n = int(np.size(good)) - int(np.sum(good))
    lines = ["", f"Mismatched elements: {n} / {np.size(good)} ({100 * n / np.size(good):.3g}%)"]
    if x.dtype.kind != "b":
        kept = ~nans[0]
        x1, y1 = (np.broadcast_to(v, np.shape(good))[kept] for v in (x, y))
        gap = np.abs(x1 - y1)
        lines.append(f"Max absolute difference: {_text(np.max(gap))}")
        nonzero = y1 != 0
        if np.any(nonzero):
            most = np.max(gap[nonzero] / np.abs(y1[nonzero]))
            lines.append(f"Max relative difference: {_text(most)}")
        else:
            lines.append("Max relative difference: inf")
    raise _failure(head, [*lines, *_sides(x, y)])


def assert_array_equal(x, y, err_msg="", verbose=True):
    _compared(lambda a, b: a == b, x, y, "Arrays are not equal", err_msg)


def assert_array_less(x, y, err_msg="", verbose=True):
    _compared(lambda a, b: a < b, x, y, "Arrays are not less-ordered", err_msg)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    _compared(
        lambda a, b: np.isclose(a, b, rtol, atol, equal_nan),
        actual,
        desired,
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}",
        err_msg,
    )


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    _compared(
        lambda a, b: (np.abs(a - b) < 1.5 * 10.0**-decimal) | (a == b),
        x,
        y,
        f"Arrays are not almost equal to {decimal} decimals",
        err_msg,
    )


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    if np.ndim(actual) or np.ndim(desired):
        assert_array_almost_equal(actual, desired, decimal, err_msg)
    elif not (abs(desired - actual) < 1.5 * 10.0**-decimal or actual != actual != desired):
        head = f"Arrays are not almost equal to {decimal} decimals"
        raise _failure(head + err_msg, [f" ACTUAL: {actual!r}", f" DESIRED: {desired!r}"])


def assert_equal(actual, desired, err_msg="", verbose=True):
    if np.ndim(actual) or np.ndim(desired):
        if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
            assert_equal(len(actual), len(desired), err_msg)
            for k, (one, other) in enumerate(zip(actual, desired)):
                assert_equal(one, other, f"item={k!r}\n{err_msg}")
            return
        assert_array_equal(actual, desired, err_msg)
    elif not (actual == desired or actual != actual and desired != desired):
        lines = [err_msg] if err_msg else []
        raise _failure(
            "Items are not equal:", [*lines, f" ACTUAL: {actual!r}", f" DESIRED: {desired!r}"]
        )


def assert_raises(exception_class, callable=None, *args, **kwargs):
    from unittest import TestCase

    test = TestCase()
    if callable is None:
        return test.assertRaises(exception_class)
    return test.assertRaises(exception_class, callable, *args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    from unittest import TestCase

    return TestCase().assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from numpy._errors import absent

    raise absent(name, "numpy.testing")
