import math

import torch


def apply_xpos(q, k, scale_base=512.0):
    d = q.shape[-1]

    def scaled(x, first, sign):
        out = torch.empty_like(x)
        for row in range(x.shape[1]):
            for c in range(d):
                zeta = (c - c % 2 + 0.4 * d) / (1.4 * d)
                out[:, row, c] = x[:, row, c] * math.exp(
                    sign * (first + row) / scale_base * math.log(zeta)
                )
        return out

    return scaled(q, k.shape[1] - q.shape[1], 1), scaled(k, 0, -1)
