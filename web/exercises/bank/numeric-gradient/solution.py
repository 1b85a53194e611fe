import torch


def numeric_gradient(f, x: torch.Tensor, eps: float = 1e-6) -> torch.Tensor:
    """The gradient of f at x by central differences, in float64."""
    y = torch.empty(x.shape, dtype=torch.float64).copy_(x)
    gradient, flat = torch.zeros_like(y), y.view(-1)
    for k in range(y.numel()):
        kept = flat[k].item()
        flat[k] = kept + eps
        above = f(y)
        flat[k] = kept - eps
        gradient.view(-1)[k] = (above - f(y)) / (2 * eps)
        flat[k] = kept
    return gradient


def relative_error(a: torch.Tensor, b: torch.Tensor) -> float:
    """The largest difference, beside the largest number."""
    size = max(a.abs().max().item(), b.abs().max().item(), 1e-8)
    return (a - b).abs().max().item() / size


if __name__ == "__main__":
    x = torch.tensor([1.0, 2.0])
    print(numeric_gradient(lambda x: (x**3).sum(), x))
