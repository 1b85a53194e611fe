import torch


def penalised(logits, tokens, penalty):
    was_said = torch.zeros_like(logits, dtype=torch.bool)
    for text, said in enumerate(tokens):
        was_said[text, said] = True
    factor = torch.where(logits > 0, 1 / penalty, penalty)
    return torch.where(was_said, logits * factor, logits)
