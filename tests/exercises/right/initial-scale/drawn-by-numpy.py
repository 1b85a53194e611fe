import numpy as np, torch
def initialise(parameters, n_layers, std=0.02):
    rng = np.random.default_rng(3)
    for name, t in parameters.items():
        if name.endswith(".bias"): t.data.zero_()
        elif name.endswith("norm.weight"): torch.nn.init.ones_(t)
        else:
            s = std / (2 * n_layers) ** 0.5 if name.endswith(("out.weight", "down.weight")) else std
            t.copy_(torch.from_numpy(rng.normal(0, s, tuple(t.shape)).astype("float32")))
