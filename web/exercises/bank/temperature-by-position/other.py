import math

import torch


def scale_queries(q, position_ids, interval=8192, beta=0.1):
    out = q.clone()
    for t, row in enumerate(position_ids.tolist()):
        for i, p in enumerate(row):
            out[t, :, i] *= 1 + beta * math.log1p((p + 1) // interval)
    return out
