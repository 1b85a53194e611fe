import torch


def next_token_loss(
    logits: torch.Tensor, tokens: torch.Tensor, is_real: torch.Tensor
) -> torch.Tensor:
    """The mean cross-entropy of the next token."""
    raise NotImplementedError


if __name__ == "__main__":
    logits, tokens = torch.randn(1, 3, 5), torch.tensor([[1, 2, 3]])
    print(next_token_loss(logits, tokens, torch.ones(1, 3, dtype=torch.long)))
