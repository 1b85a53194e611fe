import torch


def rms_norm(x, weight, eps=1e-6):
    x32 = x.to(torch.float32)
    norm = torch.linalg.vector_norm(x32, dim=-1, keepdim=True)
    return weight * (x32 / torch.sqrt(norm**2 / x.size(-1) + eps)).type_as(x)
