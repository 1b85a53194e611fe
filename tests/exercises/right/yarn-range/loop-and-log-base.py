import math

import torch


def yarn_ramp(dim, base, length, beta_fast=32, beta_slow=1, truncate=True):
    low, high = (dim / 2 * math.log(length / (math.tau * beta), base) for beta in (beta_fast, beta_slow))
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(0, low), min(dim - 1, high)
    if low == high:
        high += 1e-3
    return torch.tensor([min(1.0, max(0.0, (i - low) / (high - low))) for i in range(dim // 2)])
