import torch


def axis_of_pairs(sections, interleaved):
    i = torch.arange(sum(sections))
    if not interleaved:
        return torch.bucketize(i, torch.tensor(sections).cumsum(0), right=True)
    axis = i % 3
    limit = torch.tensor(sections)[axis] * 3
    return torch.where((axis > 0) & (i < limit), axis, 0)


def angles(ids, sections, interleaved, base=10000.0):
    axis = axis_of_pairs(sections, interleaved)
    n = len(axis)
    return torch.take_along_dim(ids.T, axis[None], 1) / base ** (torch.arange(n) / n)
