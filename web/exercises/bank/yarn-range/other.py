import math

import torch


def yarn_ramp(dim, base, length, beta_fast=32, beta_slow=1, truncate=True):
    per_pair = 2 * math.log(base) / dim
    ends = [
        (math.log(length) - math.log(2 * math.pi) - math.log(beta)) / per_pair
        for beta in (beta_fast, beta_slow)
    ]
    if truncate:
        ends = [ends[0] // 1, -(-ends[1] // 1)]
    low = ends[0] if ends[0] > 0 else 0.0
    high = ends[1] if ends[1] < dim - 1 else dim - 1.0
    width = high - low or 0.001
    return torch.tensor(
        [min(1.0, max(0.0, (i - low) / width)) for i in range(dim // 2)]
    )
