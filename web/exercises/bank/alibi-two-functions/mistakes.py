# ==== geometric-slopes (partial)
# The plain row 2^(−8h/n) for every count: right for powers of two, an easier question for the
# rest. For 6 heads the authors’ code has 0.25, 0.0625, 0.0156, 0.0039, 0.5, 0.125
# (TensorRT-LLM#1611).


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    return 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)


# ==== sorted-slopes
# The slopes are right but sorted. Heads are told apart by their place, and published weights have
# the extra slopes at the end: leave them there.


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * torch.arange(1, power + 1) / power)
    if power == n_heads:
        return slopes
    extra = get_alibi_slopes(2 * power)[0::2]
    return torch.cat([slopes, extra[: n_heads - power]]).sort(descending=True).values


# ==== all-extra-slopes
# The extra slopes are the first ones of 2p heads. The rule takes every other one, [0::2]: the
# skipped ones are in the list already.


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * torch.arange(1, power + 1) / power)
    if power == n_heads:
        return slopes
    extra = get_alibi_slopes(2 * power)
    return torch.cat([slopes, extra[: n_heads - power]])


# ==== zero-based
# The exponent counts heads from 0, so that the first slope is 1. It counts from 1: 8 heads have
# 2^−1 to 2^−8.


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    return 2.0 ** (-8.0 * torch.arange(n_heads) / n_heads)


# ==== masked-already
# The future is masked already. Here the bias has both sides, −slope · |i − j|; the caller adds
# the causal mask.


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    positions = torch.arange(seq_len)
    distance = (positions[:, None] - positions[None, :]).abs()
    return (-get_alibi_slopes(n_heads).view(-1, 1, 1) * distance).masked_fill(
        positions[None, :] > positions[:, None], float("-inf")
    )


# ==== key-row (partial)
# This is slope · j, perhaps less one number per head: one row for all queries. Under a causal
# mask softmax makes the same of it, since the two differ by one number per row; the exercise asks
# for −slope · |i − j| itself.


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    row = get_alibi_slopes(n_heads).view(-1, 1, 1) * torch.arange(seq_len)
    return row.expand(n_heads, seq_len, seq_len)


# ==== signed
# The distance kept its sign: on one side keys are rewarded for being far. |i − j| is the same on
# both sides; abs() is missing.


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    positions = torch.arange(seq_len)
    distance = positions[:, None] - positions[None, :]
    return -get_alibi_slopes(n_heads).view(-1, 1, 1) * distance


# ==== rewarded-distance
# The sign of the bias is wrong: far keys get more instead of less. The slopes are above 0, the
# bias is minus the slope times the distance.


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    positions = torch.arange(seq_len)
    distance = (positions[:, None] - positions[None, :]).abs()
    return get_alibi_slopes(n_heads).view(-1, 1, 1) * distance


# ==== slopes-one-over-h
# The slopes are 1 / h. They should be powers of two.
# change: 2.0 ** (-8.0 * torch.arange(1, power + 1) / power) -> 1 / torch.arange(1, power + 1)


# ==== squared-distance
# The distance is squared. ALiBi is linear: slope times distance.
# change: .abs() -> .square()


# ==== odd-extras
# The extra slopes begin with the second one of twice as many heads. They should begin with the
# first.
# change: [0::2] -> [1::2]


# ==== divided-by-length
# The distances are divided by the length. They are whole numbers of tokens.
# change: .view(-1, 1, 1) * distance -> .view(-1, 1, 1) * distance / seq_len


# ==== one-farther
# The distance is one too large: a query is at distance 0 of the key at its own place.
# change: * distance -> * (distance + 1)


# ==== extra-from-the-end
# The extra slopes are the last ones of every other slope of 2p heads. They are the first ones.
# change: extra[: n_heads - power] -> extra[2 * power - n_heads :]


# ==== squared-distance
# The distance is squared. ALiBi is linear: slope times distance.
# change: * distance -> * distance**2
