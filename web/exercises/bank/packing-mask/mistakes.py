# ==== reset-only
# Positions are reset, but documents see each other: attention is only causal. For RoPE the reset
# alone changes nothing (nanoVLM#204: 0.4621 before, 0.4625 after); the mask is what counts.


def packed_attention(q, k, v, document):
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = torch.ones(n, n, dtype=torch.bool).tril()
    return scores.masked_fill(~visible, -math.inf).softmax(-1) @ v


# ==== no-reset
# The positions run on through all documents. RoPE gives the same logits; learned and sinusoidal
# positions do not (nanoVLM#201).


def document_positions(document):
    return torch.arange(document.shape[0])


# ==== not-causal
# Documents are apart, but a token sees those after it in its own document. Both masks are needed.


def packed_attention(q, k, v, document):
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = document.view(-1, 1) == document
    return scores.masked_fill(~visible, -math.inf).softmax(-1) @ v


# ==== zeros-for-infinity
# Scores that must not count are set to 0. Softmax gives exp(0) = 1 to a score of 0, as much as to
# any other; −inf gives nothing.


def packed_attention(q, k, v, document):
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = (document.view(-1, 1) == document) & torch.ones(
        n, n, dtype=torch.bool
    ).tril()
    return (scores * visible).softmax(-1) @ v


# ==== mask-after-softmax
# The mask comes after softmax: what foreign tokens took is lost, and rows no longer sum to 1.
# Mask the scores with −inf before.


def packed_attention(q, k, v, document):
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = (document.view(-1, 1) == document) & torch.ones(
        n, n, dtype=torch.bool
    ).tril()
    return (scores.softmax(-1) * visible) @ v


# ==== from-one
# Positions begin at 1 in each document. They should begin at 0 here.


def document_positions(document):
    slot = torch.arange(document.shape[0])
    return ((document.view(-1, 1) == document) & (slot <= slot.view(-1, 1))).sum(-1)


# ==== no-scale
# The logits are not divided by √d.
# change:  / math.sqrt(d) ->


# ==== mask-inverted
# The mask is inverted: it hides what should be seen.
# change: ~visible -> visible


# ==== scaled-by-length
# The scores are divided by the root of the number of tokens. It is that of the width.
# change: math.sqrt(d) -> math.sqrt(n)
