import torch


def softmax_backward(dy, y):
    mean = torch.einsum("...i,...i->...", dy, y)
    return torch.addcmul(dy * y, y, mean[..., None], value=-1)


def attention_backward(d_out, q, k, v):
    scale = q.shape[1] ** -0.5
    d_q, d_k, d_v = torch.zeros_like(q), torch.zeros_like(k), torch.zeros_like(v)
    for i in range(len(q)):
        y = torch.softmax(k @ q[i] * scale, dim=0)
        dx = softmax_backward(v @ d_out[i], y) * scale
        d_q[i] = dx @ k
        d_k += torch.outer(dx, q[i])
        d_v += torch.outer(y, d_out[i])
    return d_q, d_k, d_v
