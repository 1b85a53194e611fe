import numpy as np
import torch


def next_token_probabilities(logits, temperature=1.0, top_k=0, top_p=1.0):
    x = logits.numpy().astype(np.float64) / temperature
    order = np.argsort(-x, kind="stable")
    if top_k:
        order = order[:top_k]
    p = np.exp(x[order] - x.max())
    p /= p.sum()
    p *= np.cumsum(p) - p < top_p
    out = np.zeros_like(x)
    out[order] = p / p.sum()
    return torch.as_tensor(out, dtype=torch.float32)
