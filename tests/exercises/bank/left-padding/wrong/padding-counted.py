def position_ids(mask):
    padding = 1 - mask
    return (padding.cumsum(-1) - 1).masked_fill(padding == 0, 0)


def next_position(mask):
    return (1 - mask).sum(-1)
