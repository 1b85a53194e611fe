import torch


def adamw_step(
    p: torch.Tensor,
    g: torch.Tensor,
    m: torch.Tensor,
    v: torch.Tensor,
    step: int,
    lr: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.01,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The parameter and both running means after one step."""
    raise NotImplementedError


if __name__ == "__main__":
    zero = torch.zeros(2)
    print(adamw_step(torch.ones(2), torch.tensor([1.0, -5.0]), zero, zero, 1, 0.1))
