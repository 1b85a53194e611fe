import torch


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    return (unit @ unit.T).mean().item()


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
