import torch


def next_token_probabilities(
    logits: torch.Tensor, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0
) -> torch.Tensor:
    """Probabilities (vocab,) after temperature, top-k and top-p."""
    logits = logits / temperature
    if top_k > 0:
        smallest = torch.topk(logits, min(top_k, len(logits))).values[-1]
        logits = logits.masked_fill(logits < smallest, float("-inf"))
    probabilities = torch.softmax(logits, dim=-1)
    order = probabilities.argsort(descending=True)
    ranked = probabilities[order]
    before = ranked.cumsum(dim=-1) - ranked
    ranked = ranked * (before < top_p)
    result = torch.zeros_like(probabilities)
    result[order] = ranked / ranked.sum()
    return result


if __name__ == "__main__":
    print(next_token_probabilities(torch.tensor([2.0, 1.0, 0.0, -1.0]), top_p=0.8))
