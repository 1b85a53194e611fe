# ==== flatten-3
# flatten(3) joins axis 3 with all that follow: right for four axes only. With three it joins
# nothing and leaves the pairs apart; with five it joins time and width. Count from the end.


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.stack([new_a, new_b], dim=-1).flatten(3)


# ==== flatten-2
# flatten(2) is right for three axes, and only for three: the fourth is what it was written for
# before. Count from the end, then no number of axes matters.


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.stack([new_a, new_b], dim=-1).flatten(2)


# ==== concatenated
# The shape is right, the order is not: all first channels come before all second ones. They
# should be side by side: stack along a new last axis, then join the last two.


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.cat([new_a, new_b], dim=-1)


# ==== scrambled
# The shape is right and the numbers lie anywhere: reshape reads the memory as it lies, and there
# the new axis came first. Stack along the last axis.


def rotate_pairs(x, cos, sin):
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    new_a, new_b = a * cos - b * sin, a * sin + b * cos
    return torch.stack([new_a, new_b]).reshape(x.shape)


# ==== axis-1
# Time is read from axis 1. With (batch, heads, time, width) that is the head’s number, and no
# error is raised as long as the tables have enough rows. Time is the axis before the last.


def rotate_pairs(x, cos, sin):
    n_time, n_pairs = x.shape[1], x.shape[-1] // 2
    shape = [n_time] + [1] * (x.dim() - 3) + [n_pairs]
    cos, sin = cos[:n_time].reshape(shape), sin[:n_time].reshape(shape)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)


# ==== last-rows
# The last rows of the tables are taken. The first ones are those of the first times.
# change: cos[:n_time], sin[:n_time] -> cos[-n_time:], sin[-n_time:]
