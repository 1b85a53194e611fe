import torch
import torch.nn.functional as F


def feed_forward(
    x: torch.Tensor, w_gate: torch.Tensor, w_up: torch.Tensor, w_down: torch.Tensor
) -> torch.Tensor:
    """SwiGLU of x (..., d)."""
    return (F.silu(x @ w_gate.T) * (x @ w_up.T)) @ w_down.T


def hidden_width(d: int, multiple: int) -> int:
    """The width m: 8d / 3, rounded up to a multiple."""
    wanted = 8 * d // 3
    return multiple * ((wanted + multiple - 1) // multiple)


if __name__ == "__main__":
    w = torch.randn(3, 2)
    print(feed_forward(torch.randn(1, 2), w, w, w.T))
    print(hidden_width(512, 256))
