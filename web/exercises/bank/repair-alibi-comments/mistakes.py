# ==== symmetric
# abs makes the mask symmetric, not causal: every key is visible, and a text looks like its mirror
# image.


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -1, the steepest head last
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0, -1, -2, ...], [0, 0, -1, ...], and so on
    distance = position.view(-1, 1) - position
    # abs makes it causal
    return -slopes.view(-1, 1, 1) * distance.abs()


# ==== rewards-distance
# The sign is lost: keys gain by being far away. The penalty is −slope · (i − j).


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (slopes.view(-1, 1, 1) * distance).masked_fill(distance < 0, -math.inf)


# ==== along-queries
# The penalty depends on the query alone. Softmax ignores what is the same for a whole row, so
# this ALiBi does nothing (a twin of attention_with_linear_biases#9, which is right along the
# keys).


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (
        -slopes.view(-1, 1, 1) * position.view(-1, 1).expand(max_len, max_len)
    ).masked_fill(distance < 0, -math.inf)


# ==== slopes-as-commented
# The slopes run from gentle to steep, as the comment has it. Head 0 is the steepest; they go down
# to 2^(−8).


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(n_heads, 0, -1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (-slopes.view(-1, 1, 1) * distance).masked_fill(distance < 0, -math.inf)


# ==== zeros-in-future
# Keys in the future have 0: that is no penalty at all, they are the most welcome of all. −inf
# hides them.


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (-slopes.view(-1, 1, 1) * distance).masked_fill(distance < 0, 0)


# ==== slopes-from-zero
# The slopes begin with 1: the exponent counts heads from 0. It counts from 1.
# change: torch.arange(1, n_heads + 1) -> torch.arange(n_heads)


# ==== hides-itself
# Each query hides its own key too. Only keys after it are hidden.
# change: distance < 0 -> distance <= 0
