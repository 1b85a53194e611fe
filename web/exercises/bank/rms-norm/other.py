import torch


def rms_norm(x, weight, eps=1e-6):
    length = torch.linalg.norm(x.to(torch.float32), dim=-1, keepdim=True)
    root = torch.sqrt(length**2 / x.shape[-1] + eps)
    return (x.to(torch.float32) / root).type(x.dtype) * weight
