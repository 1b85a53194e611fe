import torch


def softmax(logits: torch.Tensor, temperature: float) -> torch.Tensor:
    """Rows of weights, of the shape of the logits."""
    return torch.softmax(logits / temperature, dim=-1)
