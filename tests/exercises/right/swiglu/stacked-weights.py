import torch


def feed_forward(x, w_gate, w_up, w_down):
    gate, up = torch.cat([w_gate, w_up]).matmul(x.unsqueeze(-1)).squeeze(-1).chunk(2, dim=-1)
    return torch.nn.functional.linear(gate * gate.sigmoid() * up, w_down)


def hidden_width(d, multiple):
    return -(-int(8 * d / 3) // multiple) * multiple
