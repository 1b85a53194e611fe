import torch


def clip(gradients, limit):
    n = torch.linalg.vector_norm(torch.cat([g.reshape(-1) for g in gradients]).double())
    c = torch.where(n > limit, limit / n.clamp(min=1e-300), torch.ones_like(n)).float()
    return list(map(c.mul, gradients)), n.float()
