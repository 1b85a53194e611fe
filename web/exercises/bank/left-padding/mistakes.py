# ==== slots
# These are the slots of the row: padding is counted. Learned and sinusoidal positions then depend
# on how much padding is in front (transformers#22161, #18478; unsloth#3795).


def position_ids(mask):
    return torch.arange(mask.shape[1]).expand(mask.shape)


def next_position(mask):
    return torch.full((mask.shape[0],), mask.shape[1])


# ==== next-by-slots
# The prompt counts real tokens, but the next position is the length of the padded row, as the
# length of a cache would say: a gap as wide as the padding opens between them.


def next_position(mask):
    return torch.full((mask.shape[0],), mask.shape[1])


# ==== minus-one
# Padding has position −1. Python takes that for the last row of a table without an error; the
# exercise wants 0.


def position_ids(mask):
    return mask.cumsum(-1) * mask - 1


# ==== from-one
# The first real token has position 1. A cumulative sum counts it too: take 1 away.


def position_ids(mask):
    return mask.cumsum(-1) * mask


# ==== counts-on
# Padding behind or between the real tokens has the position of the last one before it. The
# exercise wants 0 at every padding: clamp is not enough, fill it.


def position_ids(mask):
    return (mask.cumsum(-1) - 1).clamp(min=0)


# ==== padding-counted
# The padding is counted instead of the real tokens: mask is 1 where a token is real.


def position_ids(mask):
    padding = 1 - mask
    return (padding.cumsum(-1) - 1).masked_fill(padding == 0, 0)


def next_position(mask):
    return (1 - mask).sum(-1)


# ==== next-repeats
# The next token gets the position of the last one. Positions begin at 0, so it is the number of
# real tokens.


def next_position(mask):
    return mask.sum(-1) - 1


# ==== padding-taken-off
# The number of padding tokens is taken off each slot. That is right while all padding is on the
# left, and wrong for a row padded elsewhere.


def position_ids(mask):
    return (torch.arange(mask.shape[1]) - (1 - mask).sum(-1, keepdim=True)).clamp(min=0)


# ==== counts-past-the-end
# Positions count from the first real token on, through padding after the text too. Padding gets
# 0.


def position_ids(mask):
    first = mask.argmax(-1, keepdim=True)
    return (torch.arange(mask.shape[1]) - first).clamp(min=0)


# ==== padding-has-one
# Padding has position 1, as some libraries fill it. The exercise wants 0.


def position_ids(mask):
    return (mask.cumsum(-1) - 1).masked_fill(mask == 0, 1)


# ==== longest-for-all
# All texts get the next position of the longest one. Each has its own.
# change: return mask.sum(-1) -> return mask.sum(-1).max().expand(len(mask))


# ==== padding-has-the-next
# Padding has the position that the next real token gets. The exercise wants 0 at every padding.
# change: (mask.cumsum(-1) - 1).masked_fill(mask == 0, 0) -> mask.cumsum(-1) - mask


# ==== next-after-the-last-slot
# The next position is the slot after the last real token, so that padding on the left is counted.
# It is the number of real tokens.
# change: return mask.sum(-1) -> return (mask * torch.arange(1, mask.shape[1] + 1)).amax(-1)
