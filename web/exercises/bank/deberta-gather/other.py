import torch


def deberta_scores(q, k, pos_k, pos_q):
    n, d = q.shape[1:]
    span = pos_k.shape[1] // 2
    scores = torch.zeros(q.shape[0], n, n)
    for i in range(n):
        for j in range(n):
            r = min(max(i - j + span, 0), 2 * span - 1)
            key = k[:, j] + pos_k[:, r]
            scores[:, i, j] = (q[:, i] * key).sum(-1) + (k[:, j] * pos_q[:, r]).sum(-1)
    return scores / (3 * d) ** 0.5
