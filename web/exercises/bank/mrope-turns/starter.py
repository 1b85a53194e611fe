import torch


def axis_of_pairs(sections: list[int], interleaved: bool) -> torch.Tensor:
    """The axis that each pair follows: 0 time, 1 height, 2 width."""
    raise NotImplementedError


def angles(
    ids: torch.Tensor, sections: list[int], interleaved: bool, base: float = 10000.0
) -> torch.Tensor:
    """The angle of each pair of each token, (n, n_pairs)."""
    raise NotImplementedError


if __name__ == "__main__":
    print(axis_of_pairs([4, 2, 2], False))
    print(axis_of_pairs([4, 2, 2], True))
