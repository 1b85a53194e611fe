from functools import reduce
import math

import torch


def clip(gradients, limit):
    total = reduce(torch.hypot, (g.norm() for g in gradients), torch.zeros(()))
    scale = min(1.0, limit / total.item()) if total > 0 else 1.0
    return [g.clone().mul_(scale) for g in gradients], total
