import torch


def interleaved_to_half(weight, n_heads):
    rows = torch.arange(weight.shape[0])
    width = weight.shape[0] // n_heads
    key = rows // width * width + rows % 2 * (width // 2) + rows % width // 2
    return torch.empty_like(weight).index_copy_(0, key, weight)
