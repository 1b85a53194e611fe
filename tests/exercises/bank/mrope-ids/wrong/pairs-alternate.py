import torch


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).expand(3, -1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axis.flatten() for axis in axes])
        pieces.append(piece + start)
        start = pieces[-1].max().item() + 1
    return torch.cat(pieces, dim=1)


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / n_pairs)
    axis = torch.zeros(n_pairs, dtype=torch.long)
    axis[1 : 3 * sections[1] : 3] = 1
    axis[2 : 3 * sections[2] : 3] = 2
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()
