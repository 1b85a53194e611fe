import math

import torch


def beam_search(step, start, end, width, n_steps, alpha=0.0):
    def go(beams, done, left):
        if not beams or left == 0:
            return done + beams
        grown = [
            (total + math.log(p), text + (token,))
            for total, text in beams
            for token, p in enumerate(torch.softmax(step(list(text)).double(), 0).tolist())
            if p > 0
        ]
        grown.sort(reverse=True, key=lambda one: one[0])
        ended = [one for one in grown[:width] if one[1][-1] == end]
        return go([one for one in grown[:width] if one not in ended], done + ended, left - 1)

    ranked = [(t / (len(text) - 1) ** alpha, text) for t, text in go([(0.0, (start,))], [], n_steps)]
    score, text = max(ranked, key=lambda one: one[0])
    return [*text], score
