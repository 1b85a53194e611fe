import math


def learning_rate(step, n_warmup, n_steps, peak, floor=0.0):
    if n_warmup > step:
        return peak - peak * (n_warmup - 1 - step) / n_warmup
    share = min(1.0, (step - n_warmup) / max(1, n_steps - n_warmup))
    height = math.cos(share * math.pi / 2) ** 2
    return height * peak + (1 - height) * floor
