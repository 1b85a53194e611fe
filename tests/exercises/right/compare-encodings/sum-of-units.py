import numpy as np
import torch
import torch.nn.functional as F


def mean_cos(x: torch.Tensor) -> float:
    u = F.normalize(x.double(), dim=1).numpy()
    n = u.shape[0]
    s = u.sum(axis=0)
    return (float(np.dot(s, s)) - n) / (n * (n - 1))


def position_encoding_comparison_experiment(tokens, sinusoidal, learned):
    return dict(
        tokens=mean_cos(tokens),
        sinusoidal=mean_cos(tokens.add(sinusoidal)),
        learned=mean_cos(tokens.add(learned)),
        sinusoidal_only=mean_cos(sinusoidal),
        learned_only=mean_cos(learned),
    )
