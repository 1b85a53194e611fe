import torch


def beam_search(step, start, end, width, n_steps, alpha=0.0):
    texts, sums, results = [[start]], torch.zeros(1), {}
    while texts and len(texts[0]) <= n_steps:
        logs = torch.stack([step(text).log_softmax(-1) for text in texts])
        flat = (sums[:, None] + logs).flatten()
        values, places = flat.topk(min(width, flat.numel()))
        old, texts, kept = texts, [], []
        for value, place in zip(values.tolist(), places.tolist()):
            text = [*old[place // logs.shape[1]], place % logs.shape[1]]
            if text[-1] == end:
                results[tuple(text)] = value
            else:
                texts.append(text)
                kept.append(value)
        sums = torch.tensor(kept)
    results.update({tuple(text): value for text, value in zip(texts, sums.tolist())})
    best = max(results, key=lambda text: results[text] / (len(text) - 1) ** alpha)
    return list(best), results[best] / (len(best) - 1) ** alpha
