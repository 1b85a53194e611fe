# ==== symmetric
# The future is not hidden: it has −slope·|i − j| as the past does. A model with nothing but this
# cannot tell a sentence from its mirror image; put −inf where the key comes after the query.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    return -slopes_of(n_heads).view(-1, 1, 1) * (p[:, None] - p[None, :]).abs()


# ==== geometric-slopes
# The slopes are 2^(−8h/n) for a head count that is no power of two: the plain row, 0.63 … 0.0039
# for 12 heads. The authors’ rule gives 0.5 … 0.0039 and then 0.7071, 0.3536, 0.1768, 0.0884;
# published models have those.


def get_alibi_mask(n_heads, max_len):
    slopes = 2 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (-slopes.view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))


# ==== zero-based
# The exponent counts heads from 0, so that the first slope is 1. It counts from 1: the first of 8
# heads has 2^−1, the last 2^−8.


def get_alibi_mask(n_heads, max_len):
    slopes = 2 ** (-8 * torch.arange(n_heads) / n_heads)
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (-slopes.view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))


# ==== rewarded-distance
# The sign is wrong: far keys get more instead of less. The bias is minus the slope times how far
# the key lies back.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (slopes_of(n_heads).view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))


# ==== zero-future
# Keys after the query have 0, the best number there is: they are not hidden but preferred.
# torch.tril fills with 0; a mask that is added needs −inf.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    return torch.tril(-slopes_of(n_heads).view(-1, 1, 1) * (p[:, None] - p[None, :]))


# ==== big-negative (partial)
# The future has a large negative number instead of −inf. Softmax makes 0 of both; the exercise
# wants −inf, which stays what it is whatever is added to it.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (-slopes_of(n_heads).view(-1, 1, 1) * d).masked_fill(d < 0, -1e9)


# ==== key-row (partial)
# This is slope · j, the same in every row. Under the mask softmax makes the same of it, for the
# two differ by one number per row; the exercise wants −slope · (i − j) itself, with 0 on the
# diagonal.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    row = (slopes_of(n_heads).view(-1, 1, 1) * p).expand(n_heads, max_len, max_len)
    return row.masked_fill(d < 0, float("-inf"))


# ==== hides-itself
# Each query hides its own key too. A key at the query’s place is at distance 0 and is seen; only
# those after it have −inf.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (-slopes_of(n_heads).view(-1, 1, 1) * d).masked_fill(d <= 0, float("-inf"))


# ==== sorted-slopes
# The slopes are right but sorted. Heads are told apart by their place, and the rule puts the
# extra slopes at the end: leave them there.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    slopes = slopes_of(n_heads).sort(descending=True).values
    return (-slopes.view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))


# ==== keys-as-rows
# Rows and columns have changed places: every query sees only what comes after it. Rows are
# queries, columns keys.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    d = p[None, :] - p[:, None]
    return (-slopes_of(n_heads).view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))


# ==== query-axis
# The penalty grows with the query’s place, not with the distance: a row has one number
# throughout, and softmax erases it. ALiBi does nothing then, silently.


def slopes_of(n):
    p = 2 ** math.floor(math.log2(n))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    return torch.tensor(
        slopes + ([] if p == n else slopes_of(2 * p)[::2][: n - p].tolist())
    )


def get_alibi_mask(n_heads, max_len):
    p = torch.arange(max_len)
    bias = (-slopes_of(n_heads).view(-1, 1, 1) * p.view(1, -1, 1)).expand(
        n_heads, max_len, max_len
    )
    return bias.masked_fill(p[None, :] > p[:, None], float("-inf"))


# ==== slopes-one-over-h
# The slopes are 1 / h. They should be powers of two: 2 to the power of −8 h / n_heads, h from 1.
# change: 2 ** (-8 * (h + 1) / power) -> 1 / (h + 1)


# ==== squared-distance
# The distance is squared. ALiBi is linear: slope times distance.
# change: .view(-1, 1, 1) * distance -> .view(-1, 1, 1) * distance**2


# ==== base-e
# The slopes are powers of e; they are powers of two.
# change: 2 ** (-8 * -> math.e ** (-8 *


# ==== ceil-of-heads
# For a number of heads that is no power of two it begins with the power above it,
# which is then cut. It begins with the power below.
# change: math.floor( -> math.ceil(


# ==== one-slope
# All heads have one slope.
# change: bias = -slopes -> bias = -slopes[:1].expand(n_heads)


# ==== one-key-ahead
# A query sees the key after it. Keys after the query are hidden, the next one too: distance < 0.
# change: distance < 0 -> distance < -1


# ==== extra-from-the-second
# The extra slopes begin with the second one of 2p heads. They begin with the first: [0::2].
# change: [0::2] -> [1::2]


# ==== one-farther
# The distance is one too large: a query is at distance 0 of the key at its own place.
# change: bias = -slopes.view(-1, 1, 1) * distance -> bias = -slopes.view(-1, 1, 1) * (distance + 1)


# ==== extra-from-the-end
# The extra slopes are the last ones of every other slope of 2p heads. They are the first ones.
# change: [0::2][: n_heads - power] -> [0::2][2 * power - n_heads :]


# ==== power-above-cut
# For a number of heads that is no power of two the slopes are the first ones of the power above
# it. They are those of the power below, and then every other one of twice as many.
# change: math.floor( -> math.ceil(
# change: return slopes -> return slopes[:n_heads]
