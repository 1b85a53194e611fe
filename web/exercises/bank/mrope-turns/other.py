import torch


def axis_of_pairs(sections, interleaved):
    n = sum(sections)
    if not interleaved:
        limits = (sections[0], sections[0] + sections[1])
        return torch.tensor([sum(i >= limit for limit in limits) for i in range(n)])
    return torch.tensor([i % 3 if i // 3 < sections[i % 3] else 0 for i in range(n)])


def angles(ids, sections, interleaved, base=10000.0):
    axes = axis_of_pairs(sections, interleaved).tolist()
    columns = [ids[axis] * base ** (-i / len(axes)) for i, axis in enumerate(axes)]
    return torch.stack(columns, dim=-1)
