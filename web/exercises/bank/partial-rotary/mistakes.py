# ==== whole-head
# The whole head rotates. Only the first rotary_dim channels may; the rest stays.


def partial_rope(x, rotary_dim, base=10000.0):
    rotary_dim = x.shape[-1]
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos, rest], dim=-1)


# ==== whole-head-exponent
# The exponent is divided by the whole head, so the pairs rotate too fast: that is the
# proportional rule. Here it is divided by rotary_dim (pie#602; pegainfer#820 warns of one
# parameter for both).


def partial_rope(x, rotary_dim, base=10000.0):
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / x.shape[-1])
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos, rest], dim=-1)


# ==== far-partner
# Channel j is paired with channel j + head_dim / 2. Its partner should be rotary_dim / 2 away,
# inside the part that is rotated.


def partial_rope(x, rotary_dim, base=10000.0):
    n, d = x.shape[-2:]
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(n), w)
    cos, sin = torch.ones(n, d // 2), torch.zeros(n, d // 2)
    cos[:, : rotary_dim // 2] = angles.cos()
    sin[:, : rotary_dim // 2] = angles.sin()
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== rotates-the-end
# The last rotary_dim channels rotate. The exercise wants the first.


def partial_rope(x, rotary_dim, base=10000.0):
    n_rest = x.shape[-1] - rotary_dim
    rest, part = x[..., :n_rest], x[..., n_rest:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([rest, a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== rest-lost
# Only the part that is rotated came back. The rest of the head belongs behind it, unchanged.


def partial_rope(x, rotary_dim, base=10000.0):
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== interleaved
# The pairs are neighbours, (0, 1), (2, 3), …: interleaved. Here they are half-split, (j, j +
# rotary_dim / 2) (transformers#25199).


def partial_rope(x, rotary_dim, base=10000.0):
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., 0::2], part[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)
    return torch.cat([rotated, rest], dim=-1)


# ==== reversed
# It rotates the other way: (a cos − b sin, a sin + b cos) has its minus with the first.


def partial_rope(
    x: torch.Tensor, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """x (n_heads, n, head_dim) with the first rotary_dim channels of each head rotated
    by position."""
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos + b * sin, b * cos - a * sin, rest], dim=-1)


# ==== dropped-base
# The argument base is not used: 10000 is written in its place.


def partial_rope(
    x: torch.Tensor, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """x (n_heads, n, head_dim) with the first rotary_dim channels of each head rotated
    by position."""
    part, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    half = rotary_dim // 2
    w = 10000.0 ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    angles = torch.outer(torch.arange(x.shape[-2]), w)
    cos, sin = angles.cos(), angles.sin()
    a, b = part[..., :half], part[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos, rest], dim=-1)


# ==== base-1000
# The base is divided by ten before it is used.
# change: w = base ** -> w = (base / 10) **


# ==== swapped-halves
# The two rotated halves come back in each other’s place.
# change: [a * cos - b * sin, a * sin + b * cos, -> [a * sin + b * cos, a * cos - b * sin,


# ==== from-one
# Positions begin at 1; the first token is at 0.
# change: torch.arange(x.shape[-2]) -> torch.arange(1, x.shape[-2] + 1)


# ==== two-pluses
# Both sines have a plus: that is no rotation. It is a cos − b sin and a sin + b cos.
# change: a * cos - b * sin -> a * cos + b * sin


# ==== two-minuses
# Both sines have a minus: that is no rotation. It is a cos − b sin and a sin + b cos.
# change: a * sin + b * cos -> b * cos - a * sin


# ==== exponent-halved
# The frequencies are base^(−j / rotary_dim). The exponent of pair j is −2j / rotary_dim.
# change: 0, rotary_dim, -> rotary_dim //


# ==== whole-head-in-pairs
# All channels rotate, paired across the whole head, with the frequencies of a narrower one. Only
# the first rotary_dim may, in pairs of their own.
# change: part, rest = x[..., :rotary_dim], x[..., rotary_dim:] -> part, rest = x, x[..., :0]
# change: half = rotary_dim // 2 -> half = x.shape[-1] // 2
# change: torch.arange(0, rotary_dim, 2) -> torch.arange(0, x.shape[-1], 2)
