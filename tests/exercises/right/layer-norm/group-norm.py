import torch
import torch.nn.functional as F


def layer_norm(x, weight, bias, eps=1e-5):
    d = x.shape[-1]
    return F.group_norm(x.reshape(-1, d), 1, weight, bias, eps).view(x.shape)
