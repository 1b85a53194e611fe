# ==== not-shifted
# The token at hand is predicted, which the model has in its input. The logits at place i are
# for token i + 1.
# change: logits[:, :-1], tokens[:, 1:] -> logits[:, :-1], tokens[:, :-1]


# ==== shifted-back
# The token before is predicted. The logits at place i are for token i + 1.
# change: logits[:, :-1], tokens[:, 1:] -> logits[:, 1:], tokens[:, :-1]


# ==== padding-counted
# Padding is counted: the mean is over all places.
# change: counts = (is_real[:, :-1] * is_real[:, 1:]).float() -> counts = torch.ones(targets.shape)


# ==== divided-by-all
# The sum leaves padding out, but it is divided by the number of all places.
# change: counts.sum().clamp(min=1) -> counts.numel()


# ==== mean-of-means
# The mean of each text's mean: tokens of short texts weigh more. Divide the sum over all by
# the number of all that count.


def next_token_loss(logits, tokens, is_real):
    logs, targets = logits[:, :-1].log_softmax(dim=-1), tokens[:, 1:]
    losses = -logs.gather(-1, targets[..., None])[..., 0]
    counts = (is_real[:, :-1] * is_real[:, 1:]).float()
    return ((losses * counts).sum(1) / counts.sum(1).clamp(min=1)).mean()


# ==== last-predicts-padding
# A place counts though the token that it predicts is padding. Both must be real.
# change: is_real[:, :-1] * is_real[:, 1:] -> is_real[:, :-1]


# ==== log-of-softmax
# The log of a softmax that has underflowed is infinite. Use log_softmax.
# change: logits.log_softmax(dim=-1) -> torch.log(torch.softmax(logits, dim=-1))


# ==== nan-without-places
# Without a place that counts the loss is nan: 0 / 0. It should be 0.
# change: counts.sum().clamp(min=1) -> counts.sum()


# ==== not-negated
# The sign is missing: the loss is minus the log-probability.
# change: -logs.gather -> logs.gather


# ==== summed
# This is the sum. It should be the mean over the places that count.
# change:  / counts.sum().clamp(min=1) ->


# ==== divided-by-texts
# The sum is divided by the number of texts. It should be divided by the number of places that
# count.
# change: counts.sum().clamp(min=1) -> len(tokens)


# ==== not-shifted-at-all
# Each place predicts its own token, the last place too, and all real tokens count. The logits
# at place i are for token i + 1.
# change: logits[:, :-1], tokens[:, 1:] -> logits, tokens
# change: is_real[:, :-1] * is_real[:, 1:] -> is_real


# ==== divided-by-real-tokens
# The sum is divided by the number of real tokens. The last one of each text predicts nothing:
# divide by the number of places that count.
# change: counts.sum().clamp(min=1) -> is_real.sum().clamp(min=1)


# ==== base-2-loss
# The loss is in bits: a logarithm to base 2. It should be the natural one.
# change: -logs.gather -> -1.4426950408889634 * logs.gather


# ==== probability-for-logarithm
# The loss of a place is 1 minus the probability. It is minus its logarithm.
# change: -logs.gather -> 1 - logs.exp().gather


# ==== first-place-left-out
# The first place of each text is left out. Its logits predict token 1; it is the last place that
# predicts nothing.
# change: .float() -> .float() * (torch.arange(targets.shape[1]) > 0)


# ==== softmax-over-places
# The softmax is over the places of a text. It is over the vocabulary, the last axis.
# change: log_softmax(dim=-1) -> log_softmax(dim=1)
