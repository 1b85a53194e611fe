import itertools

import torch


def mrope_ids(segments):
    ids, p = [], 0
    for segment in segments:
        match segment:
            case "text", n:
                ids += [(i, i, i) for i in range(p, p + n)]
            case "image", t, h, w:
                ids += [(p + a, p + b, p + c) for a, b, c in itertools.product(range(t), range(h), range(w))]
        p = max(map(max, ids)) + 1
    return torch.tensor(ids).T


def mrope_tables(ids, sections, base=10000.0):
    n = sum(sections)
    i = torch.arange(n)
    w = torch.pow(torch.tensor(base), -i / n)
    angles = torch.cat([part * axis[:, None] for part, axis in zip(w.split(list(sections)), ids)], dim=-1)
    rotations = torch.exp(1j * angles)
    return rotations.real, rotations.imag
