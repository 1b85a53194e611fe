import torch


def axis_of_pairs(sections: list[int], interleaved: bool) -> torch.Tensor:
    """The axis that each pair follows: 0 time, 1 height, 2 width."""
    if interleaved:
        axes = torch.zeros(sum(sections), dtype=torch.long)
        axes[1 : 3 * sections[1] : 3] = 1
        axes[2 : 3 * sections[2] : 3] = 2
        return axes
    return torch.repeat_interleave(torch.arange(3), torch.tensor(sections))


def angles(
    ids: torch.Tensor, sections: list[int], interleaved: bool, base: float = 10000.0
) -> torch.Tensor:
    """The angle of each pair of each token, (n, n_pairs)."""
    axes = axis_of_pairs(sections, interleaved)
    frequencies = base ** (-torch.arange(len(axes)) / len(axes))
    return ids[axes].T * frequencies


if __name__ == "__main__":
    print(axis_of_pairs([4, 2, 2], False))
    print(axis_of_pairs([4, 2, 2], True))
