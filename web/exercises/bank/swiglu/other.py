import torch


def feed_forward(x, w_gate, w_up, w_down):
    gate, up = (x @ torch.cat([w_gate, w_up]).T).chunk(2, dim=-1)
    return torch.einsum("...m,dm->...d", up * gate / (1 + torch.exp(-gate)), w_down)


def hidden_width(d, multiple):
    width = 0
    while width < d * 8 // 3:
        width += multiple
    return width
