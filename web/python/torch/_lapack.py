"""Eigenvectors and singular vectors with the signs and the order that LAPACK gives them.

A vector with the opposite sign is right too. What is printed is LAPACK's choice, which follows
from its steps: reflections to a narrow matrix, then rotations with implicit shifts. Matrices are
lists of rows. The names of the steps in LAPACK are given.
"""

import math

_EPS, _LEAST = 2.0**-53, 2.0**-1022
_ULP = 2.0**-52


def _identity(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def _transposed(a):
    return [list(column) for column in zip(*a)]


def _sign(size, of):
    return math.copysign(size, of)


def _reflector(x):
    """dlarfg -> beta, tau, v with v[0] = 1: (1 - tau v v') x = (beta, 0, ...)"""
    rest = math.hypot(*x[1:]) if len(x) > 1 else 0.0
    if rest == 0:
        return x[0], 0.0, [1.0] + [0.0] * (len(x) - 1)
    beta = -_sign(math.hypot(x[0], rest), x[0])
    return beta, (beta - x[0]) / beta, [1.0] + [value / (x[0] - beta) for value in x[1:]]


def _from_left(a, tau, v, row, first, last):
    """Columns first to last of a, from a row on, reflected."""
    if not tau:
        return
    parts = [tau * value for value in v]
    for j in range(first, last):
        dot = sum(v[k] * a[row + k][j] for k in range(len(v)))
        for k, part in enumerate(parts):
            a[row + k][j] -= dot * part


def _from_right(a, tau, v, column, first, last):
    if not tau:
        return
    parts = [tau * value for value in v]
    for row in a[first:last]:
        dot = sum(row[column + k] * value for k, value in enumerate(v))
        for k, part in enumerate(parts):
            row[column + k] -= dot * part


def _product_of(n, reflectors, part=()):
    """H1 H2 ... of (tau, v, first row), as a matrix of n rows, times one that begins with a part.

    Beside the part that one has ones on its diagonal.
    """
    q = _identity(n)
    for i, row in enumerate(part):
        q[i][: len(part)] = row
    for tau, v, first in reversed(reflectors):
        _from_left(q, tau, v, first, 0, n)
    return q


def _rotation(f, g):
    """dlartg -> c, s, r: c f + s g = r, c g - s f = 0"""
    if g == 0:
        return 1.0, 0.0, f
    if f == 0:
        return 0.0, _sign(1.0, g), abs(g)
    size = math.hypot(f, g)
    r = _sign(size, f)
    return abs(f) / size, g / r, r


def _rotate_next_columns(z, j, c, s):
    """dlasr from the right: columns j and j + 1."""
    for row in z:
        row[j + 1], row[j] = c * row[j + 1] - s * row[j], s * row[j + 1] + c * row[j]


def _rotate_next_rows(z, j, c, s):
    below, above = z[j + 1], z[j]
    z[j + 1] = [c * x - s * y for x, y in zip(below, above)]
    z[j] = [s * x + c * y for x, y in zip(below, above)]


def _rotate_columns(z, j, k, c, s):
    """drot"""
    for row in z:
        row[j], row[k] = c * row[j] + s * row[k], c * row[k] - s * row[j]


# --------------------------------------------------------------- of a symmetric matrix


def eigen(rows, is_upper=False):
    """dsyevd of a lower triangle -> values from the least, vectors as columns.

    is_upper: it is an upper one, transposed, of which the reflections begin at the other end.
    """
    n = len(rows)
    a = [[rows[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    if is_upper:
        a = [row[::-1] for row in a[::-1]]
    by = _scale(a)
    d, e, q = _to_three_diagonals(a)
    if is_upper:
        d, e, q = d[::-1], e[::-1], [row[::-1] for row in q[::-1]]
    z = _identity(n)
    _three_diagonals(d, e, z)
    order = list(range(n))
    for i in range(n):
        k = min(range(i, n), key=lambda j: d[order[j]])
        order[i], order[k] = order[k], order[i]
    columns = _transposed(z)
    vectors = _transposed([columns[k] for k in order]) if n else []
    return [d[k] / by for k in order], _multiplied(q, vectors)


def _scale(a):
    """A power of 2 that brings what is very large or small within bounds; a is multiplied by it."""
    power = math.frexp(max((abs(x) for row in a for x in row), default=0.0))[1]
    by = 2.0 ** max(-1000, min(1000, max(-460 - power, min(460 - power, 0)))) if power else 1.0
    if by != 1:
        a[:] = [[x * by for x in row] for row in a]
    return by


def _multiplied(a, b):
    columns = _transposed(b)
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def _to_three_diagonals(a):
    """dsytd2"""
    n, e, reflectors = len(a), [], []
    for i in range(n - 1):
        beta, tau, v = _reflector([a[k][i] for k in range(i + 1, n)])
        e.append(beta)
        reflectors.append((tau, v, i + 1))
        if tau:
            part = [row[i + 1 :] for row in a[i + 1 :]]
            x = [tau * sum(p * q for p, q in zip(row, v)) for row in part]
            alpha = -0.5 * tau * sum(p * q for p, q in zip(x, v))
            x = [p + alpha * q for p, q in zip(x, v)]
            for j, row in enumerate(a[i + 1 :]):
                row[i + 1 :] = [w - v[j] * xk - x[j] * vk for w, xk, vk in zip(row[i + 1 :], x, v)]
    return [a[i][i] for i in range(n)], e, _product_of(n, reflectors)


def _of_two(a, b, c):
    """dlaev2 -> the larger and the smaller eigenvalue of [[a, b], [b, c]], a cosine, a sine"""
    total, gap, twice = a + c, a - c, b + b
    root = math.hypot(gap, twice)
    most, least = (a, c) if abs(a) > abs(c) else (c, a)
    if total == 0:
        first, second, sign = 0.5 * root, -0.5 * root, 1
    else:
        sign = 1 if total > 0 else -1
        first = 0.5 * (total + sign * root)
        second = most / first * least - b / first * b
    other = 1 if gap >= 0 else -1
    cs = gap + other * root
    if abs(cs) > abs(twice):
        ratio = -twice / cs
        sine = 1 / math.hypot(1, ratio)
        cosine = ratio * sine
    elif twice == 0:
        cosine, sine = 1.0, 0.0
    else:
        ratio = -cs / twice
        cosine = 1 / math.hypot(1, ratio)
        sine = ratio * cosine
    return (first, second, -sine, cosine) if sign == other else (first, second, cosine, sine)


def _three_diagonals(d, e, z):
    """dsteqr: d becomes the eigenvalues, z is rotated with them."""
    n, begin = len(d), 0
    while begin < n:
        if begin > 0:
            e[begin - 1] = 0.0
        end = begin
        while end < n - 1:
            size = abs(e[end])
            if size <= math.sqrt(abs(d[end])) * math.sqrt(abs(d[end + 1])) * _EPS:
                e[end] = 0.0
                break
            end += 1
        first, last, begin = begin, end, end + 1
        if first < last:
            if abs(d[last]) < abs(d[first]):
                _by_qr(d, e, z, first, last)
            else:
                _by_ql(d, e, z, first, last)


def _is_small(d, e, k):
    return e[k] ** 2 <= (_EPS * _EPS * abs(d[k])) * abs(d[k + 1]) + _LEAST


def _by_ql(d, e, z, first, last):
    at = first
    while at <= last:
        m = next((k for k in range(at, last) if _is_small(d, e, k)), last)
        if m < last:
            e[m] = 0.0
        p = d[at]
        if m == at:
            at += 1
        elif m == at + 1:
            d[at], d[at + 1], c, s = _of_two(d[at], e[at], d[at + 1])
            _rotate_next_columns(z, at, c, s)
            e[at] = 0.0
            at += 2
        else:
            g = (d[at + 1] - p) / (2 * e[at])
            g = d[m] - p + e[at] / (g + _sign(math.hypot(g, 1), g))
            s, c, p = 1.0, 1.0, 0.0
            for i in range(m - 1, at - 1, -1):
                f, b = s * e[i], c * e[i]
                c, s, r = _rotation(g, f)
                if i != m - 1:
                    e[i + 1] = r
                g = d[i + 1] - p
                r = (d[i] - g) * s + 2 * c * b
                p = s * r
                d[i + 1] = g + p
                g = c * r - b
                _rotate_next_columns(z, i, c, -s)
            d[at] -= p
            e[at] = g


def _by_qr(d, e, z, last, at):
    while at >= last:
        m = next((k for k in range(at, last, -1) if _is_small(d, e, k - 1)), last)
        if m > last:
            e[m - 1] = 0.0
        p = d[at]
        if m == at:
            at -= 1
        elif m == at - 1:
            d[at - 1], d[at], c, s = _of_two(d[at - 1], e[at - 1], d[at])
            _rotate_next_columns(z, at - 1, c, s)
            e[at - 1] = 0.0
            at -= 2
        else:
            g = (d[at - 1] - p) / (2 * e[at - 1])
            g = d[m] - p + e[at - 1] / (g + _sign(math.hypot(g, 1), g))
            s, c, p = 1.0, 1.0, 0.0
            for i in range(m, at):
                f, b = s * e[i], c * e[i]
                c, s, r = _rotation(g, f)
                if i != m:
                    e[i - 1] = r
                g = d[i] - p
                r = (d[i + 1] - g) * s + 2 * c * b
                p = s * r
                d[i] = g + p
                g = c * r - b
                _rotate_next_columns(z, i, c, s)
            d[at] -= p
            e[at - 1] = g


# --------------------------------------------------------------------- singular values


def singular(rows):
    """dgesdd -> u (m, m), s from the largest, vh (n, n)"""
    m, n = len(rows), len(rows[0]) if rows else 0
    if min(m, n) == 0:
        return _identity(m), [], _identity(n)
    rows = [list(row) for row in rows]
    by = _scale(rows)
    if m < n and n >= int(m * 11 / 6):
        v, s, uh = _of_many_rows(_transposed(rows), True)
        u, vh = _transposed(uh), _transposed(v)
    elif m >= n and m >= int(n * 11 / 6):
        u, s, vh = _of_many_rows(rows, False)
    else:
        u, s, vh = _narrowed(rows)
    return u, [x / by for x in s], vh


def _of_many_rows(rows, is_transposed):
    """Of many more rows than columns: first those of the triangle that reflections leave."""
    m, n = len(rows), len(rows[0])
    a, reflectors = [list(row) for row in rows], []
    for i in range(n):
        beta, tau, v = _reflector([row[i] for row in a[i:]])
        reflectors.append((tau, v, i))
        _from_left(a, tau, v, i, i + 1, n)
        a[i][i] = beta
        for row in a[i + 1 :]:
            row[i] = 0.0
    triangle = a[:n]
    if is_transposed:
        v, s, uh = _narrowed(_transposed(triangle))
        u, vh = _transposed(uh), _transposed(v)
    else:
        u, s, vh = _narrowed(triangle)
    return _product_of(m, reflectors, u), s, vh


def _narrowed(rows):
    """dgebd2, dbdsdc"""
    m, n = len(rows), len(rows[0])
    a, k = [list(row) for row in rows], min(m, n)
    d, e, lefts, rights = [], [], [], []

    def left(i, j):
        beta, tau, v = _reflector([row[j] for row in a[i:]])
        lefts.append((tau, v, i))
        _from_left(a, tau, v, i, j + 1, n)
        return beta

    def right(i, j):
        beta, tau, v = _reflector(a[i][j:])
        rights.append((tau, v, j))
        _from_right(a, tau, v, j, i + 1, m)
        return beta

    for i in range(k):
        d.append(left(i, i) if m >= n else right(i, i))
        if i < k - 1:
            e.append(right(i, i + 1) if m >= n else left(i + 1, i))
    rotations = []
    if m < n:
        for i in range(k - 1):
            c, s, d[i] = _rotation(d[i], e[i])
            e[i], d[i + 1] = s * d[i + 1], c * d[i + 1]
            rotations.append((c, -s))
    u, vt = _identity(k), _identity(k)
    if k == 1:
        u, d = [[_sign(1.0, d[0])]], [abs(d[0])]
    else:
        _two_diagonals(d, e, vt, u)
    for i in range(len(rotations) - 1, -1, -1):
        _rotate_next_rows(u, i, *rotations[i])
    v = _product_of(n, rights, _transposed(vt))
    return _product_of(m, lefts, u), d, _transposed(v)


def _least_of_two(f, g, h):
    """dlas2 -> the smaller singular value of [[f, g], [0, h]]"""
    f, g, h = abs(f), abs(g), abs(h)
    low, high = min(f, h), max(f, h)
    if low == 0:
        return 0.0
    total, gap = 1 + low / high, (high - low) / high
    if g < high:
        square = (g / high) ** 2
        return low * 2 / (math.sqrt(total * total + square) + math.sqrt(gap * gap + square))
    ratio = high / g
    if ratio == 0:
        return low * high / g
    c = 1 / (math.hypot(1, total * ratio) + math.hypot(1, gap * ratio))
    return 2 * (low * c) * ratio


def _singular_of_two(f, g, h):
    """dlasv2 -> the smaller and the larger value of [[f, g], [0, h]], sines and cosines"""
    ft, ht, is_swapped = (h, f, True) if abs(h) > abs(f) else (f, h, False)
    fa, ha, ga = abs(ft), abs(ht), abs(g)
    largest = 3 if is_swapped else 1
    if ga == 0:
        low, high, clt, crt, slt, srt = ha, fa, 1.0, 1.0, 0.0, 0.0
    elif ga > fa and fa / ga < _EPS:
        largest, high = 2, ga
        low = fa / (ga / ha) if ha > 1 else fa / ga * ha
        clt, slt, srt, crt = 1.0, ht / g, 1.0, ft / g
    else:
        largest = 2 if ga > fa else largest
        gap = fa - ha
        ell = 1.0 if gap == fa else gap / fa
        m, t = g / ft, 2 - ell
        s, r = math.hypot(t, m), abs(m) if ell == 0 else math.hypot(ell, m)
        a = 0.5 * (s + r)
        low, high = ha / a, fa * a
        if m * m == 0:
            t = _sign(2, ft) * _sign(1, g) if ell == 0 else g / _sign(gap, ft) + m / t
        else:
            t = (m / (s + t) + m / (r + ell)) * (1 + a)
        ell = math.hypot(t, 2)
        crt, srt = 2 / ell, t / ell
        clt, slt = (crt + srt * m) / a, ht / ft * srt / a
    csl, snl, csr, snr = (srt, crt, slt, clt) if is_swapped else (clt, slt, crt, srt)
    pairs = {1: (csr, csl, f), 2: (snr, csl, g), 3: (snr, snl, h)}[largest]
    sign = math.prod(_sign(1.0, value) for value in pairs)
    return _sign(low, sign * _sign(1, f) * _sign(1, h)), _sign(high, sign), snr, csr, snl, csl


def _two_diagonals(d, e, vt, u):
    """dbdsqr: d becomes the singular values from the largest; vt and u are rotated with them."""
    n = len(d)
    tol = max(10.0, min(100.0, _EPS**-0.125)) * _EPS
    mu = least = abs(d[0])
    for i in range(1, n):
        mu = abs(d[i]) * (mu / (mu + abs(e[i - 1]))) if mu else 0.0
        least = min(least, mu)
    threshold = max(tol * least / math.sqrt(n), 6 * n * n * _LEAST)
    old_low, old_m, m, is_down = -1, -1, n - 1, True
    while m > 0:
        low, most = m - 1, abs(d[m])
        while low >= 0 and abs(e[low]) > threshold:
            most = max(most, abs(d[low]), abs(e[low]))
            low -= 1
        if low >= 0:
            e[low] = 0.0
            if low == m - 1:
                m -= 1
                continue
        low += 1
        if low == m - 1:
            d[m], d[m - 1], snr, csr, snl, csl = _singular_of_two(d[m - 1], e[m - 1], d[m])
            e[m - 1] = 0.0
            x, y = vt[m - 1], vt[m]
            vt[m - 1] = [csr * p + snr * q for p, q in zip(x, y)]
            vt[m] = [csr * q - snr * p for p, q in zip(x, y)]
            _rotate_columns(u, m - 1, m, csl, snl)
            m -= 2
            continue
        if low > old_m or m < old_low:
            is_down = abs(d[low]) >= abs(d[m])
        end, at = (m, m - 1) if is_down else (low, low)
        if abs(e[at]) <= tol * abs(d[end]):
            e[at] = 0.0
            continue
        steps = range(low, m) if is_down else range(m - 1, low - 1, -1)
        mu = smallest = abs(d[low if is_down else m])
        is_cut = False
        for k in steps:
            if abs(e[k]) <= tol * mu:
                e[k], is_cut = 0.0, True
                break
            mu = abs(d[k + 1 if is_down else k]) * (mu / (mu + abs(e[k])))
            smallest = min(smallest, mu)
        if is_cut:
            continue
        old_low, old_m = low, m
        shift = 0.0
        if n * tol * (smallest / most) > max(_EPS, 0.01 * tol):
            k = m - 1 if is_down else low
            shift = _least_of_two(d[k], e[k], d[k + 1])
            start = abs(d[low if is_down else m])
            if start > 0 and (shift / start) ** 2 < _EPS:
                shift = 0.0
        (_down if is_down else _up)(d, e, vt, u, low, m, shift)
        at = m - 1 if is_down else low
        if abs(e[at]) <= threshold:
            e[at] = 0.0
    for i in range(n):
        if d[i] < 0:
            d[i] = -d[i]
            vt[i] = [-x for x in vt[i]]
    for last in range(n - 1, 0, -1):
        k = 0
        for j in range(1, last + 1):
            k = j if d[j] <= d[k] else k
        if k != last:
            d[k], d[last] = d[last], d[k]
            vt[k], vt[last] = vt[last], vt[k]
            for row in u:
                row[k], row[last] = row[last], row[k]


def _down(d, e, vt, u, low, m, shift):
    if shift == 0:
        cs = old_cs = 1.0
        old_sn = 0.0
        for i in range(low, m):
            cs, sn, r = _rotation(d[i] * cs, e[i])
            if i > low:
                e[i - 1] = old_sn * r
            old_cs, old_sn, d[i] = _rotation(old_cs * r, d[i + 1] * sn)
            _rotate_next_rows(vt, i, cs, sn)
            _rotate_next_columns(u, i, old_cs, old_sn)
        h = d[m] * cs
        d[m], e[m - 1] = h * old_cs, h * old_sn
        return
    f, g = (abs(d[low]) - shift) * (_sign(1, d[low]) + shift / d[low]), e[low]
    for i in range(low, m):
        cosr, sinr, r = _rotation(f, g)
        if i > low:
            e[i - 1] = r
        f, e[i] = cosr * d[i] + sinr * e[i], cosr * e[i] - sinr * d[i]
        g, d[i + 1] = sinr * d[i + 1], cosr * d[i + 1]
        cosl, sinl, d[i] = _rotation(f, g)
        f, d[i + 1] = cosl * e[i] + sinl * d[i + 1], cosl * d[i + 1] - sinl * e[i]
        if i < m - 1:
            g, e[i + 1] = sinl * e[i + 1], cosl * e[i + 1]
        _rotate_next_rows(vt, i, cosr, sinr)
        _rotate_next_columns(u, i, cosl, sinl)
    e[m - 1] = f


def _up(d, e, vt, u, low, m, shift):
    if shift == 0:
        cs = old_cs = 1.0
        old_sn = 0.0
        for i in range(m, low, -1):
            cs, sn, r = _rotation(d[i] * cs, e[i - 1])
            if i < m:
                e[i] = old_sn * r
            old_cs, old_sn, d[i] = _rotation(old_cs * r, d[i - 1] * sn)
            _rotate_next_rows(vt, i - 1, old_cs, -old_sn)
            _rotate_next_columns(u, i - 1, cs, -sn)
        h = d[low] * cs
        d[low], e[low] = h * old_cs, h * old_sn
        return
    f, g = (abs(d[m]) - shift) * (_sign(1, d[m]) + shift / d[m]), e[m - 1]
    for i in range(m, low, -1):
        cosr, sinr, r = _rotation(f, g)
        if i < m:
            e[i] = r
        f, e[i - 1] = cosr * d[i] + sinr * e[i - 1], cosr * e[i - 1] - sinr * d[i]
        g, d[i - 1] = sinr * d[i - 1], cosr * d[i - 1]
        cosl, sinl, d[i] = _rotation(f, g)
        f, d[i - 1] = cosl * e[i - 1] + sinl * d[i - 1], cosl * d[i - 1] - sinl * e[i - 1]
        if i > low + 1:
            g, e[i - 2] = sinl * e[i - 2], cosl * e[i - 2]
        _rotate_next_rows(vt, i - 1, cosl, -sinl)
        _rotate_next_columns(u, i - 1, cosr, -sinr)
    e[low] = f


# ------------------------------------------------------------------- of any square matrix


def general(rows):
    """dgeev -> values, vectors as columns: floats, or complex numbers where one of them is."""
    h, n = [list(row) for row in rows], len(rows)
    by = _scale(h)
    low, high, scales, swaps = _balanced(h)
    z = _to_hessenberg(h, low, high)
    values = _schur(h, z, low, high)
    columns, k = [], 0
    while k < n:
        is_pair = values[k].imag != 0
        x = _backwards(h, values[k], k, is_pair)
        column = [sum(p * q for p, q in zip(row, x)) for row in z]
        column = [value * scale for value, scale in zip(column, scales)]
        for i, j in reversed(swaps):
            column[i], column[j] = column[j], column[i]
        column = _of_length_one(column, is_pair)
        columns.append(column)
        if is_pair:
            columns.append([value.conjugate() for value in column])
        k += 1 + is_pair
    values = [value / by for value in values]
    if all(value.imag == 0 for value in values):
        values = [value.real for value in values]
    return values, _transposed(columns)


def _of_length_one(column, is_pair):
    size = math.hypot(*(part for x in column for part in (x.real, x.imag)))
    column = [x / size for x in column]
    if not is_pair:
        return column
    sizes = [x.real**2 + x.imag**2 for x in column]
    k = sizes.index(max(sizes))
    c, s, _ = _rotation(column[k].real, column[k].imag)
    column = [x * complex(c, -s) for x in column]
    column[k] = complex(column[k].real, 0.0)
    return column


def _balanced(a):
    """dgebal: rows that stand alone go to the ends, the others are made of like size."""
    n = len(a)
    low, high, swaps, scales = 0, n - 1, [], [1.0] * n

    def swap(i, j):
        swaps.append((i, j))
        a[i], a[j] = a[j], a[i]
        for row in a:
            row[i], row[j] = row[j], row[i]

    def alone(get):
        return all(get(j) == 0 for j in range(low, high + 1))

    while True:
        rows = (i for i in range(high, -1, -1) if alone(lambda j: j != i and a[i][j]))
        i = next(rows, None)
        if i is None:
            break
        swap(i, high)
        if high == 0:
            return 0, 0, scales, swaps
        high -= 1
    while True:
        columns = (j for j in range(low, high + 1) if alone(lambda i: i != j and a[i][j]))
        j = next(columns, None)
        if j is None:
            break
        swap(j, low)
        low += 1
    is_done = False
    while not is_done:
        is_done = True
        for i in range(low, high + 1):
            c = math.hypot(*(a[k][i] for k in range(low, high + 1)))
            r = math.hypot(*(a[i][k] for k in range(low, high + 1)))
            if c == 0 or r == 0:
                continue
            f, total = 1.0, c + r
            while c < r / 2 and f < 2.0**500:
                f, c, r = f * 2, c * 2, r / 2
            while c / 2 >= r and f > 2.0**-500:
                f, c, r = f / 2, c / 2, r * 2
            if c + r < 0.95 * total:
                is_done = False
                scales[i] *= f
                a[i] = [x / f for x in a[i]]
                for row in a:
                    row[i] *= f
    return low, high, scales, swaps


def _to_hessenberg(h, low, high):
    """dgehd2; what it was multiplied by"""
    n, reflectors = len(h), []
    for i in range(low, high):
        beta, tau, v = _reflector([h[k][i] for k in range(i + 1, high + 1)])
        _from_right(h, tau, v, i + 1, 0, high + 1)
        _from_left(h, tau, v, i + 1, i + 1, n)
        h[i + 1][i] = beta
        for k in range(i + 2, high + 1):
            h[k][i] = 0.0
        reflectors.append((tau, v, i + 1))
    return _product_of(n, reflectors)


def _schur(h, z, low, high):
    """dlahqr: h becomes triangular but for pairs -> the eigenvalues"""
    n = len(h)
    values = [complex(h[k][k]) for k in range(n)]
    tiny = _LEAST * ((high - low + 1) / _ULP)
    i, count = high, 0
    while i >= low:
        first = _where_small(h, low, i, high, tiny)
        if first > low:
            h[first][first - 1] = 0.0
        if first >= i - 1:
            if first == i:
                values[i] = complex(h[i][i])
            else:
                values[i - 1], values[i] = _standard(h, z, i, n)
            i, count = first - 1, 0
            continue
        count += 1
        if count > 30 * max(10, high - low + 1):
            raise ArithmeticError("no convergence")
        _double_step(h, z, first, i, _shifts(h, first, i, count))
    return values


def _where_small(h, low, i, high, tiny):
    for k in range(i, low, -1):
        below = abs(h[k][k - 1])
        if below <= tiny:
            return k
        total = abs(h[k - 1][k - 1]) + abs(h[k][k])
        if total == 0:
            total += abs(h[k - 1][k - 2]) if k - 2 >= low else 0.0
            total += abs(h[k + 1][k]) if k + 1 <= high else 0.0
        if below <= _ULP * total:
            above, gap = abs(h[k - 1][k]), abs(h[k - 1][k - 1] - h[k][k])
            ab, ba = max(below, above), min(below, above)
            aa, bb = max(abs(h[k][k]), gap), min(abs(h[k][k]), gap)
            s = aa + ab
            if ba * (ab / s) <= max(tiny, _ULP * (bb * (aa / s))):
                return k
    return low


def _shifts(h, first, i, count):
    if count % 20 == 0 or count % 10 == 0:
        k = i if count % 20 == 0 else first
        rows = (i, i - 1) if count % 20 == 0 else (first + 1, first + 2)
        s = sum(abs(h[row][row - 1]) for row in rows)
        h11 = h22 = 0.75 * s + h[k][k]
        h12, h21 = -0.4375 * s, s
    else:
        h11, h12, h21, h22 = h[i - 1][i - 1], h[i - 1][i], h[i][i - 1], h[i][i]
    s = abs(h11) + abs(h12) + abs(h21) + abs(h22)
    if s == 0:
        return 0.0, 0.0, 0.0, 0.0
    h11, h12, h21, h22 = h11 / s, h12 / s, h21 / s, h22 / s
    half = (h11 + h22) / 2
    det = (h11 - half) * (h22 - half) - h12 * h21
    root = math.sqrt(abs(det))
    if det >= 0:
        return half * s, root * s, half * s, -root * s
    one, other = half + root, half - root
    near = one if abs(one - h22) <= abs(other - h22) else other
    return near * s, 0.0, near * s, 0.0


def _double_step(h, z, first, i, shifts):
    n = len(h)
    r1, i1, r2, i2 = shifts
    for m in range(i - 2, first - 1, -1):
        below = abs(h[m + 1][m])
        s = abs(h[m][m] - r2) + abs(i2) + below
        below = h[m + 1][m] / s
        v = [
            below * h[m][m + 1] + (h[m][m] - r1) * ((h[m][m] - r2) / s) - i1 * (i2 / s),
            below * (h[m][m] + h[m + 1][m + 1] - r1 - r2),
            below * h[m + 2][m + 1],
        ]
        s = sum(map(abs, v))
        v = [x / s for x in v]
        if m == first:
            break
        around = abs(h[m - 1][m - 1]) + abs(h[m][m]) + abs(h[m + 1][m + 1])
        if abs(h[m][m - 1]) * (abs(v[1]) + abs(v[2])) <= _ULP * abs(v[0]) * around:
            break
    for k in range(m, i):
        size = min(3, i - k + 1)
        if k > m:
            v = [h[k + j][k - 1] for j in range(size)]
        beta, tau, w = _reflector(v[:size])
        if k > m:
            h[k][k - 1] = beta
            for j in range(1, size):
                h[k + j][k - 1] = 0.0
        elif m > first:
            h[k][k - 1] *= 1 - tau
        _from_left(h, tau, w, k, k, n)
        _from_right(h, tau, w, k, 0, min(k + 3, i) + 1)
        _from_right(z, tau, w, k, 0, n)


def _standard(h, z, i, n):
    """dlanv2 of the two rows that end in i, which become triangular, or have equal diagonals."""
    a, b, c, d = h[i - 1][i - 1], h[i - 1][i], h[i][i - 1], h[i][i]
    cs, sn = 1.0, 0.0
    if c == 0:
        pass
    elif b == 0:
        cs, sn, a, b, c, d = 0.0, 1.0, d, -c, 0.0, a
    elif a != d or _sign(1, b) == _sign(1, c):
        gap = a - d
        p, most = 0.5 * gap, max(abs(b), abs(c))
        least = min(abs(b), abs(c)) * _sign(1, b) * _sign(1, c)
        scale = max(abs(p), most)
        x = p / scale * p + most / scale * least
        if x >= 4 * _EPS:
            x = p + _sign(math.sqrt(scale) * math.sqrt(x), p)
            a, d = d + x, d - most / x * least
            tau = math.hypot(c, x)
            cs, sn, b, c = x / tau, c / tau, b - c, 0.0
        else:
            total = b + c
            tau = math.hypot(total, gap)
            cs = math.sqrt(0.5 * (1 + abs(total) / tau))
            sn = -(p / (tau * cs)) * _sign(1, total)
            aa, bb, cc, dd = a * cs + b * sn, b * cs - a * sn, c * cs + d * sn, d * cs - c * sn
            a, b, c, d = aa * cs + cc * sn, bb * cs + dd * sn, cc * cs - aa * sn, dd * cs - bb * sn
            a = d = 0.5 * (a + d)
            if c != 0 and b == 0:
                b, c, cs, sn = -c, 0.0, -sn, cs
            elif c != 0 and _sign(1, b) == _sign(1, c):
                one, other = math.sqrt(abs(b)), math.sqrt(abs(c))
                p, tau = _sign(one * other, c), 1 / math.sqrt(abs(b + c))
                a, d, b, c = a + p, d - p, b - c, 0.0
                cs, sn = (cs * one - sn * other) * tau, (cs * other + sn * one) * tau
    for j in range(i + 1, n):
        x, y = h[i - 1][j], h[i][j]
        h[i - 1][j], h[i][j] = cs * x + sn * y, cs * y - sn * x
    _rotate_columns(h[: i - 1], i - 1, i, cs, sn)
    _rotate_columns(z, i - 1, i, cs, sn)
    h[i - 1][i - 1], h[i - 1][i], h[i][i - 1], h[i][i] = a, b, c, d
    if c == 0:
        return complex(a), complex(d)
    size = math.sqrt(abs(b)) * math.sqrt(abs(c))
    return complex(a, size), complex(d, -size)


def _backwards(t, value, k, is_pair):
    """dtrevc: t x = value x, of the last numbers that are not 0 upwards."""
    n, x = len(t), [0.0] * len(t)
    value = value if is_pair else value.real
    x[k] = 1.0
    if is_pair:
        if abs(t[k][k + 1]) >= abs(t[k + 1][k]):
            x[k], x[k + 1] = 1.0, complex(0, value.imag / t[k][k + 1])
        else:
            x[k], x[k + 1] = -value.imag / t[k + 1][k], 1j
    last = k + is_pair
    small = max(_ULP * (abs(value.real) + abs(value.imag)), _LEAST / _ULP * n)
    j = k - 1
    while j >= 0:
        if j > 0 and t[j][j - 1] != 0:
            r = [-sum(t[i][m] * x[m] for m in range(j + 1, last + 1)) for i in (j - 1, j)]
            a, b, c, d = t[j - 1][j - 1] - value, t[j - 1][j], t[j][j - 1], t[j][j] - value
            det = a * d - b * c
            det = det if abs(det) > small * small else small * small
            x[j - 1], x[j] = (r[0] * d - b * r[1]) / det, (a * r[1] - c * r[0]) / det
            j -= 2
        else:
            pivot = t[j][j] - value
            pivot = pivot if abs(pivot) >= small else small
            x[j] = -sum(t[j][m] * x[m] for m in range(j + 1, last + 1)) / pivot
            j -= 1
        most = max(map(abs, x))
        if most > 1e100:
            x = [y / most for y in x]
    return x
