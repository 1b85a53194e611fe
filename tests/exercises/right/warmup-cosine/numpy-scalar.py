import numpy as np


def learning_rate(step, n_warmup, n_steps, peak, floor=0.0):
    match step:
        case s if s < n_warmup:
            return np.float64(peak * (s + 1) / n_warmup)
        case s if s >= n_steps:
            return np.float64(floor)
        case s:
            return np.float64(floor) + (peak - floor) * (1 + np.cos(np.pi * (s - n_warmup) / (n_steps - n_warmup))) / 2
