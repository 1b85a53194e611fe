import torch


def mean_similarity(x, y):
    return torch.cosine_similarity(x, y, dim=-1).mean().item()


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": mean_similarity(tokens, tokens),
        "sinusoidal": mean_similarity(tokens + sinusoidal, tokens),
        "learned": mean_similarity(tokens + learned, tokens),
        "sinusoidal_only": mean_similarity(sinusoidal, tokens),
        "learned_only": mean_similarity(learned, tokens),
    }
