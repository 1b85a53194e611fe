import math

import torch


def initialise(
    parameters: dict[str, torch.Tensor], n_layers: int, std: float = 0.02
) -> None:
    """Fills the parameters in place, as GPT-2 does."""
    for name, tensor in parameters.items():
        if name.endswith(".bias"):
            tensor.zero_()
        elif name.endswith("norm.weight"):
            tensor.fill_(1)
        elif name.endswith(("out.weight", "down.weight")):
            tensor.normal_(0, std / math.sqrt(2 * n_layers))
        else:
            tensor.normal_(0, std)


if __name__ == "__main__":
    parameters = {name: torch.empty(50, 50) for name in ("up.weight", "down.weight")}
    initialise(parameters, 8)
    for name, tensor in parameters.items():
        print(name, tensor.std())
