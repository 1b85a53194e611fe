import torch


def additive_mask(is_real):
    b, n = is_real.shape
    visible = torch.tril(is_real.float().unsqueeze(1).expand(b, n, n)).clone()
    torch.diagonal(visible, dim1=1, dim2=2).fill_(1.0)
    return visible.log().unsqueeze(1)
