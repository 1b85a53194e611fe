import torch


def layer_norm(x, weight, bias, eps=1e-5):
    d = x.size(-1)
    centre = torch.eye(d) - torch.ones(d, d) / d
    c = x @ centre
    return torch.addcmul(bias, c * torch.rsqrt(torch.einsum("...i,...i->...", c, c)[..., None] / d + eps), weight)
