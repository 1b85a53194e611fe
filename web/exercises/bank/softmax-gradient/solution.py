import math

import torch


def softmax_backward(dy: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The gradient with respect to the logits of y = softmax(logits), over the last axis."""
    return y * (dy - (dy * y).sum(dim=-1, keepdim=True))


def attention_backward(
    d_out: torch.Tensor, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients with respect to q, k and v of softmax(q kᵀ / √d) v."""
    d = q.shape[-1]
    weights = (q @ k.T / math.sqrt(d)).softmax(dim=-1)
    d_scores = softmax_backward(d_out @ v.T, weights) / math.sqrt(d)
    return d_scores @ k, d_scores.T @ q, weights.T @ d_out


if __name__ == "__main__":
    x = torch.randn(3, 2)
    print(attention_backward(torch.ones(3, 2), x, x, x))
