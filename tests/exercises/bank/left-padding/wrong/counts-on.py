def position_ids(mask):
    return (mask.cumsum(-1) - 1).clamp(min=0)


def next_position(mask):
    return mask.sum(-1)
