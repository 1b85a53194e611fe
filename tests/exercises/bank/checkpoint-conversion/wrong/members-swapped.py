import torch


def interleaved_to_half(weight, n_heads):
    heads = weight.view(n_heads, -1, weight.shape[1])
    return torch.cat([heads[:, 1::2], heads[:, 0::2]], dim=1).reshape(weight.shape)
