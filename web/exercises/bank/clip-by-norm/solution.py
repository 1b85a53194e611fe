import torch


def clip(
    gradients: list[torch.Tensor], limit: float
) -> tuple[list[torch.Tensor], torch.Tensor]:
    """The gradients, their common norm at most limit, and the norm before."""
    norm = torch.sqrt(sum((g**2).sum() for g in gradients))
    factor = limit / norm if norm > limit else 1.0
    return [factor * g for g in gradients], norm


if __name__ == "__main__":
    print(clip([torch.tensor([3.0]), torch.tensor([0.0, 4.0])], 1.0))
