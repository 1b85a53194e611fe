# ==== not-scaled-down
# The projections to the residual path are as wide as the others. The path adds up
# 2 * n_layers of them.
# change: std / math.sqrt(2 * n_layers) -> std


# ==== one-per-layer
# One result per layer is counted. Attention and feed-forward each add one.
# change: math.sqrt(2 * n_layers) -> math.sqrt(n_layers)


# ==== no-root
# The width is divided by the number of results, not by its root: variances add up.
# change: math.sqrt(2 * n_layers) -> (2 * n_layers)


# ==== assigned-anew
# The dict holds other tensors now; the model still has the old ones. Write in place.


def initialise(parameters, n_layers, std=0.02):
    for name, tensor in parameters.items():
        wide = std / math.sqrt(2 * n_layers) if "out" in name or "down" in name else std
        parameters[name] = torch.randn(tensor.shape) * wide


# ==== norms-random
# The weights of the norms are random. They should begin at 1.
# change: elif name.endswith("norm.weight"): -> elif False:


# ==== norms-zero
# The weights of the norms begin at 0: every layer's output is 0. They should begin at 1.
# change: tensor.fill_(1) -> tensor.fill_(0)


# ==== std-ignored
# std is not used.
# change: tensor.normal_(0, std) -> tensor.normal_(0, 0.02)


# ==== biases-random
# The biases are random. They should begin at 0.
# change: tensor.zero_() -> tensor.normal_(0, std)


# ==== ends-with-bias
# All other weights get the smaller deviation too. Only out.weight and down.weight do.
# change: d) -> d / math.sqrt(2 * n_layers))


# ==== variance-for-deviation
# std is taken for a variance: the deviation is its root.
# change: tensor.normal_(0, std) -> tensor.normal_(0, std**0.5)
