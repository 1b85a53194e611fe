import torch


def beam_search(step, start, end, width, n_steps, alpha=0.0):
    tokens = torch.tensor([[start]])
    scores = torch.zeros(1)
    best = (float("-inf"), None)
    for length in range(1, n_steps + 1):
        logits = torch.stack([step(row) for row in tokens.tolist()])
        table = scores[:, None] + logits - logits.logsumexp(-1, keepdim=True)
        vocab = table.shape[1]
        scores, flat = table.flatten().topk(min(width, table.numel()))
        rows = torch.div(flat, vocab, rounding_mode="floor")
        tokens = torch.cat([tokens[rows], (flat % vocab)[:, None]], dim=1)
        ended = tokens[:, -1] == end
        for s, row, is_end in zip(scores.tolist(), tokens.tolist(), ended.tolist()):
            if is_end or length == n_steps:
                best = max(best, (s / length**alpha, row))
        tokens, scores = tokens[~ended], scores[~ended]
        if tokens.shape[0] == 0:
            break
    return best[1], best[0]
