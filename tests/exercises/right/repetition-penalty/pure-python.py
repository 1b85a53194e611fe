import torch


def penalised(logits, tokens, penalty):
    def one(row, said):
        return [(v / penalty if v > 0 else v * penalty) if i in said else v for i, v in enumerate(row)]

    return torch.tensor([one(r, {*s}) for r, s in zip(logits.tolist(), tokens.tolist())])
