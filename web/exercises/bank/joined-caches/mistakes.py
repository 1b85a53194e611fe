# ==== not-rotated
# The second text's keys are where they were: at position 0 again. Rotate them by n_first.
# change: second * cos + partner * sin -> second


# ==== other-direction
# The keys are rotated back by n_first positions. They move to later positions.
# change: torch.cat([-b, a], dim=-1) -> torch.cat([b, -a], dim=-1)


# ==== as-if-raw
# Each key is rotated by its whole new position. It has been rotated by its old one already:
# n_first is what is missing.
# change: first.shape[1] * f -> (first.shape[1] + torch.arange(second.shape[1]))[:, None] * f


# ==== one-too-few
# The second text begins at the last position of the first one. It begins one after it.
# change: first.shape[1] * f -> (first.shape[1] - 1) * f


# ==== first-moved
# The first text was rotated instead of the second: distances between them are wrong in
# sign.


def join(first, second, base=10000.0):
    d = first.shape[-1]
    angles = second.shape[1] * base ** (-torch.arange(0, d, 2) / d)
    cos, sin = torch.cat([angles, angles]).cos(), torch.cat([angles, angles]).sin()
    a, b = first.chunk(2, dim=-1)
    return torch.cat([first * cos + torch.cat([-b, a], dim=-1) * sin, second], dim=1)


# ==== neighbours-paired
# Neighbouring channels are taken as a pair. This cache is half-split: j and j + d / 2.


def join(first, second, base=10000.0):
    d = second.shape[-1]
    angles = first.shape[1] * base ** (-torch.arange(0, d, 2) / d)
    cos, sin = angles.cos(), angles.sin()
    a, b = second[..., 0::2], second[..., 1::2]
    moved = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return torch.cat([first, moved.flatten(-2)], dim=1)


# ==== second-first
# The second text comes before the first.
# change: torch.cat([first, moved], dim=1) -> torch.cat([moved, first], dim=1)


# ==== by-second-length
# The second text is moved by its own length. It comes after the first: move it by that one.
# change: first.shape[1] * frequencies -> second.shape[1] * frequencies


# ==== half-the-shift
# The second text is moved by half of the first one’s length.
# change: first.shape[1] * frequencies -> first.shape[1] / 2 * frequencies


# ==== cosine-alone
# The keys are multiplied by the cosine alone: the partner’s part, times the sine, is missing.
# change:  + partner * sin ->


# ==== exponent-halved
# The frequencies are base^(−j / d). The exponent of pair j is −2j / d.
# change: (-torch.arange(0, d, 2) / d) -> (-torch.arange(d // 2) / d)
