import torch
import torch.nn.functional as F


def next_token_loss(logits, tokens, is_real):
    both = (is_real[:, 1:] != 0) & (is_real[:, :-1] != 0)
    labels = tokens[:, 1:].masked_fill(~both, -100)
    total = F.cross_entropy(
        logits[:, :-1].reshape(-1, logits.shape[-1]),
        labels.reshape(-1),
        reduction="sum",
        ignore_index=-100,
    )
    return total / both.sum().clamp_min(1)
