import torch


def mrope_ids(segments):
    n = sum(s[1] if s[0] == "text" else s[1] * s[2] * s[3] for s in segments)
    return torch.arange(n).expand(3, n)


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / n_pairs)
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()
