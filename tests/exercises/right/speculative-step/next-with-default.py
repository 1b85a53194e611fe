import torch


def accept(p, q, drafted, u, v):
    ratio = [float(p[i, t] / q[i, t]) for i, t in enumerate(drafted)]
    n = next((i for i, (r, x) in enumerate(zip(ratio, u)) if x >= r), len(drafted))
    rest = p[n] if n == len(drafted) else torch.maximum(p[n] - q[n], torch.zeros(()))
    steps = (rest / rest.sum()).cumsum(0)
    return list(drafted[:n]) + [int((steps > v).nonzero()[0])]
