import math

import torch


def get_slopes(n_heads: int) -> torch.Tensor:
    """ALiBi's slopes by the authors' rule, one per head."""

    def of_power(n):
        return 2.0 ** (-8.0 * torch.arange(1, n + 1) / n)

    m = 2 ** int(math.log2(n_heads))
    return torch.cat([of_power(m), of_power(2 * m)[0::2][: n_heads - m]])


if __name__ == "__main__":
    print(get_slopes(8))
    print(get_slopes(12))
