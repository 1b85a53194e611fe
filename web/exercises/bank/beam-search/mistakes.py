# ==== logits-added
# The logits are added. Logits of different steps are not comparable: take log_softmax.
# change: torch.log_softmax(step(tokens), dim=-1) -> step(tokens)


# ==== alpha-ignored
# The sums are not divided by the length: alpha is not used.
# change: / (len(tokens) - 1) ** alpha -> / 1


# ==== start-counted
# The start is counted as a token of the text. It was not predicted.
# change: (len(tokens) - 1) ** alpha -> len(tokens) ** alpha


# ==== best-of-each-beam
# Each beam keeps its own best extension: the beams never compete, and all go on.


def beam_search(step, start, end, width, n_steps, alpha=0.0):
    logs = torch.log_softmax(step([start]), dim=-1)
    best = logs.topk(min(width, len(logs)))
    beams = [
        (s, [start, t]) for s, t in zip(best.values.tolist(), best.indices.tolist())
    ]
    finished = [beam for beam in beams if beam[1][-1] == end]
    beams = [beam for beam in beams if beam[1][-1] != end]
    for _ in range(n_steps - 1):
        grown = []
        for total, tokens in beams:
            logs = torch.log_softmax(step(tokens), dim=-1)
            token = int(logs.argmax())
            one = (total + float(logs[token]), tokens + [token])
            (finished if token == end else grown).append(one)
        beams = grown
    scored = [(s / (len(t) - 1) ** alpha, t) for s, t in finished + beams]
    score, tokens = max(scored)
    return tokens, score


# ==== open-texts-dropped
# Texts that are still open after the last step are dropped. They compete too.
# change: for total, tokens in finished + beams -> for total, tokens in (finished or beams)


# ==== finished-goes-on
# Finished texts are extended: they take no part any more.
# change: beams = [beam for beam in best if beam[1][-1] != end] -> beams = list(best)


# ==== ends-take-no-place
# Finished texts take no place among the best: others go on in their stead. The width best of all
# extensions are kept, finished ones among them.
# change: -beam[0])[:width] -> -beam[0])
# change: beam[1][-1] != end] -> beam[1][-1] != end][:width]


# ==== chosen-by-the-sum
# The best text is chosen by its sum, and only its score is divided. Divide before they compete.
# change: key=lambda one: one[0] -> key=lambda one: one[0] * (len(one[1]) - 1) ** alpha


# ==== score-not-divided
# The score that comes back is the sum of log-probabilities. It is divided by the number of added
# tokens to the power of alpha, as in the choice of the best text.
# change: return tokens, score -> return tokens, score * (len(tokens) - 1) ** alpha


# ==== other-penalty
# The length is that of another rule, ((5 + tokens) / 6)^alpha. Here it is the number of added
# tokens to the power of alpha.
# change: (total / (len(tokens) - 1) ** alpha -> (total / ((4 + len(tokens)) / 6) ** alpha


# ==== first-end-ends-all
# The search stops as soon as one text has ended. The others go on until none is open.
# change: if not beams: -> if finished:
