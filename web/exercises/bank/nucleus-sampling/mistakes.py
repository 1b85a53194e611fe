# ==== last-one-dropped
# The token that takes the sum over top_p is dropped. Keep it: it is the last of the nucleus.
# change: before < top_p -> (before + ranked < top_p) | (before == 0)


# ==== not-renormalised
# The probabilities that are left do not add up to 1. Divide them by their sum.
# change: ranked / ranked.sum() -> ranked


# ==== multiplied-temperature
# The logits are multiplied by the temperature. They should be divided by it: a high temperature
# makes the distribution flat.
# change: logits / temperature -> logits * temperature


# ==== in-ranked-order
# The probabilities come back in the order of their size, not of the vocabulary.
# change: result[order] -> result[:]


# ==== one-less
# One token fewer than top_k is kept.
# change: logits < smallest -> logits <= smallest


# ==== top-p-ignored
# top_p is not used.
# change: before < top_p -> before < 1e9


# ==== top-k-ignored
# top_k is not used.
# change: top_k > 0 -> top_k < 0


# ==== temperature-ignored
# The temperature is not used.
# change: logits / temperature -> logits


# ==== crossing-one-dropped
# The token that takes the sum over top_p is dropped. Keep it: it is the last of the nucleus.
# change: before < top_p -> (before + ranked <= top_p + 1e-6) | (before == 0)


# ==== best-alone
# Only the most probable token is left.
# change: (before < top_p) -> (before == 0)


# ==== share-of-the-likeliest
# Tokens are kept whose probability is at least top_p of the largest one, as min-p has it. top_p
# is a sum: the smallest set that adds up to it.
# change: (before < top_p) -> (ranked >= top_p * ranked[0])


# ==== nucleus-of-all
# The sum for top_p has the probabilities of a softmax over all tokens. Top-k comes first, and the
# softmax is over what it keeps.
# change:     logits = logits / temperature ->     whole = logits = logits / temperature
# change: before = ranked -> kept = whole.softmax(dim=-1)[probabilities > 0]; before = ranked
# change: (before < top_p) -> (before * kept.sum() < top_p)
