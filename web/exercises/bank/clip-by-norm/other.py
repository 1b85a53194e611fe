import torch


def clip(gradients, limit):
    norm = torch.cat([g.flatten() for g in gradients]).norm()
    return [g / torch.clamp(norm / limit, min=1.0) for g in gradients], norm
