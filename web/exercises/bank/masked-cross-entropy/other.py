import torch


def next_token_loss(logits, tokens, is_real):
    total, count = torch.tensor(0.0), 0
    for text, ids, real in zip(logits, tokens.tolist(), is_real.tolist()):
        for i in range(len(ids) - 1):
            if real[i] and real[i + 1]:
                total = total + torch.logsumexp(text[i], dim=0) - text[i, ids[i + 1]]
                count += 1
    return total / max(count, 1)
