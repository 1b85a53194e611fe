import math
import torch


def next_token_probabilities(logits, temperature=1.0, top_k=0, top_p=1.0):
    z = [x / temperature for x in logits.tolist()]
    order = sorted(range(len(z)), key=z.__getitem__, reverse=True)
    if top_k > 0:
        order = order[:top_k]
    top = z[order[0]]
    e = {i: math.exp(z[i] - top) for i in order}
    total = sum(e.values())
    kept, acc = [], 0.0
    for i in order:
        if acc >= top_p - 1e-12:
            break
        kept.append(i)
        acc += e[i] / total
    s = sum(e[i] for i in kept)
    return torch.tensor([e[i] / s if i in kept else 0.0 for i in range(len(z))])
