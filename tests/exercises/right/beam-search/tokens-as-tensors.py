import torch


def beam_search(step, start, end, width, n_steps, alpha=0.0):
    open_, closed = [(torch.zeros(()), [torch.tensor(start)])], []
    for _ in range(n_steps):
        table = [total + step([int(t) for t in tokens]).log_softmax(-1) for total, tokens in open_]
        table = torch.stack(table)
        top = table.flatten().topk(min(width, table.numel()))
        best = [
            (total, open_[int(k) // table.shape[1]][1] + [k % table.shape[1]])
            for total, k in zip(top.values, top.indices)
        ]
        closed += [beam for beam in best if beam[1][-1] == end]
        open_ = [beam for beam in best if beam[1][-1] != end]
        if not open_:
            break
    total, tokens = max(closed + open_, key=lambda beam: beam[0] / (len(beam[1]) - 1) ** alpha)
    return tokens, total / (len(tokens) - 1) ** alpha
