import torch


def next_token_loss(logits, tokens, is_real):
    counts = (is_real[:, :-1] & is_real[:, 1:]).bool()
    chosen = logits[:, :-1][counts]
    if chosen.numel() == 0:
        return torch.zeros(())
    targets = tokens[:, 1:][counts]
    return (chosen.logsumexp(1) - chosen[torch.arange(len(targets)), targets]).mean()
