# ==== flat-ids
# Every token has one running count three times: a patch no longer knows its row and column
# (MNN#3345, mlx-lm#1768: answers about pictures get a little worse, and no error is raised).


def mrope_ids(segments):
    n = sum(s[1] if s[0] == "text" else s[1] * s[2] * s[3] for s in segments)
    return torch.arange(n).expand(3, n)


# ==== next-by-count
# The text after an image goes on at the number of patches. It begins one past the largest id:
# max(t, h, w) steps on, not t · h · w (kekzl/imp#1173 warns of it).


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).expand(3, -1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axis.flatten() for axis in axes])
        pieces.append(piece + start)
        start += pieces[-1].shape[1]
    return torch.cat(pieces, dim=1)


# ==== next-repeats
# The text after an image begins at the largest id that the image has. It should begin one past
# it.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).expand(3, -1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axis.flatten() for axis in axes])
        pieces.append(piece + start)
        start = pieces[-1].max().item() + (kind == "text")
    return torch.cat(pieces, dim=1)


# ==== image-from-zero
# The patches count from 0, wherever the image is. Their ids should begin where the text before
# them ended.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).expand(3, -1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axis.flatten() for axis in axes])
        pieces.append(piece + (start if kind == "text" else 0))
        start = (
            pieces[-1].max().item() if kind == "text" else start + max(size) - 1
        ) + 1
    return torch.cat(pieces, dim=1)


# ==== time-stays
# All patches of a film have the same time. Each picture of it is one step on: the first id is p
# plus the patch’s time.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = start + torch.arange(size[0]).expand(3, -1)
        else:
            grid = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = start + torch.stack(grid).flatten(1)
            piece[0] = start
        pieces.append(piece)
        start = int(piece.max()) + 1
    return torch.cat(pieces, dim=1)


# ==== next-by-last
# What follows an image goes on from its last patch in one axis. The largest id of all three
# counts: an image of 2 × 3 is three steps long.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = start + torch.arange(size[0]).expand(3, -1)
        else:
            grid = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = start + torch.stack(grid).flatten(1)
        pieces.append(piece)
        start = int(piece[2, -1]) + 1
    return torch.cat(pieces, dim=1)


# ==== exponent-doubled
# The frequencies fall twice as fast as they should: pair i has base^(−i / sum(sections)). A head
# is twice as wide as it has pairs.


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-2 * torch.arange(n_pairs) / n_pairs)
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()


# ==== exponent-halved
# The frequencies fall half as fast as they should: pair i has base^(−i / sum(sections)), which is
# −2i over the width of the head.


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / (2 * n_pairs))
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()


# ==== axes-swapped
# Height and width have changed places. The rows are time, height, width; the width runs fastest.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).expand(3, -1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axes[k].flatten() for k in (0, 2, 1)])
        pieces.append(piece + start)
        start = pieces[-1].max().item() + 1
    return torch.cat(pieces, dim=1)


# ==== pairs-alternate
# The pairs are dealt to the axes alternating, as in Qwen3-VL. Here they are consecutive sections:
# first all of time, then height, then width.


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    w = base ** (-torch.arange(n_pairs) / n_pairs)
    axis = torch.zeros(n_pairs, dtype=torch.long)
    axis[1 : 3 * sections[1] : 3] = 1
    axis[2 : 3 * sections[2] : 3] = 2
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()


# ==== own-frequencies
# Each section has frequencies of its own that begin at 1 again. In M-RoPE the pairs keep the
# frequencies of the whole head; only what they are multiplied by differs.


def mrope_tables(ids, sections, base=10000.0):
    w = torch.cat([base ** (-torch.arange(n) / n) for n in sections])
    axis = torch.repeat_interleave(torch.arange(3), torch.tensor(sections))
    angles = ids[axis].T * w
    return angles.cos(), angles.sin()


# ==== next-by-picture
# What follows a film goes on from the size of its pictures. The largest id of all three counts,
# the time's too.
# change: start = pieces[-1].max().item() + 1 -> start += max(size[1:] or size)


# ==== frequencies-begin-anew
# In each section the frequencies begin at 1 again, and fall as in the whole head. The pairs keep
# the frequencies of the whole head; only what they are multiplied by differs.
# change: -torch.arange(n_pairs) -> -torch.cat([torch.arange(n) for n in sections])


# ==== one-time-for-a-film
# All pictures of a film have the same time. Each is one step on: the first id is p plus the
# patch’s time.


def mrope_ids(segments):
    pieces, start = [], 0
    for kind, *size in segments:
        if kind == "text":
            piece = torch.arange(size[0]).repeat(3, 1)
        else:
            axes = torch.meshgrid(*[torch.arange(n) for n in size], indexing="ij")
            piece = torch.stack([axis.flatten() for axis in axes])
        last = piece.max().item()
        piece[0] *= kind == "text"
        pieces.append(piece + start)
        start += last + 1
    return torch.cat(pieces, dim=1)
