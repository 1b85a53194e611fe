import torch


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = start + torch.arange(size[0]).expand(3, -1)
        else:
            grid = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = start + torch.stack(grid).flatten(1)
        pieces.append(piece)
        start = int(piece.max()) + 1
    return torch.cat(pieces, dim=1)


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / (2 * n_pairs))
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()
