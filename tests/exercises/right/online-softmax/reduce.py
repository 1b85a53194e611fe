from functools import reduce

import torch


def merge(a, b):
    (log_a, out_a), (log_b, out_b) = a, b
    both = torch.stack((log_a, log_b))
    total = torch.logsumexp(both, 0)
    share = torch.nan_to_num(torch.exp(both - total))
    return total, share[0] * torch.nan_to_num(out_a) + share[1] * torch.nan_to_num(out_b)


def softmax_sum(blocks):
    parts = ((s.logsumexp(0), s.softmax(0) @ v) for s, v in blocks)
    total, out = reduce(merge, parts)
    return out, total
