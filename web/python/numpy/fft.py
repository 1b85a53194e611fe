"""Discrete Fourier transforms, by the factors of their length."""

import math as _math
import warnings as _warnings

import numpy as np
from numpy._array import owned
from numpy._scalar import ComplexWarning as _ComplexWarning

_QUARTER = 0x1921FB54442D18469898CC51701B839  # pi / 2, times 2**120


def _root(k, n):
    """exp(2 pi i k / n), of an angle below an eighth of the circle"""
    quarter, rest = divmod(4 * (k % n), n)
    far = 2 * rest > n
    rest = n - rest if far else rest
    angle = _math.pi / 2 * (rest / n)
    top, bottom = angle.as_integer_ratio()
    off = (_QUARTER * rest // n - (top << 120) // bottom) / 2**120  # what the float lacks
    c, s = _math.cos(angle) - off * _math.sin(angle), _math.sin(angle) + off * _math.cos(angle)
    c, s = (s, c) if far else (c, s)
    return (complex(c, s), complex(-s, c), complex(-c, -s), complex(s, -c))[quarter]


def _transform(x, roots, step):
    """Of numbers in a list; roots[step * k] are the powers that belong to its length."""
    n = len(x)
    if n == 1:
        return x
    factors = (4, *range(2, int(n**0.5) + 1)) if n > 3 else (2,)
    factor = next((p for p in factors if n % p == 0), n)
    parts = [_transform(x[k::factor], roots, step * factor) for k in range(factor)]
    m, total, made = n // factor, len(roots), [0j] * n
    short = [roots[total // factor * k] for k in range(factor)]
    for k in range(m):
        rotated = [
            parts[j][k] * roots[step * j * k % total] if k else parts[j][k] for j in range(factor)
        ]
        made[k::m] = _of_few(rotated, short)
    return made


def _of_few(x, roots):
    """By pairs of opposite angles, so that what cancels does so exactly."""
    n, pairs = len(x), range(1, (len(x) + 1) // 2)
    sums, gaps = [x[k] + x[n - k] for k in pairs], [x[k] - x[n - k] for k in pairs]
    middle = x[n // 2] if n % 2 == 0 else 0j
    made = [x[0]] * n
    for k in range(n // 2 + 1):
        even, odd = x[0] + (middle if k % 2 == 0 else -middle), 0j
        for j, s, g in zip(pairs, sums, gaps):
            root = roots[j * k % n]
            even += s * root.real
            odd += complex(-g.imag * root.imag, g.real * root.imag)
        made[k] = even + odd
        if k:
            made[n - k] = even - odd
    return made


def _fitted(a, n, axis):
    a = np.swapaxes(np.asarray(a), axis, -1)
    n = a.shape[-1] if n is None else n
    if a.dtype.kind in "fc" and not bool(np.all((a - a) == 0)):
        raise NotImplementedError("transforms of NaN and infinity are not part of this lab's numpy")
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    a = a[..., :n]
    if a.shape[-1] < n:
        a = np.concatenate((a, np.zeros((*a.shape[:-1], n - a.shape[-1]), a.dtype)), -1)
    return a, n


def _along(a, n, axis, sign, norm):
    if isinstance(axis, (tuple, list)):
        raise TypeError(f"tuple indices must be integers or slices, not {type(axis).__name__}")
    a, n = _fitted(a, n, axis)
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')
    is_scaled = (norm == "forward") == (sign < 0)
    by = 1 / _math.sqrt(n) if norm == "ortho" else 1 / n if is_scaled else 1.0
    roots = [_root(sign * k, n) for k in range(n)]
    rows = a.astype(complex).reshape(-1, n).tolist()
    made = np.array([_transform(row, roots, 1) for row in rows]) * by
    return _placed(made.astype(complex).reshape(a.shape), axis)


def _placed(made, axis):
    """made: transformed along its last axis, with which another is swapped"""
    return owned(made) if axis in (-1, made.ndim - 1) else np.swapaxes(made, axis, -1)


def fft(a, n=None, axis=-1, norm=None):
    return _along(a, n, axis, -1, norm)


def ifft(a, n=None, axis=-1, norm=None):
    return _along(a, n, axis, 1, norm)


def rfft(a, n=None, axis=-1, norm=None):
    if np.asarray(a).dtype.kind == "c":
        a = np.asarray(a).real
        text = "Casting complex values to real discards the imaginary part"
        _warnings.warn(text, _ComplexWarning, skip_file_prefixes=("numpy/", "torch/"))
    made = np.swapaxes(_along(a, n, axis, -1, norm), axis, -1)
    return _placed(made[..., : made.shape[-1] // 2 + 1].copy(), axis)


def irfft(a, n=None, axis=-1, norm=None):
    a = np.swapaxes(np.asarray(a), axis, -1)
    n = 2 * (a.shape[-1] - 1) if n is None else n
    half, _ = _fitted(a, n // 2 + 1, -1)
    other = half[..., 1 : n - n // 2][..., ::-1].conj()
    first, last = half[..., :1].real, half[..., 1:]
    if n % 2 == 0:
        last = np.concatenate((last[..., :-1], last[..., -1:].real), -1)
    made = _along(np.concatenate((first, last, other), -1), n, -1, 1, norm).real.copy()
    return _placed(made, axis)


def _over(function):
    def several(a, s=None, axes=None, norm=None):
        a = np.asarray(a)
        axes = range(-len(s), 0) if axes is None and s is not None else axes
        axes = list(range(a.ndim)) if axes is None else list(axes)
        sizes = [a.shape[k] for k in axes] if s is None else s
        for axis, n in reversed(list(zip(axes, sizes))):
            a = function(a, n, axis, norm)
        return a

    return several


fftn, ifftn = _over(fft), _over(ifft)


def rfftn(a, s=None, axes=None, norm=None):
    a = np.asarray(a)
    axes, sizes = _all_axes(a, s, axes)
    made = rfft(a, sizes[-1], axes[-1], norm)
    for axis, n in zip(axes[:-1], sizes[:-1]):
        made = fft(made, n, axis, norm)
    return made


def irfftn(a, s=None, axes=None, norm=None):
    a = np.asarray(a)
    axes, sizes = _all_axes(a, s, axes)
    if s is None:
        sizes[-1] = 2 * (a.shape[axes[-1]] - 1)
    for axis, n in zip(axes[:-1], sizes[:-1]):
        a = ifft(a, n, axis, norm)
    return irfft(a, sizes[-1], axes[-1], norm)


def _all_axes(a, s, axes):
    axes = range(-len(s), 0) if axes is None and s is not None else axes
    axes = list(range(a.ndim)) if axes is None else list(axes)
    return axes, [a.shape[k] for k in axes] if s is None else list(s)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return rfftn(a, s, axes, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return irfftn(a, s, axes, norm)


_BACK = {"backward": "forward", None: "forward", "forward": "backward"}


def hfft(a, n=None, axis=-1, norm=None):
    return irfft(np.conjugate(a), n, axis, _BACK.get(norm, norm))


def ihfft(a, n=None, axis=-1, norm=None):
    return np.conjugate(rfft(a, n, axis, _BACK.get(norm, norm)))


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return fftn(a, s, axes, norm)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return ifftn(a, s, axes, norm)


def fftfreq(n, d=1.0):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    places = [*range((n - 1) // 2 + 1), *range(-(n // 2), 0)]
    return np.array(places, dtype=int) * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    return np.arange(n // 2 + 1) * (1.0 / (n * d))


def _shifted(x, axes, back):
    x = np.asarray(x)
    axes = range(x.ndim) if axes is None else (axes,) if np.isscalar(axes) else axes
    for k in axes:
        x = np.roll(x, -(x.shape[k] // 2) if back else x.shape[k] // 2, k)
    return x


def fftshift(x, axes=None):
    return _shifted(x, axes, False)


def ifftshift(x, axes=None):
    return _shifted(x, axes, True)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from numpy._errors import absent

    raise absent(name, "numpy.fft")
