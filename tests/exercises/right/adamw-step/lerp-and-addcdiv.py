import torch


@torch.no_grad()
def adamw_step(p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01):
    m = torch.lerp(m, g, 1 - beta1)
    v = v.mul(beta2).addcmul(g, g, value=1 - beta2)
    root = v.sqrt().div_((1 - beta2**step) ** 0.5).add_(eps)
    return p.mul(1 - lr * weight_decay).addcdiv(m, root, value=-lr / (1 - beta1**step)), m, v
