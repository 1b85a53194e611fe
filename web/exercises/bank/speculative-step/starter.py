import torch


def accept(
    p: torch.Tensor, q: torch.Tensor, drafted: list[int], u: list[float], v: float
) -> list[int]:
    """The drafted tokens that are kept, and one of the large model's."""
    raise NotImplementedError


if __name__ == "__main__":
    p, q = torch.randn(3, 4).softmax(-1), torch.randn(2, 4).softmax(-1)
    print(accept(p, q, [0, 1], [0.5, 0.5], 0.3))
