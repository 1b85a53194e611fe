import numpy as np
import torch


def attention(query, key, value, mask=None):
    q, k, v = (t.double().numpy() for t in (query, key, value))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        s = np.where(mask.numpy(), s, -np.inf)
    top = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(top), top, 0))
    total = e.sum(-1, keepdims=True)
    w = e / np.where(total == 0, 1, total)
    return [torch.from_numpy((w @ v).astype("float32")), torch.from_numpy(w).float()]
