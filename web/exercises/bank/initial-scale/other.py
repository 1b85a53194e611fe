import torch

RULES = ((".bias", 0.0, 0.0), ("norm.weight", 1.0, 0.0))


def initialise(parameters, n_layers, std=0.02):
    last = std * (2 * n_layers) ** -0.5
    rules = (*RULES, ("out.weight", 0, last), ("down.weight", 0, last), ("", 0, std))
    for name in parameters:
        mean, wide = next(rule[1:] for rule in rules if name.endswith(rule[0]))
        parameters[name].copy_(mean + wide * torch.randn(parameters[name].shape))
