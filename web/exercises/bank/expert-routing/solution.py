import torch


def route(logits: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights (n, n_experts) of the k largest logits, and the loss of balance."""
    n, n_experts = logits.shape
    values, experts = logits.topk(k, dim=-1)
    weights = torch.zeros_like(logits).scatter(-1, experts, values.softmax(dim=-1))
    share = (weights > 0).float().sum(0) / (n * k)
    return weights, n_experts * (share * logits.softmax(dim=-1).mean(0)).sum()


if __name__ == "__main__":
    print(route(torch.randn(3, 4), 2))
