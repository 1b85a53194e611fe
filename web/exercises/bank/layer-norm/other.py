import torch


def layer_norm(x, weight, bias, eps=1e-5):
    d = x.shape[-1]
    centred = x - x.sum(-1)[..., None] / d
    return (
        centred * torch.rsqrt((centred**2).sum(-1)[..., None] / d + eps) * weight + bias
    )
