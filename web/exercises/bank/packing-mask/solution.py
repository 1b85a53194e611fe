import math

import torch


def document_positions(document: torch.Tensor) -> torch.Tensor:
    """Positions (n,) that begin at 0 in each document."""
    slot = torch.arange(document.shape[0])
    is_earlier = (document.view(-1, 1) == document) & (slot < slot.view(-1, 1))
    return is_earlier.sum(-1)


def packed_attention(q, k, v, document):
    """Causal attention (n_heads, n, d) inside each document."""
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-1, -2) / math.sqrt(d)
    visible = (document.view(-1, 1) == document) & torch.ones(
        n, n, dtype=torch.bool
    ).tril()
    return scores.masked_fill(~visible, -math.inf).softmax(-1) @ v


if __name__ == "__main__":
    document = torch.tensor([0, 0, 0, 1, 1, 2])
    print(document_positions(document))
    x = torch.randn(1, 6, 4)
    print(
        packed_attention(x, x, x, document)[0, 3] - x[0, 3]
    )  # the first of its document sees itself
