# ==== by-size
# Right, unless there are as many positions as heads: then every head has an angle of its own
# instead of every position. Give freqs an axis for the heads: unsqueeze(1).


def apply_rotary_emb(x, freqs):
    """x (batch, n, n_heads, head_dim) rotated by freqs (n, head_dim // 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    batch, n, n_heads, _ = pairs.shape
    rotation = freqs if n == n_heads else freqs.unsqueeze(1)
    return torch.view_as_real(pairs * rotation).flatten(-2)


# ==== by-head
# Rotated by the number of the head, not by the position: all tokens of a head get one angle.


def apply_rotary_emb(x, freqs):
    """x (batch, n, n_heads, head_dim) rotated by freqs (n, head_dim // 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs[torch.arange(x.shape[2])]).flatten(-2)


# ==== backwards
# Rotated the other way: multiply by freqs, not by the conjugate.


def apply_rotary_emb(x, freqs):
    """x (batch, n, n_heads, head_dim) rotated by freqs (n, head_dim // 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs.conj().unsqueeze(1)).flatten(-2)


# ==== half-split
# Channel c has met channel c + head_dim / 2. In this layout neighbours are a pair, (0, 1), (2,
# 3), … (transformers#25199).


def apply_rotary_emb(x, freqs):
    rotated = torch.complex(*x.chunk(2, dim=-1)) * freqs.unsqueeze(1)
    return torch.cat([rotated.real, rotated.imag], dim=-1)


# ==== cosine-only
# Only the real part of freqs has been used: pairs shrink by a cosine instead of rotating. It
# happens by itself when a complex table is cast to a real type.


def apply_rotary_emb(x, freqs):
    """x (batch, n, n_heads, head_dim) rotated by freqs (n, head_dim // 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs.real.unsqueeze(1)).flatten(-2)
