import torch


def train(
    x: torch.Tensor,
    targets: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor,
    lr: float,
    n_steps: int,
    momentum: float = 0.0,
) -> tuple[torch.Tensor, torch.Tensor, list[float]]:
    """Weight and bias after n_steps of gradient descent, and the loss before each."""
    raise NotImplementedError


if __name__ == "__main__":
    x, targets = torch.randn(6, 2), torch.tensor([0, 1, 2, 0, 1, 2])
    print(train(x, targets, torch.zeros(3, 2), torch.zeros(3), 0.5, 3)[2])
