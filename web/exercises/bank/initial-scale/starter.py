import math

import torch


def initialise(
    parameters: dict[str, torch.Tensor], n_layers: int, std: float = 0.02
) -> None:
    """Fills the parameters in place, as GPT-2 does."""
    raise NotImplementedError


if __name__ == "__main__":
    parameters = {name: torch.empty(50, 50) for name in ("up.weight", "down.weight")}
    initialise(parameters, 8)
    for name, tensor in parameters.items():
        print(name, tensor.std())
