import torch


def softmax(logits: torch.Tensor, temperature: float) -> torch.Tensor:
    """Rows of weights, of the shape of the logits."""
    scaled = logits / temperature
    scaled = scaled - scaled.max(dim=-1, keepdim=True).values
    weights = scaled.exp()
    return weights / weights.sum(dim=-1, keepdim=True)
