import torch
def initialise(parameters, n_layers, std=0.02):
    torch.manual_seed(7)
    for name in reversed(list(parameters)):
        t = parameters[name]
        kind = name.rsplit(".", 2)[-2:]
        if kind[-1] == "bias": t[...] = 0
        elif name.endswith("norm.weight"): t[...] = 1
        else:
            s = std * (2 * n_layers) ** -0.5 if name.endswith("out.weight") or name.endswith("down.weight") else std
            t[...] = torch.randn_like(t) * s
