# ==== drawn-from-p
# The replacement is drawn from p. Then tokens that the draft likes come out too often: draw
# from the positive part of p - q.
# change: (p[i] - q[i]).clamp(min=0) -> p[i]


# ==== not-normalised
# The positive part of p - q is not divided by its sum: it adds up to less than 1.
# change: rest / rest.sum() -> rest


# ==== ratio-reversed
# The ratio is q over p. A token that the large model likes more is always kept.
# change: p[i, token] / q[i, token] -> q[i, token] / p[i, token]


# ==== goes-on-after-refusal
# The tokens after the first refused one are kept. They follow a token that is not there.


def accept(p, q, drafted, u, v):
    tokens = []
    for i, token in enumerate(drafted):
        if u[i] < p[i, token] / q[i, token]:
            tokens.append(token)
        else:
            rest = (p[i] - q[i]).clamp(min=0)
            tokens.append(draw(rest / rest.sum(), v))
    return tokens + [draw(p[-1], v)]


# ==== no-extra-token
# Where all are kept, no token is added: p[n] is there for it.
# change: tokens + [draw(p[len(drafted)], v)] -> tokens


# ==== refused-without-replacement
# The refused token has no replacement.
# change: return tokens + [draw(rest / rest.sum(), v)] -> return tokens


# ==== row-before
# The extra token is drawn from the row of the last drafted token, not from the one after it.
# change: draw(p[len(drafted)], v) -> draw(p[len(drafted) - 1], v)


# ==== absolute-difference
# The token in place of the first one that is not kept is drawn from |p − q|. Only the positive
# part counts: where q is larger, the probability is 0.
# change: (p[i] - q[i]).clamp(min=0) -> (p[i] - q[i]).abs()


# ==== likeliest
# The likeliest token is taken. It should be drawn with v.
# change: int((probabilities.cumsum(0) > v).int().argmax()) -> int(probabilities.argmax())


# ==== one-draw-for-all
# The replacement is drawn from p - q at the last place.
# change: (p[i] - q[i]) -> (p[i] - q[-1])


# ==== kept-where-larger
# A token is kept only where the large model likes it at least as much: u is not used.
# change: u[i] >= p[i, token] / q[i, token] -> p[i, token] < q[i, token]


# ==== one-minus-u
# A token is kept where 1 − u is below the ratio. It is u.
# change: u[i] >= p -> 1 - u[i] >= p


# ==== last-where-none
# The positive part of p − q is not divided by its sum, so that it adds up to less than 1, and
# where v is above all of it the last token is taken.
# change: rest / rest.sum() -> rest


def draw(probabilities, v):
    return min(int((probabilities.cumsum(0) <= v).sum()), len(probabilities) - 1)


# ==== replaced-from-the-last-row
# In place of a token that is not kept, one is drawn from p[n]. That row is for the token after all
# of them: draw from the positive part of p[i] − q[i].
# change: draw(rest / rest.sum(), v) -> draw(p[-1], v)


# ==== kept-by-p-alone
# A token is kept where u is below p. It is kept where u is below p / q.
# change: p[i, token] / q[i, token] -> p[i, token]


# ==== later-ones-kept
# The tokens after the first that is not kept stay. They are dropped.
# change: [draw(rest / rest.sum(), v)] -> [draw(rest / rest.sum(), v)] + list(drafted[i + 1 :])


# ==== negative-part
# The replacement is drawn from the positive part of q − p. It is that of p − q.
# change: (p[i] - q[i]).clamp(min=0) -> (q[i] - p[i]).clamp(min=0)


# ==== one-further
# The token that is drawn is the one after the first whose sum is above v.
# change: .int().argmax()) -> .int().argmax()) + 1


# ==== first-number-for-all
# u[0] decides on all tokens. Token i has u[i].
# change: u[i] -> u[0]


# ==== last-from-difference
# Where all are kept, one more is drawn from p − q. It is drawn from p[n] as it is: nothing was
# drafted there.
# change: draw(p[len(drafted)], v) -> draw((lambda r: r / r.sum())(torch.relu(p[-1] - q[-1])), v)


# ==== comparison-turned
# The comparison is the other way round: a token is kept where u is below p / q.
# change: if u[i] >= p -> if u[i] < p


# ==== refused-one-kept
# The token that is not kept is in the result too. Another one takes its place.
# change: [draw(rest -> [token, draw(rest


# ==== last-from-the-draft
# Where all are kept, one more is drawn from q. It is the large model that knows what follows:
# p[n].
# change: draw(p[len(drafted)], v) -> draw(q[-1], v)
