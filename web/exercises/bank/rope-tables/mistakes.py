# ==== half-split
# Your pairs are channels i and i + d/2; the exercise asks for 2i and 2i + 1. Both are RoPE, but
# weights trained for one are wrong for the other (transformers#25199).


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos = freqs_cos[: x.shape[1], None, :]
    sin = freqs_sin[: x.shape[1], None, :]
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== reversed
# It rotates the other way: both signs of the sines are swapped. Scores among your own vectors
# stay right, since only the offset counts there; the rotation that the exercise wants is (a cos −
# b sin, a sin + b cos).


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos = freqs_cos[: x.shape[1], None, :]
    sin = freqs_sin[: x.shape[1], None, :]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos + b * sin, b * cos - a * sin], dim=-1).flatten(-2)


# ==== two-minuses
# Both rows have a minus. (a cos − b sin, b cos − a sin) is no rotation: lengths change. One of
# the two signs is a plus.


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos = freqs_cos[: x.shape[1], None, :]
    sin = freqs_sin[: x.shape[1], None, :]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, b * cos - a * sin], dim=-1).flatten(-2)


# ==== concatenated
# The pairs are right but apart: all first channels before all second ones, as torch.cat puts
# them, or torch.stack along another axis than the last. torch.stack(…, dim=-1).flatten(-2) puts
# them side by side as they were.


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos = freqs_cos[: x.shape[1], None, :]
    sin = freqs_sin[: x.shape[1], None, :]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== by-head
# It rotates by the head’s number, not by the time: the tables lie along the heads’ axis. With as
# many heads as times this even runs without a slice. Put an axis of one between: tables[:, None,
# :].


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos, sin = freqs_cos[: x.shape[2]], freqs_sin[: x.shape[2]]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)


# ==== doubled-exponent
# The exponent is doubled: torch.arange(0, d_model, 2) holds 2i already. Frequencies fall twice as
# fast as they should (DeepCTR#379).


def get_rope_embeddings(d_model, max_len):
    w = 10000 ** (-2 * torch.arange(0, d_model, 2).float() / d_model)
    angles = torch.outer(torch.arange(max_len).float(), w)
    return angles.cos(), angles.sin()


# ==== half-exponent
# The exponent is −i / d_model with i the pair; it is −2i / d_model. torch.arange(0, d_model, 2)
# counts by twos.


def get_rope_embeddings(d_model: int, max_len: int):
    """Cosines and sines, (max_len, d_model / 2) each."""
    frequencies = 1.0 / 10000 ** (
        torch.arange(d_model // 2, dtype=torch.float32) / d_model
    )
    angles = torch.outer(torch.arange(max_len, dtype=torch.float32), frequencies)
    return torch.cos(angles), torch.sin(angles)


# ==== sines-first
# The sines come back before the cosines. The exercise wants (cos, sin).


def get_rope_embeddings(d_model: int, max_len: int):
    """Cosines and sines, (max_len, d_model / 2) each."""
    frequencies = 1.0 / 10000 ** (
        torch.arange(0, d_model, 2, dtype=torch.float32) / d_model
    )
    angles = torch.outer(torch.arange(max_len, dtype=torch.float32), frequencies)
    return torch.sin(angles), torch.cos(angles)


# ==== overwritten
# The new a is written over the old one before b is made of it: x[..., 0::2] is a view, not a
# copy. Write into a new tensor; then the caller’s x stays as it was, too.


def apply_rotary_pos_emb(
    x: torch.Tensor, freqs_cos: torch.Tensor, freqs_sin: torch.Tensor
) -> torch.Tensor:
    """x (batch, time, heads, head width), rotated pair by pair: channels 2i and 2i + 1."""
    n_times = x.shape[1]
    cos = freqs_cos[:n_times].unsqueeze(1)  # (time, 1, pairs): the same for every head
    sin = freqs_sin[:n_times].unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    x[..., 0::2] = a * cos - b * sin
    x[..., 1::2] = a * sin + b * cos
    return x


# ==== base-1000
# The base is 1000; it is 10000. Later pairs rotate too fast.
# change: 10000 -> 1000


# ==== inverse-missing
# The angles grow with the pair: 10000 is raised to a positive power. The
# frequencies are one divided by it.
# change: 1.0 / 10000 -> 10000


# ==== from-one
# Positions begin at 1. The first row is position 0, where nothing is rotated.
# change: torch.arange(max_len, -> torch.arange(1, max_len + 1,


# ==== last-rows
# The last rows of the tables are taken. Token t needs row t: tables[:time].
# change: [:n_times] -> [-n_times:]


# ==== sign-of-cosine
# The signs are at the wrong products: (a cos + b sin, a sin − b cos) is a mirror
# image, not a rotation.
# change: a * cos - b * sin -> a * cos + b * sin
# change: a * sin + b * cos -> a * sin - b * cos


# ==== sine-twice
# The second channel of a pair has a sine in the place of its cosine.
# change: a * sin + b * cos -> a * sin + b * sin


# ==== base-e
# The frequencies are powers of e. The base is 10000.
# change: 1.0 / 10000 ** -> 1.0 / 2.718281828459045 **


# ==== degrees
# The angles are taken for degrees. cos and sin want radians, and position times frequency is that
# already.
# change: return torch.cos(angles) -> angles = angles.deg2rad(); return torch.cos(angles)


# ==== partner-from-other-half
# The partner of a channel is taken from the other half of the head, the tables are those of
# neighbours. Channels 2i and 2i + 1 are a pair.


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    n_times = x.shape[1]
    cos = freqs_cos[:n_times].repeat_interleave(2, dim=-1).unsqueeze(1)
    sin = freqs_sin[:n_times].repeat_interleave(2, dim=-1).unsqueeze(1)
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-b, a], dim=-1) * sin
