# ==== by-query-row
# The products of the third term are in rows of keys, but are read in rows of queries: place (i,
# j) holds that of key i. Gather by key, then transpose (asked in microsoft/DeBERTa#47).


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row)
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== not-transposed-back
# The third term is gathered by key and left so: place (i, j) holds what belongs to query j and
# key i. Transpose what gather gives.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row.transpose(-1, -2))
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== other-distance
# The third term reads the row of j − i, as the paper’s equation has it; this exercise and the
# authors’ code read that of i − j in both (nntrainer#3982; asked in microsoft/DeBERTa#162).
# Transpose the index, too.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row).transpose(-1, -2)
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== query-content
# The third term multiplies the query’s content. This term is position to content, and its content
# is the key’s, k_j.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(q @ pos_q.transpose(-1, -2), 2, row)
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== tables-swapped
# pos_k and pos_q have changed places. A query’s content meets the keys of positions, a key’s
# content their queries.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_q.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_k.transpose(-1, -2), 2, row.transpose(-1, -2)).transpose(
        -1, -2
    )
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== forward-distance
# The distance counts from query to key, j − i. Here it counts back: i − j, so that past keys have
# rows above span.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    row = (i - i.view(-1, 1) + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row.transpose(-1, -2)).transpose(
        -1, -2
    )
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


# ==== third-term-missing
# Position to content is missing: the scores are those of two terms. Add k_j · pos_q[r(i, j)].


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    return (c2c + c2p) / math.sqrt(3 * d)


# ==== scale-of-one
# Divided by √d. Three terms are added up, so the root is that of 3 d; else softmax is sharper by
# a factor of 1.7.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row.transpose(-1, -2)).transpose(
        -1, -2
    )
    return (c2c + c2p + p2c) / math.sqrt(d)


# ==== scale-of-two
# The divisor is √(2d). Three terms are added: √(3d).
# change: 3 * d) -> 2 * d)


# ==== not-scaled
# There is no divisor. The sum is divided by √(3d).
# change:  / math.sqrt(3 * d) ->


# ==== clamp-too-high
# Distances are clamped at 2 · span, which is one row too many; the last row is 2 ·
# span − 1.
# change: + span).clamp(0, 2 * span - 1) -> + span - 1).clamp(0, 2 * span - 1)


# ==== clamp-too-low
# The rows are cut at 1. Row 0 is that of all distances far ahead: clamp(0, 2 · span − 1).
# change: .clamp(0, -> .clamp(1,


# ==== second-term-missing
# The second term, content to position, is missing.
# change: c2c + c2p + p2c -> c2c + p2c


# ==== content-missing
# The first term, content to content, is missing.
# change: c2c + c2p + p2c -> c2p + p2c


# ==== last-row-unused
# Distances are clamped at 2 · span − 2, so that the last row is never read. It is row 2 · span − 1.
# change: 2 * span - 1 -> 2 * span - 2


# ==== key-content
# The second term multiplies the key’s content. This term is content to position, and its content
# is the query’s, q_i.
# change: torch.gather(q @ pos_k -> torch.gather(k @ pos_k


# ==== key-content-by-key
# The second term is k_j · pos_k[r(i, j)]. This term is content to position, and its content is the
# query’s, q_i.


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n).mT
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(k @ pos_k.transpose(-1, -2), 2, row).mT
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row).mT
    return (c2c + c2p + p2c) / math.sqrt(3 * d)
