import torch


def next_token_loss(
    logits: torch.Tensor, tokens: torch.Tensor, is_real: torch.Tensor
) -> torch.Tensor:
    """The mean cross-entropy of the next token."""
    logits, targets = logits[:, :-1], tokens[:, 1:]
    logs = logits.log_softmax(dim=-1)
    losses = -logs.gather(-1, targets[..., None])[..., 0]
    counts = (is_real[:, :-1] * is_real[:, 1:]).float()
    return (losses * counts).sum() / counts.sum().clamp(min=1)


if __name__ == "__main__":
    logits, tokens = torch.randn(1, 3, 5), torch.tensor([[1, 2, 3]])
    print(next_token_loss(logits, tokens, torch.ones(1, 3, dtype=torch.long)))
