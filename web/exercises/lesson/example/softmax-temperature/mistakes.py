# ==== times-temperature
# The logits are multiplied by the temperature. They are divided by it: a high temperature makes the weights equal.
# change: logits / temperature -> logits * temperature


# ==== first-axis
# The softmax runs over the first axis, so that columns sum to 1. It runs over the last.
# change: dim=-1 -> dim=0


# ==== overflow
# The exponential of a large logit is inf, and inf / inf is nan. Subtract the largest logit of each row first.
# change: scaled = scaled - scaled.max(dim=-1, keepdim=True).values -> pass


# ==== no-temperature
# The temperature is not used. Divide the logits by it.
# change: logits / temperature -> logits
