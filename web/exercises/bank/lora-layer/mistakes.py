# ==== not-scaled
# The low-rank part is not scaled: alpha / r is missing.
# change: alpha / a.shape[0] -> 1


# ==== alpha-alone
# The low-rank part is multiplied by alpha alone. The factor should be alpha / r.
# change: alpha / a.shape[0] -> alpha


# ==== divided-by-width
# alpha is divided by d_in. Divide it by the rank, a.shape[0].
# change: alpha / a.shape[0] -> alpha / a.shape[1]


# ==== both-zero
# Both matrices begin at 0: the gradient of each is multiplied by the other, and none ever
# moves.
# change: torch.randn(r, d_in) / math.sqrt(d_in) -> torch.zeros(r, d_in)


# ==== both-random
# Both matrices begin at random, so the layer is not the frozen one at the start. One of them
# is 0.
# change: torch.zeros(d_out, r) -> torch.randn(d_out, r)


# ==== variance-one
# The random matrix has variance 1. It should have 1 / d_in.
# change: torch.randn(r, d_in) / math.sqrt(d_in) -> torch.randn(r, d_in)


# ==== frozen-part-lost
# The output is the low-rank part alone; the frozen weight is missing.
# change: x @ weight.T + scale -> scale


# ==== root-of-rank
# lora_forward divides alpha by the root of the rank, as rank-stabilised LoRA does it. Here it is
# alpha / r.
# change: scale = alpha / a.shape[0] -> scale = alpha / a.shape[0] ** 0.5


# ==== merged-subtracted
# merged subtracts what should be added.
# change: weight + alpha -> weight - alpha


# ==== root-of-rank-in-both
# alpha is divided by the root of the rank in both functions, as rank-stabilised LoRA does it.
# Here it is alpha / r.
# change: alpha / a.shape[0] -> alpha / a.shape[0] ** 0.5


# ==== merged-transposed
# merged adds the transpose of b a. A row of the weight is an output, as in b.
# change: (b @ a) -> (b @ a).T.reshape(weight.shape)


# ==== merged-not-scaled
# merged does not scale the product: alpha / r is missing there.
# change: weight + alpha / a.shape[0] * (b @ a) -> weight + b @ a


# ==== merged-by-outputs
# merged divides alpha by d_out. It is divided by the rank.
# change: alpha / a.shape[0] * (b @ a) -> alpha / b.shape[0] * (b @ a)


# ==== frozen-part-scaled
# The frozen part is multiplied by alpha / r too. Only the low-rank part is.
# change: return x @ weight.T + scale * ( -> return scale * (x @ weight.T +
# change: return weight + alpha / a.shape[0] * (b -> return alpha / a.shape[0] * (weight + b


# ==== multiplied-by-rank
# The factor is alpha · r. It is alpha / r.
# change: alpha / a.shape[0] -> alpha * a.shape[0]


# ==== rank-over-alpha
# The factor is r / alpha. It is alpha / r.
# change: alpha / a.shape[0] -> a.shape[0] / alpha


# ==== subtracted
# The low-rank part is subtracted. It is added.
# change: weight.T + scale -> weight.T - scale
