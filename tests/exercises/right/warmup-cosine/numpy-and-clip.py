import numpy as np


def learning_rate(step, n_warmup, n_steps, peak, floor=0.0):
    if (s := step + 1) <= n_warmup:
        return float(np.interp(s, [0, n_warmup], [0, peak]))
    t = np.clip((step - n_warmup) / max(1, n_steps - n_warmup), 0, 1)
    return float(floor + 0.5 * (peak - floor) * (1 + np.cos(np.pi * t)))
