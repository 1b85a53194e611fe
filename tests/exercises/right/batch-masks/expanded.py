import torch
from torch import inf


def additive_mask(is_real):
    n = is_real.size(1)
    visible = torch.tril(torch.ones(n, n)).bool() & is_real.bool()[:, None] | torch.eye(n).bool()
    return torch.zeros(()).masked_fill(~visible, -inf).unsqueeze(1)
