import torch


@torch.no_grad()
def adamw_step(
    p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01
):
    p, m, v = p.clone(), m.clone(), v.clone()
    p.mul_(1 - lr * weight_decay)
    m.lerp_(g, 1 - beta1)
    v.mul_(beta2).addcmul_(g, g, value=1 - beta2)
    bias1, bias2 = 1 - beta1**step, 1 - beta2**step
    denom = (v.sqrt() / bias2**0.5).add_(eps)
    p.addcdiv_(m, denom, value=-lr / bias1)
    return p, m, v
