import torch


def deberta_scores(q, k, pos_k, pos_q):
    h, n, d = q.shape
    R = pos_k.shape[1]
    i = torch.arange(n)
    hot = torch.nn.functional.one_hot((i[:, None] - i + R // 2).clamp(0, R - 1), R).to(q)
    s = torch.einsum("hid,hjd->hij", q, k) + torch.einsum("hid,hrd,ijr->hij", q, pos_k, hot) + torch.einsum("hjd,hrd,ijr->hij", k, pos_q, hot)
    return s * (3 * d) ** -0.5
