import math
from functools import reduce
import torch


def softmax_sum(blocks):
    def one(block):
        s, v = block
        t = torch.logsumexp(s, 0)
        return (s.softmax(0) @ v if t > -math.inf else torch.zeros(v.shape[1])), t
    def both(x, y):
        (a, s), (b, t) = x, y
        u = torch.logaddexp(s, t)
        if u == -math.inf:
            return a, u
        return a * (s - u).exp() + b * (t - u).exp(), u
    return reduce(both, map(one, blocks))
