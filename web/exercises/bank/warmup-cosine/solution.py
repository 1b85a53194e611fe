import math


def learning_rate(
    step: int, n_warmup: int, n_steps: int, peak: float, floor: float = 0.0
) -> float:
    """The learning rate of a step, counted from 0."""
    if step < n_warmup:
        return peak * (step + 1) / n_warmup
    if step >= n_steps:
        return floor
    share = (step - n_warmup) / (n_steps - n_warmup)
    return floor + (peak - floor) * (1 + math.cos(math.pi * share)) / 2


if __name__ == "__main__":
    for step in range(14):
        rate = learning_rate(step, 4, 12, 1.0)
        print(f"{step:3} {rate:.3f} " + "#" * round(40 * rate))
