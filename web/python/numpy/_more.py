"""Names that few programs use: loaded with the first of them."""

import math as _math
import warnings as _warnings
from builtins import range as _range

import numpy as np
from numpy import _math as _m
from numpy._array import _in, _wrap


def put(a, ind, v, mode="raise"):
    if mode != "raise":
        raise NotImplementedError(f"mode={mode!r} of put() is not part of this lab's numpy")
    if not isinstance(a, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    places = np.ravel(ind)
    a.flat[places] = np.resize(v, places.size)


def putmask(a, mask, values):
    mask = np.asarray(mask)
    if mask.shape != a.shape:
        raise ValueError("putmask: mask and data must be the same size")
    kind = np.result_type(values)
    if not np.can_cast(values if np.ndim(values) == 0 else kind, a.dtype):
        raise TypeError(
            f"Cannot cast array data from {kind!r} to {a.dtype!r} according to the rule 'safe'"
        )
    a[mask] = np.resize(values, a.shape)[mask]


def place(arr, mask, vals):
    mask = np.asarray(mask, bool)
    arr[mask] = np.resize(vals, int(mask.sum()))


def resize(a, new_shape):
    shape = (new_shape,) if np.isscalar(new_shape) else tuple(new_shape)
    flat, n = np.ravel(a), _math.prod(shape)
    if any(size < 0 for size in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    if n == 0 or flat.size == 0:
        return np.zeros(shape, flat.dtype)
    return np.tile(flat, -(-n // flat.size))[:n].reshape(shape)


def array_equiv(a1, a2):
    try:
        a1, a2 = np.broadcast_arrays(a1, a2)
    except (RuntimeError, ValueError):
        return False
    return np.array_equal(a1, a2)


def asanyarray(a, dtype=None):
    return np.asarray(a, dtype)


def asarray_chkfinite(a, dtype=None):
    made = np.asarray(a, dtype)
    if not np.isfinite(made).all():
        raise ValueError("array must not contain infs or NaNs")
    return made


def broadcast_shapes(*args):
    views = [np.broadcast_to(0, (n,) if np.isscalar(n) else n) for n in args]
    try:
        return np.broadcast_arrays(*views)[0].shape if views else ()
    except ValueError:
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"arg 0 with shape {views[0].shape} and arg 1 with shape {views[1].shape}."
        ) from None


def triu_indices_from(arr, k=0):
    return np.triu_indices(arr.shape[0], k, arr.shape[1])


def tril_indices_from(arr, k=0):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return np.tril_indices(arr.shape[0], k, arr.shape[1])


def diag_indices_from(arr):
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return np.diag_indices(arr.shape[0], arr.ndim)


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


def dsplit(ary, indices_or_sections):
    if np.ndim(ary) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return np.split(ary, indices_or_sections, 2)


def piecewise(x, condlist, funclist, *args, **kw):
    x = np.asarray(x)
    is_one = np.isscalar(condlist) or x.ndim and not isinstance(condlist[0], (list, np.ndarray))
    masks = [np.asarray(one, bool) for one in ([condlist] if is_one else condlist)]
    n = len(masks)
    if len(funclist) not in (n, n + 1):
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    if len(funclist) == n + 1:
        masks.append(~np.any(np.stack(masks), axis=0))
    made = np.zeros_like(x)
    for mask, function in zip(masks, funclist):
        if not callable(function):
            made[mask] = function
        elif x[mask].size:
            made[mask] = function(x[mask], *args, **kw)
    return made


def unwrap(p, discont=None, axis=-1, *, period=2 * _math.pi):
    if discont is not None or axis not in (-1, np.ndim(p) - 1):
        raise NotImplementedError("discont= and axis= of unwrap() are not part of this lab's numpy")
    p = np.asarray(p)
    if p.dtype.kind in "uc":
        raise NotImplementedError(f"unwrap() of {p.dtype} is not part of this lab's numpy")
    p = p if p.dtype.kind == "f" else p.astype(float)
    step = np.diff(p)
    near = np.mod(step + period / 2, period) - period / 2
    near = np.where((near == -period / 2) & (step > 0), period / 2, near)
    fix = np.where(np.abs(step) < period / 2, 0.0, near - step)
    made = p.copy()
    made[..., 1:] = p[..., 1:] + np.cumsum(fix, -1)
    return made


def nancumprod(a, axis=None, dtype=None, out=None):
    a = np.asarray(a)
    a = a if a.dtype.kind in "biu" else np.where(np.isnan(a), a.dtype.type(1), a)
    return np.cumprod(a, axis, dtype, out)


def binary_repr(num, width=None):
    num = int(num)
    text = f"{num:b}"
    if num < 0 and width is not None:
        bits = max(width, len(f"{-num - 1:b}") + 1 if num != -1 else 1)
        return f"{num + (1 << bits):0{bits}b}"
    return text if width is None else text.zfill(width)


def base_repr(number, base=2, padding=0):
    if base > 36:
        raise ValueError("Bases greater than 36 not handled in base_repr.")
    if base < 2:
        raise ValueError("Bases less than 2 not handled in base_repr.")
    digits, rest = [], abs(int(number))
    while rest:
        rest, digit = divmod(rest, base)
        digits.append("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit])
    digits += ["0"] * padding
    digits = digits or ["0"]
    return ("-" if number < 0 else "") + "".join(reversed(digits))


def unpackbits(a, axis=None, count=None, bitorder="big"):
    a = np.asarray(a)
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    order = range(7, -1, -1) if bitorder == "big" else range(8)
    axis, a = (0, a.ravel()) if axis is None else (_m._axes(_in(a), axis)[0], a)
    bits = np.stack([(a >> k) & 1 for k in order], axis + 1)
    made = bits.reshape([n * 8 if k == axis else n for k, n in enumerate(a.shape)])
    return made if count is None else made[(slice(None),) * axis + (slice(count),)]


def packbits(a, axis=None, bitorder="big"):
    a = np.asarray(a)
    if a.dtype.kind not in "bui":
        raise TypeError("Expected an input array of integer or boolean data type")
    axis, a = (0, a.ravel()) if axis is None else (_m._axes(_in(a), axis)[0], a)
    bits = np.moveaxis(a != 0, axis, -1)
    n = -(-bits.shape[-1] // 8)
    wide = np.zeros((*bits.shape[:-1], n * 8), np.uint8)
    wide[..., : bits.shape[-1]] = bits
    weights = 1 << np.arange(7, -1, -1) if bitorder == "big" else 1 << np.arange(8)
    made = (wide.reshape(*bits.shape[:-1], n, 8) * weights).sum(-1).astype(np.uint8)
    return np.moveaxis(made, -1, axis).copy()


# --------------------------------------------------------------------------- windows


def _window(M, weights):
    """A sum of cosines."""
    if M < 1:
        return np.array([], dtype=float)
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return sum(w * np.cos(k * np.pi * n / (M - 1)) if k else w for k, w in enumerate(weights))


def hanning(M):
    return _window(M, (0.5, 0.5))


def hamming(M):
    return _window(M, (0.54, 0.46))


def blackman(M):
    return _window(M, (0.42, 0.5, 0.08))


def bartlett(M):
    n = np.arange(1 - M, M, 2)
    return np.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1)) if M > 1 else np.ones(max(M, 0))


# ------------------------------------------------------------------------- histograms


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return np.histogram(a, bins, range, weights=weights)[1]


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    is_edges = hasattr(bins, "__len__") and len(bins) not in (1, 2)
    pair = (np.asarray(bins),) * 2 if is_edges else bins
    counts, edges = histogramdd([x, y], pair, range, density, weights)
    return counts, *edges


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    if isinstance(sample, np.ndarray) and sample.ndim == 2:
        columns = [np.asarray(one, float) for one in sample.T]
    else:
        columns = [np.asarray(one, float) for one in np.atleast_2d(sample)]
    count = len(columns)
    bins = list(bins) if hasattr(bins, "__len__") else [bins] * count
    bins = bins * count if len(bins) == 1 else bins
    if len(bins) != count:
        raise ValueError("The dimension of bins must be equal to the dimension of the  sample x.")
    spans = [None] * count if range is None else range
    if len(spans) != count:
        raise ValueError("range argument must have one entry per dimension")
    edges, places = [], []
    for values, given, span in zip(columns, bins, spans):
        ends = np.histogram(values, given, span)[1]
        edges.append(ends if np.ndim(given) else ends.astype(float))
        place = np.searchsorted(ends, values, "right")
        places.append(np.where(values == ends[-1], place - 1, place))
    shape = [len(ends) + 1 for ends in edges]
    whole = np.ravel_multi_index(places, shape) if columns[0].size else np.zeros(0, int)
    chosen = None if weights is None else np.asarray(weights, float)
    counts = np.bincount(whole, chosen, _math.prod(shape)).astype(float).reshape(shape)
    counts = counts[(slice(1, -1),) * count]
    if density:
        total = counts.sum()
        for k, ends in enumerate(edges):
            counts = counts / np.diff(ends).reshape([-1 if d == k else 1 for d in _range(count)])
        counts = counts / total
    return counts, edges


# ------------------------------------------------------------------------ polynomials


def roots(p):
    p = np.atleast_1d(np.asarray(p, float))
    if p.ndim > 1:
        raise ValueError("Input must be a rank-1 array.")
    nonzero = np.nonzero(p)[0]
    if len(nonzero) == 0:
        return np.array([])
    trailing = len(p) - nonzero[-1] - 1
    p = p[int(nonzero[0]) : int(nonzero[-1]) + 1]
    n = len(p)
    if n > 1:
        companion = np.diag(np.ones(n - 2), -1)
        companion[0, :] = -p[1:] / p[0]
        made = np.linalg.eigvals(companion)
    else:
        made = np.array([])
    return np.hstack((made, np.zeros(trailing, made.dtype)))


def poly(seq_of_zeros):
    zeros = np.asarray(seq_of_zeros)
    if zeros.ndim == 2 and 0 < zeros.shape[0] == zeros.shape[1]:
        zeros = np.linalg.eigvals(zeros)
    elif zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not len(zeros):
        return 1.0
    is_kept = zeros.dtype.kind == "c" or zeros.dtype == "float32"
    zeros = zeros if is_kept else zeros.astype(float)
    made = np.ones(1, zeros.dtype)
    for zero in zeros:
        made = np.convolve(made, np.array([1, -zero], zeros.dtype))
    if made.dtype.kind == "c" and np.all(np.sort(zeros) == np.sort(zeros.conj())):
        made = made.real.copy()
    return made


def polyder(p, m=1):
    p = np.asarray(p)
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p


def polyint(p, m=1):
    p = np.asarray(p)
    for _ in range(m):
        p = np.concatenate((p / np.arange(len(p), 0, -1), [0.0]))
    return p


def _aligned(*given):
    """With zeros before the shorter one."""
    given = [np.atleast_1d(v) for v in given]
    n = max(map(len, given))
    return [np.concatenate((np.zeros(n - len(v), v.dtype), v)) for v in given]


def polyadd(a1, a2):
    return np.add(*_aligned(a1, a2))


def polysub(a1, a2):
    return np.subtract(*_aligned(a1, a2))


def polymul(a1, a2):
    return np.convolve(*(_led(np.atleast_1d(a)) for a in (a1, a2)))


def _led(p):
    """Without the zeros before the first coefficient."""
    made = np.trim_zeros(p, "f")
    return made if len(made) else p[:1] * 0


# ------------------------------------------------------------------------------ views


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    import torch

    x = np.asarray(x)
    shape = x.shape if shape is None else tuple(shape)
    strides = x.strides if strides is None else tuple(strides)
    steps = [step // x.itemsize for step in strides]
    if any(step % x.itemsize for step in strides) or min(steps, default=0) < 0:
        raise NotImplementedError(f"strides={strides} are not part of this lab's numpy")
    try:
        made = _wrap(torch.as_strided(_in(x), shape, steps))
        made._is_locked = not writeable or not x.flags.writeable
        made._owner = x.view()  # numpy's base is not x itself
        return made
    except RuntimeError as error:
        if "out of bounds" not in str(error):
            raise
        raise NotImplementedError(
            "as_strided() beyond the end of the array is not part of this lab's numpy"
        ) from None


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = np.asarray(x)
    window = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    if axis is None:
        axis = tuple(range(x.ndim))
        if len(window) != len(axis):
            raise ValueError(
                "Since axis is None, must provide window_shape for all dimensions of `x`; got "
                f"{len(window)} window_shape elements and `x.ndim` is {x.ndim}."
            )
    else:
        axis = axis if isinstance(axis, tuple) else (axis,)
        for k in axis:
            if not -x.ndim <= k < x.ndim:
                raise np.AxisError(f"axis {k} is out of bounds for array of dimension {x.ndim}")
        axis = tuple(k % x.ndim for k in axis)
        if len(window) != len(axis):
            raise ValueError(
                "Must provide matching length window_shape and axis; got "
                f"{len(window)} window_shape elements and {len(axis)} axes elements."
            )
    if any(n < 0 for n in window):
        raise ValueError("`window_shape` cannot contain negative values")
    shape = list(x.shape)
    for k, n in zip(axis, window):
        if shape[k] < n:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[k] -= n - 1
    strides = (*x.strides, *(x.strides[k] for k in axis))
    return as_strided(x, (*shape, *window), strides, writeable=writeable)


def repmat(a, m, n):
    return np.tile(np.atleast_2d(a), (m, n))


# ------------------------------------------------------------------------ text files


def _lines(fname, encoding=None):
    if hasattr(fname, "read"):
        text = fname.read()
        return (text.decode() if isinstance(text, bytes) else text).splitlines()
    if isinstance(fname, (list, tuple)):
        return list(fname)
    with open(fname, encoding=None if encoding == "bytes" else encoding) as file:
        return file.read().splitlines()


def _cells(lines, delimiter, comments, skip):
    rows = []
    for line in lines[skip:]:
        line = line.split(comments)[0].strip() if comments else line.strip()
        if line:
            rows.append([cell.strip() for cell in line.split(delimiter)])
    return rows


def loadtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    converters=None,
    skiprows=0,
    usecols=None,
    unpack=False,
    ndmin=0,
    *,
    max_rows=None,
    encoding="bytes",
):
    if converters is not None:
        raise NotImplementedError("converters= of loadtxt() is not part of this lab's numpy")
    if ndmin not in (0, 1, 2):
        raise ValueError(f"Illegal value of ndmin keyword: {ndmin}")
    rows = _cells(_lines(fname, encoding), delimiter, comments, skiprows)[:max_rows]
    made = _table(rows, dtype, usecols, unpack, _reader(dtype))
    if ndmin == 2 and made.ndim < 2:
        is_column = made.ndim and (len(rows) > 1) != unpack
        return np.atleast_2d(made).T if is_column else np.atleast_2d(made)
    return np.atleast_1d(made) if made.ndim < ndmin else made


def _reader(dtype):
    """Of a cell."""
    kind = np.dtype(dtype).kind
    if kind not in "biu":
        return str if kind == "U" else float

    def whole(cell):
        try:
            return int(cell) if kind != "b" else bool(int(cell))
        except ValueError:
            if kind == "b":
                raise
            made = int(float(cell))
        text = (
            "loadtxt(): Parsing an integer via a float is deprecated.  To avoid this warning, you "
            "can:\n    * make sure the original data is stored as integers.\n    * use the "
            "`converters=` keyword argument.  If you only use\n      NumPy 1.23 or later, "
            "`converters=float` will normally work.\n    * Use `np.loadtxt(...).astype(np.int64)`"
        )
        _warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
        return made

    return whole


def genfromtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    skip_header=0,
    *,
    filling_values=None,
    usecols=None,
    unpack=False,
    max_rows=None,
    encoding="bytes",
):
    if dtype is None:
        raise NotImplementedError("dtype=None of genfromtxt() is not part of this lab's numpy")
    kind = np.dtype(dtype).kind
    reads = {"f": (float, _math.nan), "i": (int, -1), "u": (int, -1), "U": (str, "")}
    reads["b"] = ({"TRUE": True, "FALSE": False}.__getitem__, False)
    if kind not in reads:
        raise NotImplementedError(
            f"dtype={dtype!r} of genfromtxt() is not part of this lab's numpy"
        )
    read, missing = reads[kind]
    missing = missing if filling_values is None else filling_values

    def value(cell):
        try:
            return read(cell.upper() if kind == "b" else cell)
        except (ValueError, KeyError):
            return missing

    rows = _cells(_lines(fname, encoding), delimiter, comments, skip_header)[:max_rows]
    return _table(rows, dtype, usecols, unpack, value)


def _table(rows, dtype, usecols, unpack, number):
    if usecols is not None:
        columns = [usecols] if np.isscalar(usecols) else usecols
        rows = [[row[k] for k in columns] for row in rows]
    for k, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"the number of columns changed from {len(rows[0])} to {len(row)} at row {k + 1}; "
                "use `usecols` to select a subset and avoid this error"
            )
    kind = np.dtype(dtype)

    def read(cell, k, column):
        try:
            return complex(cell) if kind.kind == "c" else number(cell)
        except ValueError:
            raise ValueError(
                f"could not convert string {cell!r} to {kind} at row {k}, column {column + 1}."
            ) from None

    cells = [[read(cell, k, n) for n, cell in enumerate(row)] for k, row in enumerate(rows)]
    made = np.array(cells, dtype=str if kind.kind == "U" else kind)
    made = made.T if unpack else made
    return made if made.ndim < 2 else np.squeeze(made)


def savetxt(
    fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "
):
    X = np.asarray(X)
    if X.ndim not in (1, 2):
        raise ValueError(f"Expected 1D or 2D array, got {X.ndim}D array instead")
    if X.dtype.kind == "c":
        raise NotImplementedError("savetxt() of complex numbers is not part of this lab's numpy")
    X = X[:, None] if X.ndim == 1 else X
    lines = [comments + header.replace("\n", "\n" + comments)] if header else []
    for row in X.tolist():
        forms = [fmt] * len(row) if isinstance(fmt, str) else list(fmt)
        if len(forms) != len(row):
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        is_whole = isinstance(fmt, str) and fmt.count("%") == len(row) > 1
        lines.append(
            fmt % tuple(row) if is_whole else delimiter.join(f % v for f, v in zip(forms, row))
        )
    if footer:
        lines.append(comments + footer.replace("\n", "\n" + comments))
    text = "".join(line + newline for line in lines)
    if hasattr(fname, "write"):
        fname.write(text)
        return
    with open(fname, "w") as file:
        file.write(text)


# ------------------------------------------------------------------ of a function


def apply_over_axes(func, a, axes):
    made = np.asarray(a)
    for axis in axes if np.iterable(axes) else (axes,):
        part = func(made, axis)
        made = part if np.ndim(part) == made.ndim else np.expand_dims(part, axis)
    return made


def spacing(x):
    x = np.asarray(x)
    x = x if x.dtype.kind == "f" else x.astype(np.result_type(x.dtype, np.float16))
    if x.dtype == np.float16:
        return (np.nextafter(x, x.dtype.type(np.inf)) - x)[()]
    with np.errstate(invalid="ignore"):
        far = np.nextafter(np.abs(x), x.dtype.type(np.inf)) - np.abs(x)
    return np.where(np.isfinite(x), np.copysign(far, x), x.dtype.type(np.nan))[()]


def sort_complex(a):
    made = np.sort(np.asarray(a))
    if made.dtype.kind == "c":
        return made
    return made.astype(np.complex64 if made.dtype.char in "bhBH" else complex)


def msort(a):
    text = "msort is deprecated, use np.sort(a, axis=0) instead"
    _warnings.warn(text, DeprecationWarning, skip_file_prefixes=("numpy/", "torch/"))
    return np.sort(a, axis=0)


def isfortran(a):
    return a.flags.fnc


def real_if_close(a, tol=100):
    a = np.asarray(a)
    if a.dtype.kind != "c":
        return a
    tol = tol * np.finfo(a.dtype).eps if tol > 1 else tol
    return a.real if np.all(np.abs(a.imag) < tol) else a


def _trimmed(text, trim):
    """What is after the point of a number's digits. trim: 'k', '.', '0' or '-'"""
    whole, _, rest = text.partition(".")
    rest = rest if trim == "k" else rest.rstrip("0")
    if trim == "0" and not rest:
        rest = "0"
    return whole if trim == "-" and not rest else f"{whole}.{rest}"


def _one_number(name, x, precision, unique, trim, others):
    if trim not in ("k", ".", "0", "-"):
        raise TypeError("if supplied, trim must be 'k', '.', '0' or '-'")
    for key, value in others.items():
        if value is not None and value is not True:
            raise NotImplementedError(f"{key}= of {name}() is not part of this lab's numpy")
    if not unique and precision is None:
        raise NotImplementedError(
            f"unique=False of {name}() without precision= is not part of this lab's numpy"
        )
    from numpy._text import shortest

    kind = getattr(x, "dtype", np.dtype(float)).name
    return float(x), shortest([float(x)], kind)[0]


def format_float_positional(
    x,
    precision=None,
    unique=True,
    fractional=True,
    trim="k",
    sign=False,
    pad_left=None,
    pad_right=None,
    min_digits=None,
):
    others = {"fractional": fractional, "min_digits": min_digits}
    x, short = _one_number("format_float_positional", x, precision, unique, trim, others)
    if not _math.isfinite(x):
        text = str(x)
    else:
        from decimal import Decimal

        text = f"{Decimal(repr(short)):f}" if short == x or unique else f"{x:f}"
        places = len(text.partition(".")[2].rstrip("0"))
        if not unique or precision is not None and places > precision:
            text = f"{x:.{precision}f}"
        else:
            text = _trimmed(text, ".")
        text = _trimmed(text, trim)
    text = "+" + text if sign and text[0] != "-" else text
    whole, point, rest = text.partition(".")
    return whole.rjust(pad_left or 0) + point + rest.ljust(pad_right or 0)


def format_float_scientific(
    x,
    precision=None,
    unique=True,
    trim="k",
    sign=False,
    pad_left=None,
    exp_digits=None,
    min_digits=None,
):
    others = {"min_digits": min_digits}
    x, short = _one_number("format_float_scientific", x, precision, unique, trim, others)
    if not _math.isfinite(x):
        text = str(x)
    else:
        from decimal import Decimal

        places = len(Decimal(repr(short)).normalize().as_tuple().digits) - 1
        is_cut = not unique or precision is not None and places > precision
        digits, _, power = (
            f"{x if is_cut else short:.{precision if is_cut else places}e}".partition("e")
        )
        power = power[0] + power[1:].lstrip("0").zfill(2 if exp_digits is None else exp_digits)
        text = f"{_trimmed(digits, trim)}e{power}"
    text = "+" + text if sign and text[0] != "-" else text
    whole, point, rest = text.partition(".")
    return whole.rjust(pad_left or 0) + point + rest


def geterr():
    from numpy._scalar_operators import errors

    return dict(errors)


def min_scalar_type(a):
    from numpy._promotion import name_of_number
    from numpy._types import _least_of

    value = a.item() if hasattr(a, "item") and not np.ndim(a) else a
    if np.ndim(value):
        return np.asarray(value).dtype
    return np.dtype(_least_of(value, name_of_number(value)))


product, cumproduct, sometrue, alltrue = np.prod, np.cumprod, np.any, np.all
NAMES = [name for name in globals() if not name.startswith("_") and name not in ("np", "repmat")]
NAMES = [name for name in NAMES if name not in ("as_strided", "sliding_window_view")]
