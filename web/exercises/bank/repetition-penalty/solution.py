import torch


def penalised(
    logits: torch.Tensor, tokens: torch.Tensor, penalty: float
) -> torch.Tensor:
    """Logits (n_texts, vocab), lower for the tokens (n_texts, n) of each text."""
    said = logits.gather(1, tokens)
    lowered = torch.where(said > 0, said / penalty, said * penalty)
    return logits.scatter(1, tokens, lowered)


if __name__ == "__main__":
    print(penalised(torch.tensor([[2.0, -1.0, 0.5]]), torch.tensor([[0, 1, 1]]), 2.0))
