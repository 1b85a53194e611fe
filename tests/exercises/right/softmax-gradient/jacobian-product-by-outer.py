import torch


def softmax_backward(dy, y):
    dot = torch.einsum("...i,...i->...", dy, y)
    return torch.addcmul(dy * y, y, dot.unsqueeze(-1), value=-1)


def attention_backward(d_out, q, k, v):
    scale = q.size(1) ** -0.5
    p = torch.softmax(q.mm(k.t()) * scale, 1)
    delta = (d_out * (p @ v)).sum(1, keepdim=True)
    ds = p * (d_out.mm(v.t()) - delta) * scale
    return ds.mm(k), ds.t().mm(q), p.t().mm(d_out)
