import torch


def softmax_backward(dy, y):
    x = y.clamp_min(1e-38).log().detach().requires_grad_()
    x.softmax(-1).backward(dy)
    return x.grad


def attention_backward(d_out, q, k, v):
    q, k, v = (t.detach().clone().requires_grad_() for t in (q, k, v))
    out = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v
    return torch.autograd.grad(out, (q, k, v), grad_outputs=d_out)
