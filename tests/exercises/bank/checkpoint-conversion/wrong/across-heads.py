import torch


def interleaved_to_half(weight, n_heads):
    return torch.cat([weight[0::2], weight[1::2]])
