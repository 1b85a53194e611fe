import math

import torch


def learning_rate(step, n_warmup, n_steps, peak, floor=0.0):
    if step < n_warmup:
        return torch.tensor(peak * (step + 1) / n_warmup)
    share = torch.tensor((step - n_warmup) / max(n_steps - n_warmup, 1)).clamp(max=1)
    return floor + (peak - floor) * (1 + torch.cos(math.pi * share)) / 2
