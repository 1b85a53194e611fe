# ==== cast-left
# The frequencies still go through bfloat16, which keeps eight bits of each. Compute and
# write them in float32.
# change: rotary.base**-exponents -> (rotary.base**-exponents).bfloat16()


# ==== another-tensor
# rotary.inv_freq is another tensor now; code that kept the old one, as a compiled or
# sharded model does, still reads what lay in memory. Write in place: copy_().
# change: .copy_(rotary.base**-exponents) ->  = rotary.base**-exponents


# ==== twice-the-exponent
# The exponent of pair i is 2i / dim. arange(0, dim, 2) already counts 2i.
# change: / rotary.dim -> * 2 / rotary.dim


# ==== not-inverted
# These are the powers of the base themselves; frequencies are one over them.
# change: rotary.base**-exponents -> rotary.base**exponents


# ==== backwards
# The frequencies are written in the opposite order, the slowest first. Pair 0 is the fastest.
# change: copy_(rotary.base**-exponents) -> copy_((rotary.base**-exponents).flip(0))


# ==== exponent-halved
# The exponent of pair i is −i / dim. It is −2i / dim.
# change: / rotary.dim -> / rotary.dim / 2


# ==== one-pair-on
# The exponent of pair i is −2 (i + 1) / dim. The first pair has frequency 1.
# change: torch.arange(0, rotary.dim, 2) -> torch.arange(2, rotary.dim + 2, 2)
