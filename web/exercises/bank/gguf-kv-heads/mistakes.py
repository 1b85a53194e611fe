# ==== keys-by-query-heads
# The keys are permuted with the number of query heads. The sizes divide, so nothing fails:
# their weight has n_kv_heads heads.
# change: to_half_split(k, n_kv_heads) -> to_half_split(k, n_heads)


# ==== keys-untouched
# The keys come back as they were. Both sides of the product rotate, so both are permuted.
# change: to_half_split(k, n_kv_heads) -> k


# ==== queries-untouched
# The queries come back as they were. Both sides of the product rotate, so both are permuted.
# change: to_half_split(q, n_heads) -> q


# ==== other-way
# This is the way from half-split to interleaved. Here the file is interleaved: the pair
# is the slow axis of a head, the member the fast one.
# change: head_dim // 2, 2 -> 2, head_dim // 2


# ==== across-heads
# Rows of different heads are mixed: the weight is read as one wide head.
# change: head_dim = n_rows // n_heads -> head_dim, n_heads = n_rows, 1


# ==== odd-rows-first
# The second members of the pairs come first. The even rows of a head are the first half, the odd
# ones the second.
# change: .transpose(1, 2).reshape -> .transpose(1, 2).flip(1).reshape
