import torch


def adamw_step(
    p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01
):
    mean = torch.stack([m, g]).mul(torch.tensor([beta1, 1 - beta1]).view(-1, *[1] * g.dim())).sum(0)
    square = torch.stack([v, g.square()]).mul(
        torch.tensor([beta2, 1 - beta2]).view(-1, *[1] * g.dim())
    ).sum(0)
    update = (mean / (1 - pow(beta1, step))).div(
        torch.sqrt(square / (1 - pow(beta2, step))) + eps
    )
    return torch.sub(p - lr * weight_decay * p, update, alpha=lr), mean, square
