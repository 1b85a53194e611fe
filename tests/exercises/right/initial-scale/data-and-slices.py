import torch


def initialise(parameters, n_layers, std=0.02):
    with torch.no_grad():
        for name, tensor in list(parameters.items()):
            *_, owner, kind = ("." + name).split(".")
            if kind == "bias":
                tensor[...] = 0.0
            elif owner.endswith("norm"):
                tensor[:] = 1.0
            else:
                scale = std / (2 * n_layers) ** 0.5 if owner.endswith(("out", "down")) else std
                tensor.copy_(torch.randn_like(tensor) * scale)
