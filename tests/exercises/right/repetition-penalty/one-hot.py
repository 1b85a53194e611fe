import torch
import torch.nn.functional as F


def penalised(logits, tokens, penalty):
    was_said = F.one_hot(tokens, logits.size(1)).amax(1).bool()
    factor = torch.where(logits.sign() > 0, 1 / penalty, penalty)
    return logits * factor.pow(was_said.float())
