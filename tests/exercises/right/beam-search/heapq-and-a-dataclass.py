import heapq
from dataclasses import dataclass


@dataclass
class Beam:
    tokens: tuple
    total: float
    def score(self, alpha):
        return self.total / (len(self.tokens) - 1) ** alpha
def beam_search(step, start, end, width, n_steps, alpha=0.0):
    live, over = [Beam((start,), 0.0)], []
    while live and n_steps:
        n_steps -= 1
        grown = [Beam(b.tokens + (t,), b.total + x) for b in live for t, x in enumerate(step(list(b.tokens)).double().log_softmax(0).tolist())]
        best = heapq.nlargest(width, grown, key=lambda b: b.total)
        over.extend(b for b in best if b.tokens[-1] == end)
        live = [b for b in best if b.tokens[-1] != end]
    b = max(over + live, key=lambda b: b.score(alpha))
    return list(b.tokens), b.score(alpha)
