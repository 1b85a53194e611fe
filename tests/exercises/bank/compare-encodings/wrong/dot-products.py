import torch


def mean_similarity(x):
    unit = x
    n = len(x)
    return ((unit @ unit.T).sum().item() - (unit * unit).sum().item()) / (n * n - n)


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
