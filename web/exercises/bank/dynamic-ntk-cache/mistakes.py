# ==== keys-as-they-came
# Each key keeps the base of the moment at which it came: a cache of rotated keys. Past
# max_position queries and keys no longer share their frequencies (transformers#25104, #27227).


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    cache = []
    for i in range(n):
        w = inverse_frequencies(d, i + 1, max_position, factor, base)
        cache.append(rotated(k[i : i + 1], w, i)[0])
        scores[i, : i + 1] = torch.stack(cache) @ rotated(q[i : i + 1], w, i)[0]
    return scores


# ==== last-length
# All rows use the base of the last length. That is what a model gets that reads the whole text at
# once; while it was generated, row i knew only i + 1 tokens.


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    w = inverse_frequencies(d, n, max_position, factor, base)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    return (rotated(q, w) @ rotated(k, w).T).masked_fill(future, -math.inf)


# ==== one-late
# Row i uses the base of length i. With token i there the text has i + 1 tokens: the base begins
# to grow one step too late (mistral.rs#251).


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    for i in range(n):
        w = inverse_frequencies(d, i, max_position, factor, base)
        scores[i, : i + 1] = rotated(k[: i + 1], w) @ rotated(q[i : i + 1], w, i)[0]
    return scores


# ==== interleaved
# The pairs are neighbours, (0, 1), (2, 3), …: interleaved. Here they are half-split, (c, c + d /
# 2).


def rotated(x, w, first=0):
    angles = torch.outer(torch.arange(first, first + len(x)), w)
    a, b = x[:, 0::2], x[:, 1::2]
    return torch.stack(
        [a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()],
        dim=-1,
    ).flatten(-2)


# ==== rotated-backwards
# Everything is rotated the wrong way round: the scores are those of distance j − i. A pair (a, b)
# becomes (a cos − b sin, a sin + b cos).


def rotated(x, w, first=0):
    angles = torch.outer(torch.arange(first, first + len(x)), w)
    a, b = x.chunk(2, dim=-1)
    return torch.cat(
        [a * angles.cos() + b * angles.sin(), b * angles.cos() - a * angles.sin()],
        dim=-1,
    )


# ==== plain-power
# The exponent d / (d − 2) is missing: the base grows by the bracket alone, and the slowest pair
# is not slowed down enough.


def inverse_frequencies(d, length, max_position, factor, base):
    m = max(length, max_position)
    grown = base * (factor * m / max_position - (factor - 1))
    return grown ** (-torch.arange(0, d, 2) / d)


# ==== never-grown
# The base never grows: this is plain RoPE. From max_position + 1 tokens on it should.


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    w = base ** (-torch.arange(0, d, 2) / d)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    return (rotated(q, w) @ rotated(k, w).T).masked_fill(future, -math.inf)


# ==== grown-at-once
# The base is grown by the factor from the start: static NTK scaling. The dynamic rule changes
# nothing up to max_position, and more and more beyond.


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    w = (base * factor ** (d / (d - 2))) ** (-torch.arange(0, d, 2) / d)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    return (rotated(q, w) @ rotated(k, w).T).masked_fill(future, -math.inf)


# ==== old-keys-once
# Queries follow the growing base, keys stay with that of training. Both sides need one base, the
# query’s (transformers#25104).


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    scores = torch.full((n, n), -math.inf)
    for i in range(n):
        old = inverse_frequencies(
            d, min(i + 1, max_position), max_position, factor, base
        )
        w = inverse_frequencies(d, i + 1, max_position, factor, base)
        scores[i, : i + 1] = rotated(k[: i + 1], old) @ rotated(q[i : i + 1], w, i)[0]
    return scores


# ==== factor-of-the-length
# The base grows by the factor alone, once the text is longer than max_position.
# change: (factor * m / max_position - (factor - 1)) -> (factor if m > max_position else 1.0)


# ==== length-over-maximum
# The base grows by length / max_position alone: factor is not used.
# change: (factor * m / max_position - (factor - 1)) -> (m / max_position)


# ==== divided-by-root
# The scores are divided by √d. Here they are not.
# change: scores[i, : i + 1] = rotated -> scores[i, : i + 1] = d**-0.5 * rotated


# ==== nothing-taken-off
# The base grows by factor · m / max_position: factor − 1 is not taken off, and it jumps at
# max_position.
# change: - (factor - 1) -> if m > max_position else 1.0


# ==== grown-from-the-start
# The base is multiplied by factor · m / max_position, up to max_position too: factor − 1 is not
# taken off. There nothing should change.
# change:  - (factor - 1)) -> )


# ==== power-of-half-the-width
# The bracket is raised to d / 2. Its exponent is d / (d − 2).
# change: ** (d / (d - 2)) -> ** (d / 2)


# ==== query-one-further
# The query is rotated by one position too many. Token i is at position i; its text has i + 1.
# change: rotated(q[i : i + 1], w, i) -> rotated(q[i : i + 1], w, i + 1)


# ==== base-in-the-power
# The base is raised to d / (d − 2) together with the bracket. Only the bracket is.
# change: grown = base * (factor * m -> grown = (base * factor * m
# change: - (factor - 1)) -> - base * (factor - 1))
