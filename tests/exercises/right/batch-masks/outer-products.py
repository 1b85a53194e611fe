import torch


def additive_mask(is_real):
    b, n = is_real.shape
    i = torch.arange(n)
    hidden = (i.view(1, -1) > i.view(-1, 1)) | is_real.eq(0).view(b, 1, 1, n)
    hidden[..., i, i] = False
    return torch.full((b, 1, n, n), -torch.inf).mul_(1).where(hidden, torch.tensor(0.0))
