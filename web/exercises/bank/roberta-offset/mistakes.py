# ==== from-zero
# The tokens are numbered from 0, so every token reads a row that is too low. The first
# real token reads row padding_idx + 1.
# change: real.cumsum(-1) + padding_idx -> real.cumsum(-1) - 1


# ==== one-row-too-low
# The first real token reads the row of padding. The count of real tokens begins at 1:
# nothing is taken away from it.
# change: real.cumsum(-1) + padding_idx -> real.cumsum(-1) - 1 + padding_idx


# ==== by-place
# The row of a token is its index in the sequence, padding counted. Count real tokens only: then
# padding on the left changes nothing.
# change: real.cumsum(-1) -> torch.arange(1, input_ids.shape[1] + 1).expand(input_ids.shape)


# ==== padding-counts-on
# Padding reads the row of the last real token before it. It reads row padding_idx.
# change: rows * real + padding_idx * (1 - real) -> rows


# ==== padding-at-zero
# Padding reads row 0. It reads row padding_idx.
# change: rows * real + padding_idx * (1 - real) -> rows * real


# ==== all-rows
# Every row is counted as one for a real token. Rows 0 to padding_idx hold none.
# change: n_rows - padding_idx - 1 -> n_rows


# ==== one-token-too-long
# A text of this length reads one row past the table: padding_idx + 1 rows hold no real
# token, rows 0 to padding_idx.
# change: n_rows - padding_idx - 1 -> n_rows - padding_idx


# ==== always-two
# longest_text subtracts 2, which is right for a padding_idx of 1 alone. The rows up to
# padding_idx are padding_idx + 1.
# change: n_rows - padding_idx - 1 -> n_rows - 2


# ==== counted-down-the-batch
# Tokens are counted from text to text. The count runs along each row.
# change: real.cumsum(-1) -> real.cumsum(0)


# ==== counted-through-all-texts
# The count goes on from text to text. It begins anew in each.
# change: real.cumsum(-1) -> real.flatten().cumsum(0).view(real.shape)
