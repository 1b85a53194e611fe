import torch


def accuracy_by_length(logits, targets, lengths):
    counts = {}
    for text, n in enumerate(lengths.tolist()):
        right, total = counts.get(n, (0, 0))
        hits = int((logits[text, :n].argmax(-1) == targets[text, :n]).sum())
        counts[n] = (right + hits, total + n)
    order = sorted(counts)
    return torch.tensor(order), torch.tensor(
        [counts[n][0] / counts[n][1] for n in order]
    )


def position_resolution(logits, positions):
    off = [abs(int(row.argmax()) - int(p)) for row, p in zip(logits, positions)]
    return sum(d == 0 for d in off) / len(off), sum(off) / len(off)


def memory_bytes(method, seq_len, d_model, n_heads):
    if method == "none":
        return 0
    if method == "rope":
        return 4 * seq_len * (d_model // n_heads)
    return 4 * seq_len * (n_heads * seq_len if method == "alibi" else d_model)


def nearest_centres(maps, centres):
    return torch.cdist(maps.flatten(1), centres.flatten(1)).argmin(dim=1)


def hybrid_logits(q, k, cos, sin, slopes):
    rotations = torch.complex(cos, sin)
    zq, zk = (
        torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2)) * rotations
        for x in (q, k)
    )
    logits = torch.einsum("hid,hjd->hij", zq, zk.conj()).real * q.shape[-1] ** -0.5
    for h in range(len(q)):
        for i in range(q.shape[1]):
            logits[h, i] += slopes[h] * (torch.arange(q.shape[1]) - i)
            logits[h, i, i + 1 :] = float("-inf")
    return logits
