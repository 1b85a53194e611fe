import math

import torch


def next_token_probabilities(logits, temperature=1.0, top_k=0, top_p=1.0):
    pairs = sorted(((x / temperature, i) for i, x in enumerate(logits.tolist())))[::-1]
    if top_k > 0:
        pairs = pairs[:top_k]
    weights = [(math.exp(x - pairs[0][0]), i) for x, i in pairs]
    total = sum(w for w, _ in weights)
    kept, so_far = [], 0.0
    for w, i in weights:
        if so_far >= top_p:
            break
        kept.append((w / total, i))
        so_far += w / total
    result = torch.zeros(len(logits))
    for p, i in kept:
        result[i] = p / so_far
    return result
