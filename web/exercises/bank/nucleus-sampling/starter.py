import torch


def next_token_probabilities(
    logits: torch.Tensor, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0
) -> torch.Tensor:
    """Probabilities (vocab,) after temperature, top-k and top-p."""
    raise NotImplementedError


if __name__ == "__main__":
    print(next_token_probabilities(torch.tensor([2.0, 1.0, 0.0, -1.0]), top_p=0.8))
