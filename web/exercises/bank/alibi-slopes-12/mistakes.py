# ==== geometric
# This is the plain row 2^(−8h/n). It agrees for powers of two only; for 12 heads the authors take
# 8 slopes of 8 heads and 4 of 16 (mlx#343, TensorRT-LLM#1611).


def get_slopes(n_heads):
    return 2 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)


# ==== zero-based
# Heads are counted from 0, so the first slope is 1. The row begins with its own ratio: the
# exponent is −8 (h + 1) / n when h counts from 0.


def get_slopes(n_heads):
    return 2 ** (-8 * torch.arange(n_heads) / n_heads)


# ==== sorted
# The slopes are the right ones, but sorted. The extra ones come last; a checkpoint’s heads are in
# that order (the unsorted list has been taken for a bug more than once: TensorRT-LLM#1611).


def get_slopes(n_heads):
    m = 2 ** int(math.log2(n_heads))
    first = [2 ** (-8 * h / m) for h in range(1, m + 1)]
    more = [2 ** (-4 * h / m) for h in range(1, 2 * m + 1)][0::2][: n_heads - m]
    return torch.tensor(sorted(first + more, reverse=True))


# ==== next-power
# These are the first slopes of the next larger power of two. The gentle ones at the end are
# missing: 12 heads would stop at 2^(−6).


def get_slopes(n_heads):
    n = 2 ** math.ceil(math.log2(n_heads))
    return 2 ** (-8 * torch.arange(1, n_heads + 1) / n)


# ==== no-stride
# The extra slopes are the first ones of 2m heads, without leaving every second one out. Half of
# them are there already: two heads would be the same.


def get_slopes(n_heads):
    m = 2 ** int(math.log2(n_heads))
    first = [2 ** (-8 * h / m) for h in range(1, m + 1)]
    more = [2 ** (-4 * h / m) for h in range(1, 2 * m + 1)]
    return torch.tensor(first + more[: n_heads - m])


# ==== even-extras
# Every second slope of 2m heads, but beginning with the second: those are exactly the slopes of m
# heads, which are there already.


def get_slopes(n_heads):
    m = 2 ** int(math.log2(n_heads))
    first = [2 ** (-8 * h / m) for h in range(1, m + 1)]
    more = [2 ** (-4 * h / m) for h in range(1, 2 * m + 1)]
    return torch.tensor(first + more[1::2][: n_heads - m])


# ==== slopes-one-over-h
# The slopes are 1 / h. They should be powers of two.
# change: 2.0 ** (-8.0 * torch.arange(1, n + 1) / n) -> 1 / torch.arange(1, n + 1)


# ==== base-e
# The slopes are powers of e; they should be powers of two.
# change: 2.0 ** -> math.e **


# ==== from-the-end
# The extra slopes are the last ones of every second slope of 2m heads. They are the first ones.
# change: [0::2][: n_heads - m] -> [0::2][2 * m - n_heads :]


# ==== nearest-power
# m is the power of two nearest to n_heads, which may be above it. It is the largest one below.
# change: int(math.log2(n_heads)) -> round(math.log2(n_heads))
