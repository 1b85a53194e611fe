import torch


def position_ids(input_ids: torch.Tensor, padding_idx: int) -> torch.Tensor:
    """The row of the table that each token reads, (n_texts, n), int64."""
    real = input_ids.ne(padding_idx).long()
    rows = real.cumsum(-1) + padding_idx
    return rows * real + padding_idx * (1 - real)


def longest_text(n_rows: int, padding_idx: int) -> int:
    """How many real tokens a text may have."""
    return n_rows - padding_idx - 1


if __name__ == "__main__":
    print(position_ids(torch.tensor([[7, 8, 9, 1], [5, 1, 1, 1]]), 1))
    print(longest_text(514, 1))
