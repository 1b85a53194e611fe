import torch


def beam_search(
    step, start: int, end: int, width: int, n_steps: int, alpha: float = 0.0
) -> tuple[list[int], float]:
    """The best text and its score."""
    raise NotImplementedError


if __name__ == "__main__":
    table = torch.randn(4, 4)
    print(beam_search(lambda tokens: table[tokens[-1]], 0, 1, 2, 5))
