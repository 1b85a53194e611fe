import torch


def draw(row, v):
    return int(torch.searchsorted(row.cumsum(0), torch.tensor(v, dtype=row.dtype), right=True))


def accept(p, q, drafted, u, v):
    if not drafted:
        return [draw(p[0], v)]
    first, *others = drafted
    if u[0] * q[0, first] < p[0, first]:
        return [first] + accept(p[1:], q[1:], others, u[1:], v)
    rest = torch.relu(p[0] - q[0])
    return [draw(rest / rest.sum(), v)]
