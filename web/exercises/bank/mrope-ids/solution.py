import torch


def mrope_ids(segments) -> torch.Tensor:
    """Ids (3, n), time, height and width, of ["text", length] and ["image", t, h, w]
    one after the other."""
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


def mrope_tables(ids: torch.Tensor, sections, base: float = 10000.0):
    """cos and sin (n, sum(sections)) by ids (3, n); sections: pairs of time, height,
    width."""
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / n_pairs)
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()


if __name__ == "__main__":
    ids = mrope_ids([["text", 2], ["image", 1, 2, 3], ["text", 1]])
    print(ids)
    print(mrope_tables(ids, [2, 3, 3])[0].shape)
