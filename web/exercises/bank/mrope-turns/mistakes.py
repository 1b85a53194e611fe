# ==== always-in-sections
# The pairs are always in sections: interleaved is not used.
# change: if interleaved: -> if False:


# ==== always-in-turns
# The pairs always take turns: interleaved is not used.
# change: if interleaved: -> if True:


# ==== modulo-three
# Every third pair follows each axis to the end. Height and width have as many as their
# sections say; the rest follows time.


def axis_of_pairs(sections, interleaved):
    if interleaved:
        return torch.arange(sum(sections)) % 3
    return torch.repeat_interleave(torch.arange(3), torch.tensor(sections))


# ==== width-before-height
# Height and width have changed places where the pairs take turns.
# change: axes[1 : 3 * sections[1] : 3] = 1 -> axes[2 : 3 * sections[1] : 3] = 1
# change: axes[2 : 3 * sections[2] : 3] = 2 -> axes[1 : 3 * sections[2] : 3] = 2


# ==== frequencies-per-section
# The frequencies begin anew in each section. Pair i of the whole head has
# base^(-i / n_pairs), whichever axis it follows.


def angles(ids, sections, interleaved, base=10000.0):
    axes = axis_of_pairs(sections, interleaved)
    place = torch.zeros(len(axes))
    for axis, n in enumerate(sections):
        place[axes == axis] = torch.arange(n) / n
    return ids[axes].T * base**-place


# ==== time-alone
# Every pair rotates by the id of time. A pair follows its own axis.
# change: ids[axes].T -> ids[0][:, None].expand(-1, len(axes))


# ==== frequencies-by-axis
# The pairs of each axis have frequencies that begin at 1 again. Every pair keeps its frequency in
# the whole head; only the id that it is multiplied by differs.


def angles(ids, sections, interleaved, base=10000.0):
    axes = axis_of_pairs(sections, interleaved)
    before = [(axes[:i] == axis).sum() for i, axis in enumerate(axes)]
    return ids[axes].T * base ** (-torch.stack(before) / len(axes))


# ==== turns-from-pair-0
# Height has the pairs 0, 3, 6, …, width 1, 4, 7, …: each one too early. The first pair follows
# time.
# change: axes[1 : 3 * sections[1] : 3] -> axes[0 : 3 * sections[1] : 3]
# change: axes[2 : 3 * sections[2] : 3] -> axes[1 : 3 * sections[2] : 3]


# ==== one-pair-more
# Height and width each have one pair more than their sections say.
# change: 3 * sections[1] : -> 3 * sections[1] + 3 :
# change: 3 * sections[2] : -> 3 * sections[2] + 3 :
