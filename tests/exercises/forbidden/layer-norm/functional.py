import torch
from torch.nn import functional


def layer_norm(x, weight, bias, eps=1e-5):
    return functional.layer_norm(x, x.shape[-1:], weight, bias, eps)
