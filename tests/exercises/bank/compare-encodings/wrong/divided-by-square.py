import torch


def similarity(x):
    unit = x / torch.linalg.norm(x, dim=-1, keepdim=True)
    products = unit @ unit.T
    time = len(x)
    return ((products.sum() - time) / time**2).item()


def position_encoding_comparison_experiment(tokens, sinusoidal, learned):
    return {
        "tokens": similarity(tokens),
        "sinusoidal": similarity(tokens + sinusoidal),
        "learned": similarity(tokens + learned),
        "sinusoidal_only": similarity(sinusoidal),
        "learned_only": similarity(learned),
    }
