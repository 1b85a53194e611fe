import torch
import torch.nn.functional as F


def next_token_probabilities(logits, temperature=1.0, top_k=0, top_p=1.0):
    logits = logits / temperature
    if top_k > 0:
        k = min(top_k, logits.size(-1))
        logits[logits < torch.topk(logits, k)[0][..., -1, None]] = -float("Inf")
    if top_p < 1.0:
        s, idx = torch.sort(logits, descending=True)
        cum = torch.cumsum(F.softmax(s, dim=-1), dim=-1)
        remove = cum >= top_p
        remove[..., 1:] = remove[..., :-1].clone()
        remove[..., 0] = 0
        logits = logits.masked_fill(remove.scatter(0, idx, remove), -float("Inf"))
    return F.softmax(logits, dim=-1)
