import math


def learning_rate(
    step: int, n_warmup: int, n_steps: int, peak: float, floor: float = 0.0
) -> float:
    """The learning rate of a step, counted from 0."""
    raise NotImplementedError


if __name__ == "__main__":
    for step in range(14):
        rate = learning_rate(step, 4, 12, 1.0)
        print(f"{step:3} {rate:.3f} " + "#" * round(40 * rate))
