# ==== truncate-ignored
# The ends are rounded though truncate is False.
# change: if truncate: -> if True:


# ==== never-truncated
# The ends are not rounded: low is rounded down and high up where truncate is True.
# change: if truncate: -> if False:


# ==== bound-of-pairs
# high is bounded by the last pair, dim / 2 - 1. The libraries bound it by dim - 1, and the
# ramp is flatter where the length of training is long.
# change: min(high, dim - 1) -> min(high, dim // 2 - 1)


# ==== no-bounds
# low and high are not kept within 0 and dim - 1.
# change: low, high = max(low, 0), min(high, dim - 1) -> low, high = low, high


# ==== betas-swapped
# beta_fast and beta_slow have changed places: beta_fast belongs to the end where pairs
# make many turns, the first one.
# change: index(beta_fast), index(beta_slow) -> index(beta_slow), index(beta_fast)


# ==== twice-the-index
# The index counts channels, not pairs: it is divided by 2 ln base.
# change: 2 * math.log(base) -> math.log(base)


# ==== turns-without-2-pi
# Radians are counted as turns: 2π is missing.
# change: 2 * math.pi * beta -> beta


# ==== not-cut
# The ramp goes on below 0 and above 1.
# change: .clamp(0, 1) ->


# ==== rounded-inwards
# low is rounded up and high down. It is the other way round: the ramp grows wider.
# change: math.floor(low), math.ceil(high) -> math.ceil(low), math.floor(high)


# ==== to-the-nearest
# low and high are rounded to the nearest. low is rounded down, high up.
# change: math.floor(low), math.ceil(high) -> round(low), round(high)


# ==== ramp-reversed
# The ramp falls from 1 to 0. It rises: 0 keeps the frequency, 1 divides it.
# change: (( -> 1 - ((


# ==== base-2-logarithm
# The logarithm of the base is to base 2. Both are natural.
# change: math.log(base) -> math.log2(base)


# ==== never-widened
# Where low and high are equal the ramp is divided by 0. Let high grow by 0.001 there.
# change: high += 0.001 -> pass
