import torch


def axis_of_pairs(sections, interleaved):
    total = sum(sections)
    if interleaved:
        i = torch.arange(total)
        count = torch.tensor(sections)[i % 3]
        return torch.where(i < 3 * count, i % 3, 0)
    ends = torch.tensor(sections).cumsum(0)
    return torch.bucketize(torch.arange(total), ends, right=True)


def angles(ids, sections, interleaved, base=10000.0):
    axes = axis_of_pairs(sections, interleaved)
    picked = torch.gather(ids.T, 1, axes.expand(ids.shape[1], -1))
    return picked.float() * torch.pow(torch.tensor(base), -torch.arange(len(axes)).div(len(axes)))
