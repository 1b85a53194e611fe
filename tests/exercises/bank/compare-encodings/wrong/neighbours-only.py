import torch


def mean_similarity(x):
    return torch.cosine_similarity(x[1:], x[:-1], dim=-1).mean().item()


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": mean_similarity(tokens),
        "sinusoidal": mean_similarity(tokens + sinusoidal),
        "learned": mean_similarity(tokens + learned),
        "sinusoidal_only": mean_similarity(sinusoidal),
        "learned_only": mean_similarity(learned),
    }
