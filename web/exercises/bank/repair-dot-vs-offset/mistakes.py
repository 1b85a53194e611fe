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


# ==== cosine
# This is the cosine: the product is divided by both lengths. The exercise asks for the product
# itself, which is q · k at distance 0.
# change: query = rotated(q, first) -> query = rotated(q, first) / q.norm() / k.norm()


# ==== scaled
# The product is divided by the root of the width, as in attention. The exercise asks for the
# product itself.
# change: query = rotated(q, first) -> query = rotated(q, first) / len(q) ** 0.5


# ==== key-from-zero
# The key is rotated at the offset alone, the query at first. Both begin at first: the key is at
# first + offset.
# change: rotated(k, first + offset) -> rotated(k, offset)


# ==== from-one
# The distances begin at 1. They begin at 0, where the product is q · k.
# change: first + offset) -> first + offset + 1)
