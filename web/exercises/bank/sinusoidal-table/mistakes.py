# ==== doubled-exponent
# The exponent is doubled, 4i / d_model: torch.arange(0, d_model, 2) holds 2i already, so it is
# neither doubled again nor divided by d_model / 2 (DeepCTR#379).


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).unsqueeze(1)
    k = torch.arange(0, d_model, 2)
    angles = p / 10000 ** (2 * k / d_model)
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles)
    return table


# ==== cosine-first
# Cosine and sine have changed places: the exercise asks for the sine in the even columns. (Every
# dot product would be the same; a checkpoint would not be.)


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    w = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.cos(p * w)
    table[:, 1::2] = torch.sin(p * w)
    return table


# ==== concatenated
# These are all sines and then all cosines; the exercise asks for them alternating, a pair after
# the other. (Some libraries do it your way: it is a layout, not an error, until tables are
# exchanged.)


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    w = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    return torch.cat([torch.sin(p * w), torch.cos(p * w)], dim=1)


# ==== missing-minus
# The minus of the exponent is missing: frequencies grow from 1 to nearly 10000, and every column
# is noise (labml#313).


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    w = torch.exp(torch.arange(0, d_model, 2).float() * (math.log(10000.0) / d_model))
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(p * w)
    table[:, 1::2] = torch.cos(p * w)
    return table


# ==== column-exponent
# Each column has a frequency of its own: k / d_model with k the column. Sine and cosine of a pair
# must share 2i / d_model, or a shift is no rotation any more.


def get_sinusoidal_positional_encoding(max_len, d_model):
    p = torch.arange(max_len).float().unsqueeze(1)
    k = torch.arange(d_model).float()
    angles = p / 10000 ** (k / d_model)
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(angles[:, 0::2])
    table[:, 1::2] = torch.cos(angles[:, 1::2])
    return table


# ==== half-exponent
# The exponent is i / d_model with i the pair; it is 2i / d_model. The slowest pair rotates up to
# a hundred times too fast. torch.arange(0, d_model, 2) counts by twos.


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    """A table (max_len, d_model) of sines and cosines."""
    positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
    frequencies = torch.exp(
        torch.arange(d_model // 2, dtype=torch.float32) * (-math.log(10000.0) / d_model)
    )
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(positions * frequencies)
    table[:, 1::2] = torch.cos(positions * frequencies)
    return table


# ==== column-doubled
# Sine and cosine of a pair have different frequencies, 2i and 2 (i + 1), and i runs over columns,
# so both are doubled as well. One exponent for both: the even column’s number, divided by
# d_model.


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    table = torch.zeros(max_len, d_model)
    for pos in range(max_len):
        for i in range(0, d_model, 2):
            table[pos, i] = math.sin(pos / 10000 ** (2 * i / d_model))
            table[pos, i + 1] = math.cos(pos / 10000 ** (2 * (i + 1) / d_model))
    return table


# ==== from-one
# Positions begin at 1. The first row is position 0: sines 0, cosines 1.


def get_sinusoidal_positional_encoding(max_len: int, d_model: int) -> torch.Tensor:
    """A table (max_len, d_model) of sines and cosines."""
    positions = torch.arange(1, max_len + 1, dtype=torch.float32).unsqueeze(1)
    frequencies = torch.exp(
        torch.arange(0, d_model, 2, dtype=torch.float32)
        * (-math.log(10000.0) / d_model)
    )
    table = torch.zeros(max_len, d_model)
    table[:, 0::2] = torch.sin(positions * frequencies)
    table[:, 1::2] = torch.cos(positions * frequencies)
    return table


# ==== base-1000
# The base is 1000; it is 10000. Later columns turn too fast.
# change: 10000.0 -> 1000.0


# ==== base-2-logarithm
# The logarithm is the one to base 2. exp and log belong together: e to the power of
# a natural logarithm.
# change: math.log(10000.0) -> math.log2(10000.0)


# ==== base-10-logarithm
# The logarithm is the one to base 10. exp and log belong together: e to the power
# of a natural logarithm.
# change: math.log(10000.0) -> math.log10(10000.0)


# ==== degrees
# The angles are in degrees. torch.sin and torch.cos take radians, and the rule
# needs no conversion.
# change: torch.sin(positions -> torch.sin(math.pi / 180 * positions
# change: torch.cos(positions -> torch.cos(math.pi / 180 * positions


# ==== full-turns
# The angles are multiplied by 2π. The frequencies are in radians per position
# already.
# change: torch.sin(positions -> torch.sin(2 * math.pi * positions
# change: torch.cos(positions -> torch.cos(2 * math.pi * positions


# ==== last-is-slowest
# The exponent runs to 1: divided by d_model − 2, the last pair has frequency 1/10000. Divide by
# d_model.
# change: / d_model) -> / (d_model - 2))


# ==== sines-alone
# Both halves are sines. Odd columns are cosines.
# change: torch.cos( -> torch.sin(


# ==== positions-scaled
# Positions are divided by max_len. They should be 0, 1, 2, … in every table, however long it is.
# change: dtype=torch.float32).unsqueeze(1) -> dtype=torch.float32).unsqueeze(1) / max_len


# ==== negative-angles
# The sines have the opposite sign: the angles are negative.
# change: torch.sin(positions * frequencies) -> -torch.sin(positions * frequencies)
