# ==== dropped
# The frequencies are the plain ones: the rule is missing. In a short text nobody notices
# (unsloth#6197, tiny-vllm#1).


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    return w


# ==== bands-swapped
# The outer bands have changed places: fast pairs are divided and slow ones kept. A high frequency
# is a short wavelength; the bands are named by one and tested by the other (a reviewer of
# litgpt#1745 swaps them too).


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    wavelength = 2 * math.pi / w
    short = original_max_position / high_freq_factor
    long = original_max_position / low_freq_factor
    s = (original_max_position / wavelength - low_freq_factor) / (
        high_freq_factor - low_freq_factor
    )
    out = (1 - s) * w / factor + s * w
    out = torch.where(wavelength < short, w / factor, out)
    return torch.where(wavelength > long, w, out)


# ==== no-blend
# There are two bands instead of three: what lies between the limits is kept whole. Its share
# should go from divided to kept, linearly in the turns.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    return torch.where(revolutions > low_freq_factor, w, w / factor)


# ==== all-divided
# Every pair is divided: this is position interpolation. Llama 3 leaves the fast pairs alone.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    return w / factor


# ==== no-kept-blend
# There are two bands instead of three: what lies between the limits is divided whole. Its share
# should go from divided to kept, linearly in the turns.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    return torch.where(revolutions < high_freq_factor, w / factor, w)


# ==== wavelength-ramp
# The mixture rises linearly in the wavelength. It should rise in the turns, the original length
# divided by the wavelength; that is another curve between the same limits.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    wavelength = 2 * math.pi / w
    long = original_max_position / low_freq_factor
    short = original_max_position / high_freq_factor
    s = ((long - wavelength) / (long - short)).clamp(0, 1)
    return (1 - s) * w / factor + s * w


# ==== exponent-doubled
# The frequencies fall twice as fast as they should: arange(0, head_dim, 2) holds 2i already, so
# the exponent is minus that over head_dim.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-2 * torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    s = ((revolutions - low_freq_factor) / (high_freq_factor - low_freq_factor)).clamp(
        0, 1
    )
    return (1 - s) * w / factor + s * w


# ==== ramp-reversed
# The mixture runs the wrong way: just above the low limit it should still be almost w / factor. s
# belongs to w, 1 − s to w / factor.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w / (2 * math.pi)
    s = (revolutions - low_freq_factor) / (high_freq_factor - low_freq_factor)
    out = s * w / factor + (1 - s) * w
    out = torch.where(revolutions > high_freq_factor, w, out)
    return torch.where(revolutions < low_freq_factor, w / factor, out)


# ==== without-two-pi
# The 2π is missing: these are radians, not turns. The bands begin about six times too late.


def llama3_inv_freq(
    head_dim, base, factor, low_freq_factor, high_freq_factor, original_max_position
):
    w = base ** (-torch.arange(0, head_dim, 2) / head_dim)
    revolutions = original_max_position * w
    s = ((revolutions - low_freq_factor) / (high_freq_factor - low_freq_factor)).clamp(
        0, 1
    )
    return (1 - s) * w / factor + s * w


# ==== factors-swapped
# The low and the high factor have changed places.
# change: revolutions - low_freq_factor -> revolutions - high_freq_factor
# change: (high_freq_factor - low_freq_factor) -> (low_freq_factor - high_freq_factor)


# ==== multiplied
# Slow pairs are multiplied by the factor. They should be divided by it.
# change: w / factor -> w * factor


# ==== geometric-blend
# The band between is a geometric mixture. It is a linear one: (1 − s) · w / factor + s · w.
# change: (1 - s) * w / factor + s * w -> (w / factor) ** (1 - s) * w**s


# ==== smooth-step
# The share rises as a smooth step, 3 s² − 2 s³. It rises in a line.
# change: (1 - s) * w / factor + s * w -> w / factor + s * s * (3 - 2 * s) * (w - w / factor)


# ==== not-cut-above
# s is not cut at 1: pairs with many turns become faster than the plain ones.
# change:         0, 1 ->         min=0


# ==== not-cut-below
# s is not cut at 0: slow pairs are divided by more than the factor, or turn backwards.
# change:         0, 1 ->         max=1


# ==== divided-by-the-limit
# The ramp is divided by the high limit. It is divided by the difference of both limits.
# change: (high_freq_factor - low_freq_factor) -> high_freq_factor
