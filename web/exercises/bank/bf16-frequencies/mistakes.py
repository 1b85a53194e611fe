# ==== cast-too-early
# safe_tables rounds the frequencies before they meet the position: the very mistake that the
# first function measures (gpt-neox#1003, sglang-jax#1472).


def safe_tables(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angles = torch.outer(
        positions.to(torch.float64), w.to(torch.bfloat16).to(torch.float64)
    )
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)


# ==== angles-cast
# safe_tables rounds the angles. From 256 radians on, neighbours in bfloat16 are 2 radians apart,
# a third of a turn. Cast the cosines and sines.


def safe_tables(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angles = (
        torch.outer(positions.to(torch.float64), w).to(torch.bfloat16).to(torch.float64)
    )
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)


# ==== not-on-the-circle
# The error grows past π. Half a turn is the most that two directions can differ by: add or
# subtract 2π until the difference is within ±π.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return d.abs()


# ==== longer-way
# The error runs from 0 to 2π: a little behind counts as almost a whole turn ahead. Take the
# shorter way: the smaller of it and 2π minus it.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.remainder(d, 2 * math.pi)


# ==== exponent-doubled
# The frequencies fall twice as fast as they should: 2i counts the pairs already, base^(−2i /
# head_dim). arange(0, head_dim, 2) holds 2i.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-2 * torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.atan2(d.sin(), d.cos()).abs()


def safe_tables(head_dim, positions, base=10000.0):
    w = base ** (-2 * torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angles = torch.outer(positions.to(torch.float64), w)
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)


# ==== with-sign
# The error has a sign. The exercise wants how far, whether ahead or behind: between 0 and π.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.atan2(d.sin(), d.cos())


# ==== half-precision
# Rounded to float16. That has three bits more than bfloat16, so most of its errors are eight
# times smaller.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.float16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.atan2(d.sin(), d.cos()).abs()


# ==== sum-of-differences
# This is the difference of two cosines. It is 0 where the cosine is flat though the angle is off;
# the exercise wants the angle.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    a = torch.outer(positions.to(torch.float64), w)
    return (torch.outer(positions.to(torch.float64), rounded).cos() - a.cos()).abs()


# ==== positions-rounded
# The positions are rounded as well: from 257 on, bfloat16 has not every whole number. That is a
# mistake of its own (transformers#29496); here only the frequency is rounded.


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.bfloat16).to(torch.float64)
    p = positions.to(torch.float64)
    d = torch.outer(p.to(torch.bfloat16).to(torch.float64), rounded) - torch.outer(p, w)
    return torch.atan2(d.sin(), d.cos()).abs()


# ==== exponent-halved
# The exponent of pair i is −i / head_dim. It is −2i / head_dim.
# change: / head_dim) -> / head_dim / 2)


# ==== angles-rounded
# phase_error rounds the angles. The frequencies are rounded, before they meet the position.
# change: rounded - w) -> w); d = d.to(torch.bfloat16).to(torch.float64) - d


# ==== folded-at-pi
# The error is taken modulo π. Beyond half a turn the shorter way is 2π less the error.
# change: torch.atan2(d.sin(), d.cos()).abs() -> d.abs() % math.pi
