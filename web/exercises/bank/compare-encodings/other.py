import torch
import torch.nn.functional as F


def alike(x):
    pairs = torch.triu_indices(len(x), len(x), offset=1)
    return float(F.cosine_similarity(x[pairs[0]], x[pairs[1]], dim=-1).mean())


def position_encoding_comparison_experiment(tokens, sinusoidal, learned):
    results = dict(tokens=alike(tokens))
    for name, table in (("sinusoidal", sinusoidal), ("learned", learned)):
        results[name] = alike(tokens + table)
        results[f"{name}_only"] = alike(table)
    return results
