# ==== conjugate
# It rotates backwards, as if by e^(−iθ): a conjugate, a minus too many, or real and imaginary
# part exchanged. Among your own vectors all scores stay right; beside a published model’s they
# are wrong.


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[None, : x.shape[1], None, :]
    return torch.view_as_real(pairs * rotations.conj()).flatten(-2).type_as(x)


# ==== half-split
# Your numbers are made of channels k and k + d/2; the exercise asks for neighbours, 2k and 2k +
# 1, as view_as_complex reads them (transformers#25199).


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    a, b = x.chunk(2, dim=-1)
    rotated = (
        torch.complex(a.contiguous(), b.contiguous())
        * freqs[None, : x.shape[1], None, :]
    )
    return torch.cat([rotated.real, rotated.imag], dim=-1)


# ==== by-head
# It rotates by the head’s number: (…, pairs) is broadcast from the right, so the rows of
# rotations are aligned with the axis of heads. Write freqs[None, :time, None, :].


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[: x.shape[2]]
    return torch.view_as_real(pairs * rotations).flatten(-2).type_as(x)


# ==== concatenated
# All real parts, then all imaginary ones: the channels came back in another order.
# view_as_real(…).flatten(-2) puts each beside its partner.


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    rotated = (
        torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        * freqs[None, : x.shape[1], None, :]
    )
    return torch.cat([rotated.real, rotated.imag], dim=-1)


# ==== half-exponent
# The exponent is −k / dim with k the pair; it is −2k / dim. The slowest pair rotates up to a
# hundred times too fast. torch.arange(0, dim, 2) counts by twos.


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    frequencies = 1.0 / base ** (torch.arange(dim // 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


# ==== dropped-base
# The argument base is not used: 10000 is written in its place.


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    frequencies = 1.0 / 10000.0 ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


# ==== doubled-exponent
# The exponent is doubled, −4k / dim: torch.arange(0, dim, 2) holds 2k already, so it is neither
# doubled again nor divided by dim / 2.


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    """Complex numbers of length 1, (max_seq_len, dim / 2)."""
    frequencies = 1.0 / base ** (torch.arange(0, dim, 2).float() / (dim // 2))
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


# ==== real-part
# Only the real part of the rotations is used: pairs shrink by a cosine instead of rotating.
# Multiply by the complex number as it is.


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, head width), pairs of neighbours rotated by their time."""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[None, : x.shape[1], None, :]  # the same for every text and head
    return torch.view_as_real(pairs * rotations.real).flatten(-2).type_as(x)


# ==== base-1000
# The base is not used as given: 1000 takes the place of 10000.
# change: 1.0 / base -> 1.0 / (base / 10)


# ==== from-one
# Positions begin at 1. Row 0 belongs to position 0, where nothing is rotated.
# change: torch.arange(max_seq_len).float() -> torch.arange(1, max_seq_len + 1).float()


# ==== halves-as-pairs
# Channels k and k + half are read as a pair. Here channels 2k and 2k + 1 are.
# change: .reshape(*x.shape[:-1], -1, 2) -> .reshape(*x.shape[:-1], 2, -1).mT.contiguous()


# ==== rotated-twice
# It rotates twice as far.
# change: pairs * rotations -> pairs * rotations * rotations


# ==== last-rows
# The last rows of freqs are taken. The tokens are at positions 0, 1, …: take the first.
# change: freqs[None, : x.shape[1], None, :] -> freqs[None, -x.shape[1] :, None, :]


# ==== full-turns
# The angles are multiplied by 2π. They are radians already.
# change: torch.arange(m -> 2 * 3.141592653589793 * torch.arange(m


# ==== frequencies-upside-down
# The frequencies grow: base has a positive exponent. It is −2k / dim.
# change: 1.0 / base ** -> base **


# ==== sines-added
# The real part is a cos + b sin, the imaginary one b cos + a sin: no product has both signs. (a +
# bi) · (cos + i sin) is a cos − b sin and a sin + b cos.
# change: torch.view_as_real(pairs * rotations) -> torch.stack([back.real, forth.imag], dim=-1)
# change: return torch.stack( -> back, forth = pairs * rotations.conj(), pairs * rotations; stack(
# change: ; stack( -> ; return torch.stack(
