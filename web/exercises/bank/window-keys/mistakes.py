# ==== one-more
# A query sees window + 1 keys: its own and window before it. Its own is one of them.
# change: distance < window -> distance <= window


# ==== one-less
# A query sees one key too few: its own and window - 2 before it.
# change: distance < window -> distance < max(1, window - 1)


# ==== sees-ahead
# A query sees keys after its own position.
# change: (distance >= 0) & (distance < window) -> (distance.abs() < window)


# ==== all-before
# There is no window: a query sees every key up to its own.
# change: (distance >= 0) & (distance < window) -> (distance >= 0)


# ==== without-cache
# Query 0 is put at position 0. With a cache it is at n_key - n_query.
# change: torch.arange(n_query) + n_key - n_query -> torch.arange(n_query)


# ==== cache-one-more
# The cache keeps a key that no query will see again.
# change: max(0, position - window + 1) -> max(0, position - window)


# ==== below-zero
# The cache should begin at 0 where the window is wider than the text.
# change: max(0, position - window + 1) -> position - window + 1


# ==== hidden-marked
# True marks what is hidden. It should mark what the query sees.
# change: (distance >= 0) & (distance < window -> ~((distance >= 0) & (distance < window)


# ==== cache-one-less
# The cache lacks the oldest key that the query sees.
# change: position - window + 1 -> position - window + 2


# ==== whole-window-back
# The cache begins a whole window before the query. The query is one of the window’s keys:
# position - window + 1.
# change: max(0, position - window + 1) -> position - window


# ==== in-blocks
# The keys are cut into blocks of a window. The window goes with the query: the last window keys
# up to it.
# change: distance < -> query[:, None] // window == torch.arange(n_key)[None, :] //


# ==== to-both-sides
# The window is to both sides of the query, half of it each. It reaches back only, and no query sees
# a key after it.
# change: (distance >= 0) & (distance < window) -> distance.abs() <= window // 2


# ==== one-key-ahead
# A query sees the key after its own position.
# change: (distance >= 0) -> (distance >= -1)
