import math


def clip(gradients, limit):
    norm = math.sqrt(sum(x * x for g in gradients for x in g.flatten().tolist()))
    return tuple(g * min(1.0, limit / norm if norm else 1.0) for g in gradients), norm
