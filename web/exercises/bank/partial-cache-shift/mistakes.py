# ==== whole-head
# The whole head is rotated. Channels from rotary_dim on carry no position.
# change: keys[..., :rotary_dim], keys[..., rotary_dim:] -> keys, keys[..., :0]
# change: (0, rotary_dim, 2) / rotary_dim -> (0, keys.shape[-1], 2) / keys.shape[-1]


# ==== wrong-way
# The keys move the other way: delta is added to their positions.
# change: torch.cat([-b, a], dim=-1) -> torch.cat([b, -a], dim=-1)


# ==== exponent-by-head
# The frequencies are those of a head of width d. The exponent is relative to rotary_dim.
# change: 2) / rotary_dim -> 2) / keys.shape[-1]


# ==== last-channels
# The last channels are rotated. The first rotary_dim of a head rotate.


def shift_keys(keys, delta, rotary_dim, base=10000.0):
    angles = delta * base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    cos, sin = torch.cat([angles, angles]).cos(), torch.cat([angles, angles]).sin()
    still, part = keys[..., :-rotary_dim], keys[..., -rotary_dim:]
    a, b = part.chunk(2, dim=-1)
    return torch.cat([still, part * cos + torch.cat([-b, a], dim=-1) * sin], dim=-1)


# ==== neighbours-paired
# Neighbouring channels are taken as a pair. Pairs should be half-split within rotary_dim.


def shift_keys(keys, delta, rotary_dim, base=10000.0):
    angles = delta * base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    cos, sin = angles.cos(), angles.sin()
    a, b = keys[..., 0:rotary_dim:2], keys[..., 1:rotary_dim:2]
    moved = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)
    return torch.cat([moved, keys[..., rotary_dim:]], dim=-1)


# ==== by-index
# Each key is rotated by its own place as well. It was rotated by that before: delta is all
# that is missing.
# change: angles = delta * base -> angles = (delta + torch.arange(keys.shape[1]))[:, None] * base


# ==== exponent-halved
# The frequencies are base^(−j / rotary_dim). The exponent of pair j is −2j / rotary_dim.
# change: 0, rotary_dim, -> rotary_dim //


# ==== cosine-alone
# The keys are multiplied by the cosine alone: the partner’s part, times the sine, is missing.
# change:  + torch.cat([-b, a], dim=-1) * sin ->


# ==== halves-of-the-head
# Channel j meets channel j + d / 2, of the whole head. Pairs are half-split within rotary_dim.


def shift_keys(keys, delta, rotary_dim, base=10000.0):
    half, moved = keys.shape[-1] // 2, keys.clone()
    angles = delta * base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    n_pairs = len(angles)
    a, b = keys[..., :n_pairs], keys[..., half : half + n_pairs]
    moved[..., :n_pairs] = a * angles.cos() - b * angles.sin()
    moved[..., half : half + n_pairs] = a * angles.sin() + b * angles.cos()
    return moved
