import torch
def document_positions(document):
    out, counts = [], {}
    for one in document.tolist():
        out.append(counts.get(one, 0)); counts[one] = out[-1] + 1
    return torch.tensor(out)
def packed_attention(q, k, v, document):
    parts = []
    for one in torch.unique_consecutive(document):
        at = document == one
        parts.append(torch.nn.functional.scaled_dot_product_attention(q[:, at], k[:, at], v[:, at], is_causal=True))
    return torch.cat(parts, dim=1)
