import torch


def penalised(logits, tokens, penalty):
    said = torch.zeros_like(logits).scatter_(1, tokens, 1.0)
    return logits * penalty ** -(torch.sign(logits) * said)
