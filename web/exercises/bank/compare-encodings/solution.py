import torch
import matplotlib.pyplot as plt


def mean_similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    n = len(x)
    return ((unit @ unit.T).sum().item() - n) / (n * n - n)


def position_encoding_comparison_experiment(
    tokens: torch.Tensor, sinusoidal: torch.Tensor, learned: torch.Tensor
) -> dict:
    """Mean cosine similarity of every two different rows, five times."""
    return {
        "tokens": mean_similarity(tokens),
        "sinusoidal": mean_similarity(tokens + sinusoidal),
        "learned": mean_similarity(tokens + learned),
        "sinusoidal_only": mean_similarity(sinusoidal),
        "learned_only": mean_similarity(learned),
    }


if __name__ == "__main__":
    time, d_model = 20, 128
    angles = torch.arange(time).unsqueeze(1) / 10000 ** (
        torch.arange(0, d_model, 2) / d_model
    )
    sinusoidal = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)
    result = position_encoding_comparison_experiment(
        torch.randn(time, d_model), sinusoidal, 0.02 * torch.randn(time, d_model)
    )
    for name, value in result.items():
        print(f"{name:16} {value:.3f}")
    plt.bar(list(result), list(result.values()))
    plt.ylabel("mean cosine similarity")
    plt.show()
