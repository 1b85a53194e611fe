import torch


def adamw_step(
    p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01
):
    m = torch.lerp(m, g, 1 - beta1)
    v = torch.lerp(v, g**2, 1 - beta2)
    rate = lr / (1 - beta1**step)
    root = torch.sqrt(v) / (1 - beta2**step) ** 0.5 + eps
    return p - lr * weight_decay * p - rate * m / root, m, v
