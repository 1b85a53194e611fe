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
    w = torch.cat([base ** (-torch.arange(n) / n) for n in sections])
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()
