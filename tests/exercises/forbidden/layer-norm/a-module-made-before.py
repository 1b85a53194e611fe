import torch
from torch.nn import LayerNorm as Ready

MADE = {}


def layer_norm(x, weight, bias, eps=1e-5):
    d = x.shape[-1]
    made = MADE.setdefault((d, eps), Ready(d, eps=eps, elementwise_affine=False))
    return made(x) * weight + bias
