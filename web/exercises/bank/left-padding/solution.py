import torch


def position_ids(mask: torch.Tensor) -> torch.Tensor:
    """Positions (n_texts, n) of the real tokens, 0 at padding; mask is 1 where a token
    is real."""
    return (mask.cumsum(-1) - 1).masked_fill(mask == 0, 0)


def next_position(mask: torch.Tensor) -> torch.Tensor:
    """Position (n_texts,) of the next token of each text."""
    return mask.sum(-1)


if __name__ == "__main__":
    mask = torch.tensor([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])
    print(position_ids(mask))
    print(next_position(mask))
