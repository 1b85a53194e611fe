# ==== query-not-rotated
# Only the key is rotated. At first = 0 that is right; elsewhere the curve depends on where it
# begins.


def dot_by_offset(q, k, n_offsets, first=0):
    return torch.stack([q @ rotated(k, first + offset) for offset in range(n_offsets)])


# ==== mirrored
# The distance has the other sign: at distance 1 the key should be one position after the query. k
# is rotated at first + offset, q at first.


def dot_by_offset(q, k, n_offsets, first=0):
    """Products (n_offsets,) of q at position first with k at first, first + 1, ..."""
    key = rotated(k, first)
    return torch.stack(
        [key @ rotated(q, first + offset) for offset in range(n_offsets)]
    )


# ==== angles-added
# The query is rotated the other way, so the angles of both positions add up instead of
# cancelling: m + n for m − n.


def dot_by_offset(q, k, n_offsets, first=0):
    return torch.stack(
        [rotated(q, -first) @ rotated(k, first + offset) for offset in range(n_offsets)]
    )
