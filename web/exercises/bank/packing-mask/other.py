import torch


def document_positions(document):
    positions = []
    for slot, number in enumerate(document.tolist()):
        same = slot > 0 and number == document[slot - 1].item()
        positions.append(positions[-1] + 1 if same else 0)
    return torch.tensor(positions)


def packed_attention(q, k, v, document):
    parts = []
    for number in torch.unique(document):
        mine = (document == number).nonzero().flatten()
        a, b, c = q[:, mine], k[:, mine], v[:, mine]
        scores = torch.einsum("hid,hjd->hij", a, b) / a.shape[-1] ** 0.5
        future = torch.ones(len(mine), len(mine)).triu(1) > 0
        parts.append(
            torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1) @ c
        )
    return torch.cat(parts, dim=1)
