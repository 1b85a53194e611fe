import torch
import torch.nn.functional as F


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
    one_hot = F.one_hot(targets, len(bias)).float()
    v_weight, v_bias, losses = torch.zeros_like(weight), torch.zeros_like(bias), []
    for _ in range(n_steps):
        logs = (x @ weight.T + bias).log_softmax(dim=-1)
        losses.append(-(logs * one_hot).sum(dim=-1).mean().item())
        d_logits = (logs.exp() - one_hot) / len(x)
        v_weight = momentum * v_weight + d_logits.T @ x
        v_bias = momentum * v_bias + d_logits.sum(0)
        weight, bias = weight - lr * v_weight, bias - lr * v_bias
    return weight, bias, losses


if __name__ == "__main__":
    x, targets = torch.randn(6, 2), torch.tensor([0, 1, 2, 0, 1, 2])
    print(train(x, targets, torch.zeros(3, 2), torch.zeros(3), 0.5, 3)[2])
